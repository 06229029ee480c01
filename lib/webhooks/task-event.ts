import { valueOf } from '../fields/values.ts'
import { eventIdOf, toTask, type TaskItem } from '../tasks/task-item.ts'
import type { Task } from '../tasks/task.ts'
import { decodeWriter, formOf } from '../tasks/writer.ts'
import {
  longFields,
  wholeFields,
  type ChangedName,
  type Step,
  type StoredEvent,
  type TaskEvent,
  type WebhookEvent,
} from './event.ts'

/** The status of a task that is done. */
const done = 2

/** An event with a larger body goes out without its longest fields. */
const maxBodyBytes = 100 * 1024

const isDifferent = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before) !== JSON.stringify(after)

/** The keys of the values that differ between two tasks. */
const changedKeys = ({ fields: before = {} }: Task, { fields: after = {} }: Task): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => isDifferent(valueOf(before, key), valueOf(after, key)))
    .toSorted()

/** The fields that differ between two tasks as readers see them: the attributes of an item have no fixed order. */
const changedFields = (before: Task, after: Task): ChangedName[] => [
  ...wholeFields.filter((field) => isDifferent(before[field], after[field])),
  ...changedKeys(before, after).map((key): ChangedName => `fields.${key}`),
]

/** The old fields and values of a task that a write changed; null for a value that did not exist. */
function previousOf(
  changed: readonly ChangedName[],
  before: Task | undefined,
): TaskEvent['data']['previous'] {
  const keys = changed
    .filter((name) => name.startsWith('fields.'))
    .map((name) => name.slice('fields.'.length))
  const whole = wholeFields.filter((field) => changed.includes(field))
  return {
    // each name is one of a field of the task
    ...(Object.fromEntries(whole.map((field) => [field, before?.[field]])) as TaskEvent['data']['previous']),
    ...(keys.length > 0 && {
      fields: Object.fromEntries(keys.map((key) => [key, valueOf(before?.fields, key) ?? null])),
    }),
  }
}

/** The most specific type of a write of an active task. */
function typeOfChange(before: Task, after: Task): TaskEvent['type'] {
  if (before.status !== done && after.status === done) return 'task.completed'
  if (before.status === done && after.status !== done) return 'task.reopened'
  return 'task.updated'
}

/** Whether a write began a life of its task: a lost or purged task whose external id is used again keeps its id. */
const isBeginning = (before: TaskItem | undefined, after: TaskItem): boolean =>
  before?.created_at !== after.created_at

/** The effect of a write: its type, and the fields it changed. Returns undefined if readers see no change. */
function writeOf(
  before: TaskItem | undefined,
  after: TaskItem,
): (Pick<TaskEvent, 'type'> & { changed: ChangedName[] }) | undefined {
  if (!before || isBeginning(before, after)) return { type: 'task.created', changed: [] }
  const wasTrashed = before.deleted_at !== undefined
  const isTrashed = after.deleted_at !== undefined
  if (wasTrashed !== isTrashed) return { type: isTrashed ? 'task.deleted' : 'task.restored', changed: [] }
  const tasks = [toTask(before).task, toTask(after).task] as const
  const changed = changedFields(...tasks)
  return changed.length === 0 ? undefined : { type: typeOfChange(...tasks), changed }
}

/** Whether an event must go out without some of its data. */
export const isLarge = (event: WebhookEvent): boolean =>
  Buffer.byteLength(JSON.stringify(event)) > maxBodyBytes

/** The names of the fields that a large event lacks. */
type LongFields = (typeof longFields)[number][]

/** A task of an event, or the old values of one, without some of its fields. */
export const withoutFields = <T extends object>(value: T, left: LongFields): T =>
  // the fields are optional in an event
  Object.fromEntries(Object.entries(value).filter(([name]) => !left.some((long) => long === name))) as T

/**
 * Takes the longest fields out of an event that is too large; the values of the account's fields only if they must go, too.
 * @param without takes fields out of the event's tasks, and names them in it
 */
export function shortened<E extends WebhookEvent>(event: E, without: (left: LongFields) => E): E {
  if (!isLarge(event)) return event
  const short = without(longFields.filter((name) => name !== 'fields'))
  return isLarge(short) ? without([...longFields]) : short
}

const shortenedTask = (event: TaskEvent): TaskEvent =>
  shortened(event, (left) => {
    const { task, previous, ...rest } = event.data
    const short = { task: withoutFields(task, left), previous: withoutFields(previous, left) }
    return { ...event, data: { ...short, ...rest, truncated: left } }
  })

/** The old values that the event of a write lacks: it is too large, or its type names none. */
function previousBeyond(
  event: TaskEvent,
  before: Task,
  after: Task,
): TaskEvent['data']['previous'] | undefined {
  const changed = changedFields(before, after)
  const { changed: named, truncated = [] } = event.data
  const isWhole =
    changed.length === named.length &&
    !truncated.some((field) => changed.some((name) => name.split('.', 1)[0] === field))
  return isWhole ? undefined : previousOf(changed, before)
}

/** The step of a write in the history of its task. */
export function stepOfWrite(
  before: TaskItem | undefined,
  after: TaskItem,
  event: TaskEvent | undefined,
): Step {
  const { id: taskId, updated_at: at, version } = after
  const formId = formOf(after.writer)
  const step = { taskId, at, version, isQuiet: event === undefined, ...(formId !== undefined && { formId }) }
  if (!before || isBeginning(before, after)) return step
  const previous = event && previousBeyond(event, toTask(before).task, toTask(after).task)
  return { ...step, before: before.version, ...(previous && { previous }) }
}

/**
 * Returns the event of one write of a task, by the task's item before and after it. One write is one event, of the most
 * specific type.
 * @param before undefined where there was no task
 * @returns undefined if the write changed nothing that readers see
 */
export function taskEventOf(
  before: TaskItem | undefined,
  after: TaskItem,
): (TaskEvent & StoredEvent) | undefined {
  const write = writeOf(before, after)
  if (!write) return undefined
  const { type, changed } = write
  const { task, version } = toTask(after)
  const old = before && toTask(before).task
  const previous = previousOf(changed, old)
  const origin = decodeWriter(after.writer)
  const common = { id: eventIdOf(after), timestamp: after.updated_at }
  const event = shortenedTask({ ...common, type, data: { task, version, changed, previous, origin } })
  if (!old || !changed.includes('project_id')) return event
  const left = { task: old, version, changed: [], previous: {}, origin, reason: 'moved' as const }
  return { ...event, departure: shortenedTask({ ...common, type: 'task.deleted', data: left }) }
}
