import { partsOf } from '../table/in-parallel.ts'
import { hasExpired, type Item } from '../table/item.ts'
import { getAll, query } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TaskItem } from '../tasks/task-item.ts'
import { seenWithin } from '../webhooks/bound.ts'
import type { ChangedName, Step, TaskEvent } from '../webhooks/event.ts'
import { historyPartition, stepOf, stepPrefix } from '../webhooks/history-item.ts'
import { eventKey, type EventItem } from '../webhooks/webhook-item.ts'

/** Whether a task is there: it has not been made yet, it is active, or it is in the trash. */
export type Life = 'absent' | 'active' | 'trashed'

/** One write of a task, as far as it can be taken back. */
export interface TaskWrite {
  at: string
  /** The version before it; undefined if it made the task. */
  versionBefore: number | undefined
  /** Undefined if readers saw no change. */
  event: TaskEvent | undefined
  /** The form that made it. */
  formId: string | undefined
  /** The values before it of what it changed; null for a value that did not exist. */
  before: ReadonlyMap<ChangedName, unknown>
  /** Whether the task was there before it; undefined if it did not change that. */
  lifeBefore: Life | undefined
}

const livesBefore: Partial<Record<TaskEvent['type'], Life>> = {
  'task.created': 'absent',
  'task.deleted': 'active',
  'task.restored': 'trashed',
}

/** The old values of a write by their names. An external id never changes while a task is there. */
function valuesBefore({
  fields = {},
  ...whole
}: TaskEvent['data']['previous']): ReadonlyMap<ChangedName, unknown> {
  const values = Object.entries(fields).map(([key, value]) => [`fields.${key}`, value] as const)
  const named = Object.entries(whole).filter(([name]) => name !== 'external_id')
  return new Map([...named, ...values] as [ChangedName, unknown][]) // the names are those of fields of a task
}

/** Why the writes of a task are not known: the history lacks some, as yet or for ever; or there are too many. */
export type WhyUnknown = 'not_in_history' | 'too_many_writes'

interface Range {
  /** Only writes after this time; all if it is not given. */
  after?: string
  /** The version before the oldest write that is wanted. */
  downTo?: number
  maxWrites: number
  maxBytes: number
}

/** Events that are read at once: 25 of the largest have 5 MB. */
const eventsAtOnce = 25

/** About how long what a write has left is. A large task's old values are in its step, because its event lacks them. */
const bytesOf = ({ previous }: Pick<Step, 'previous'>, event: EventItem | undefined): number =>
  (previous ? JSON.stringify(previous).length : 0) +
  (event ? event.body.length + (event.departure?.length ?? 0) : 0)

/**
 * Reads the writes that have made a task what it is, newest first, without those of an earlier life or out of sight.
 * @param item the task as it is
 */
export async function readWrites(
  tenant: Tenant,
  item: TaskItem,
  { after = '', downTo, maxWrites, maxBytes }: Range,
): Promise<TaskWrite[] | WhyUnknown> {
  const writes: TaskWrite[] = []
  let expected: number | undefined = item.version
  let bytes = 0
  let from: Item | undefined
  do {
    const { items, last } = await query(tenant, {
      condition: 'pk = :partition AND sk BETWEEN :first AND :last',
      values: {
        ':partition': historyPartition(tenant),
        ':first': `${stepPrefix(item.id)}${after}`,
        ':last': `${stepPrefix(item.id)}${item.updated_at}`,
      },
      descending: true,
      limit: eventsAtOnce * 4,
      after: from,
    })
    const steps = items.map(stepOf).filter((step) => step.at !== after && !hasExpired(step))
    for (const part of partsOf(steps, eventsAtOnce)) {
      const keys = part.filter(({ isQuiet }) => !isQuiet).map(({ eventId }) => eventKey(tenant, eventId))
      const events = (await getAll(tenant, keys)) as unknown as EventItem[] // only events have such keys
      const byId = new Map(events.map((event) => [event.id, event]))
      for (const step of part) {
        const stored = byId.get(step.eventId)
        if (step.version !== expected || (!step.isQuiet && !stored)) return 'not_in_history'
        bytes += bytesOf(step, stored)
        if (writes.length === maxWrites || bytes > maxBytes) return 'too_many_writes'
        const event = stored && (JSON.parse(stored.body) as TaskEvent) // a step is one of a task
        // what was before it entered the projects of a bound token belongs to others
        if (event && seenWithin(tenant.projectIds ?? undefined, event) !== event) return writes
        writes.push({
          ...{ at: step.at, versionBefore: step.before, event, formId: stored?.form_id },
          before: valuesBefore(step.previous ?? event?.data.previous ?? {}),
          lifeBefore: event && livesBefore[event.type],
        })
        expected = step.before
        if (expected === undefined || expected === downTo) return writes
      }
    }
    from = last
  } while (from)
  return writes.length === 0 ? 'not_in_history' : writes
}
