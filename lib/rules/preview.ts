import type { Tenant } from '../table/tenant.ts'
import { readWhere } from '../tasks/find-where.ts'
import { conditionsOf } from '../tasks/filter.ts'
import { fireMsOf, isAwaited, type RuleWith } from './dates.ts'
import { asRuleTenant, zoneOf } from './perform.ts'
import type { RuleItem } from './rule-item.ts'
import type { Occurrences } from './rule.ts'
import { timesBetween } from './schedule.ts'
import { dueMsOf, firstEntries } from './waiting.ts'
import { filterAt } from './where.ts'

const at = (timeMs: number): string => new Date(timeMs).toISOString()

function timesOf(rule: RuleItem, count: number): Occurrences {
  const { trigger, handled_ms = 0 } = rule
  if (trigger.type !== 'schedule') return []
  const times = timesBetween(trigger, Math.max(handled_ms, Date.now()), Infinity)
  const shown: Occurrences = []
  for (const timeMs of times) {
    shown.push({ at: at(timeMs) })
    if (shown.length === count) break
  }
  return shown
}

/**
 * When a rule will run next. A rule that is not active shows when it would. A rule on a date knows the tasks that wait; one on
 * an event knows nothing.
 */
export async function previewRule(tenant: Tenant, rule: RuleItem, count: number): Promise<Occurrences> {
  if (rule.trigger.type === 'schedule') return timesOf(rule, count)
  if (rule.trigger.type === 'event') return []
  const entries = await firstEntries(tenant, rule, count)
  return entries.map((entry) => ({ at: at(dueMsOf(entry)), task_id: entry.task_id }))
}

/**
 * The same for a rule that is not stored: of a date, the first tasks of those that a search finds, with their times; of an
 * event, the first tasks that meet its conditions now.
 * @throws ApiError project_not_found, invalid_request
 */
export async function previewNewRule(tenant: Tenant, rule: RuleItem, count: number): Promise<Occurrences> {
  const { trigger, project_id } = rule
  if (trigger.type === 'schedule') return timesOf(rule, count)
  const nowMs = Date.now()
  const filter =
    trigger.where && (await filterAt(tenant, trigger.where, { atMs: nowMs, timeZone: zoneOf(rule) }))
  const found: { timeMs: number; id: string }[] = []
  const startBeforeMs = (nowMs + tenant.deadlineMs) / 2
  let after: string | undefined
  do {
    const { tasks, next } = await readWhere(asRuleTenant(tenant, rule), project_id, {
      ...{ filter: filter && conditionsOf(filter), limit: 1_000, after },
    })
    for (const task of tasks) {
      const timeMs = trigger.type === 'event' ? nowMs : fireMsOf(rule as RuleWith<'date'>, task)
      const isShown =
        trigger.type === 'event' ||
        (timeMs !== undefined && isAwaited(rule as RuleWith<'date'>, timeMs, nowMs))
      if (isShown && timeMs !== undefined) found.push({ timeMs, id: task.id })
    }
    after = trigger.type === 'event' && found.length >= count ? undefined : next
  } while (after !== undefined && Date.now() < startBeforeMs)
  return found
    .toSorted((a, b) => a.timeMs - b.timeMs)
    .slice(0, count)
    .map(({ timeMs, id }) => ({ at: at(timeMs), task_id: id }))
}
