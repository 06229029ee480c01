import type { Change, Task } from '../../../client/src/index.ts'
import type { operations } from '../../../client/src/schema.ts'
import { signalOf } from './signal.ts'

type Origin = NonNullable<Change['origin']>

/** What `GET /tasks/{id}?include=origin` adds to a task. */
type Read = Pick<
  operations['tasks.get']['responses'][200]['content']['application/json'],
  'task' | 'origin' | 'member'
>

/** For each task whose origin this page knows: the time of its last write, and the origin of that. */
const known = new Map<string, { at: string; origin: Origin | undefined }>()

/** The e-mail addresses of the members that this page knows. */
const emails = new Map<string, string>()

/** Counts new knowledge, so that views of it are updated. */
const told = signalOf(0)

/** Keeps where a change came from. */
export function keepOrigin({ origin, ...change }: Change): void {
  if (change.type !== 'updated') return
  known.set(change.task.id, { at: change.task.updated_at, origin: origin ?? undefined })
  told.set(told.get() + 1)
}

/** Keeps who wrote a task that was read. */
export function keepRead({ task, origin, member }: Read): void {
  known.set(task.id, { at: task.updated_at, origin: origin ?? undefined })
  if (member) emails.set(member.id, member.email)
  told.set(told.get() + 1)
}

/** Whether a change is by a member whose e-mail address is not known here: then the task must be read. */
export const isByStranger = ({ origin }: Pick<Change, 'origin'>): boolean =>
  origin?.member_id != null && !emails.has(origin.member_id)

/** Who wrote a task last, as it is shown, as a hook: a member's e-mail address, or how it came in. */
export function useWriter({ id, updated_at }: Pick<Task, 'id' | 'updated_at'>): {
  email?: string | undefined
  via?: Origin['via'] | undefined
} {
  told.use()
  const last = known.get(id)
  if (last?.at !== updated_at || !last.origin) return {}
  const { via, member_id } = last.origin
  return { via, email: member_id === null ? undefined : emails.get(member_id) }
}
