import { nameKey } from '../comments/comment-item.ts'
import type { Key } from '../table/item.ts'
import { getAll } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { eventIdAt, namedId, taskKey } from '../tasks/task-item.ts'
import { eventKey } from '../webhooks/webhook-item.ts'
import type { RuleItem } from './rule-item.ts'
import type { Firing } from './runs.ts'

/** The id of the task that a run creates. */
export const createdIdOf = (tenant: Tenant, runId: string): string => namedId(tenant, 'rule', runId)

/** The id of the comment that a run adds. */
export const commentIdOf = (tenant: Tenant, runId: string): string => namedId(tenant, 'rule-comment', runId)

/** The id of the event of a run that notifies. */
export const firedIdOf = ({ runId, dueMs }: Pick<Firing, 'runId' | 'dueMs'>): string =>
  eventIdAt(runId, new Date(dueMs).toISOString())

/** What a run leaves in the table before its row in the log; undefined if nothing has a computed key. */
function traceOf(
  tenant: Tenant,
  { action }: RuleItem,
  firing: Pick<Firing, 'runId' | 'dueMs'>,
): Key | undefined {
  if (action.type === 'create_task') return taskKey(tenant, createdIdOf(tenant, firing.runId))
  if (action.type === 'add_comment') return nameKey(tenant, commentIdOf(tenant, firing.runId))
  return action.type === 'notify' ? eventKey(tenant, firedIdOf(firing)) : undefined
}

/**
 * Looks for runs that were done by a session that was killed before it wrote the log. What is about to be skipped or dropped
 * is looked for: everything else is done again, and meets what is there.
 * @returns the ids of these runs
 */
export async function doneBefore(
  tenant: Tenant,
  rule: RuleItem,
  firings: readonly Pick<Firing, 'runId' | 'dueMs'>[],
): Promise<Set<string>> {
  const traces = firings.flatMap((firing) => {
    const key = traceOf(tenant, rule, firing)
    return key ? [{ key, runId: firing.runId }] : []
  })
  if (traces.length === 0) return new Set()
  const keys = traces.map(({ key }) => key)
  const there = new Set((await getAll(tenant, keys, 'pk, sk')).map(({ sk }) => sk))
  return new Set(traces.filter(({ key }) => there.has(key.sk)).map(({ runId }) => runId))
}
