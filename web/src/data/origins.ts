import { signal } from '@preact/signals-core'
import type { Change, Task } from '../../../client/src/index.ts'
import type { operations } from '../../../client/src/schema.ts'
import { useValue } from './use-value.ts'

type Origin = NonNullable<Change['origin']>

/** What `GET /tasks/{id}?include=origin` adds to a task. */
type Read = Pick<
  operations['tasks.get']['responses'][200]['content']['application/json'],
  'task' | 'origin' | 'member'
>

/** What this page knows: another object after each addition, so that views of it are updated. */
const known = signal({
  /** The time of a task's last write, and where that came from, by the task's id. */
  writes: new Map<string, { at: string; origin: Origin | undefined }>(),
  /** The e-mail addresses of members, by their ids. */
  emails: new Map<string, string>(),
})

const keepWrite = (
  { id, updated_at }: Pick<Task, 'id' | 'updated_at'>,
  origin: Origin | null | undefined,
) => {
  known.value.writes.set(id, { at: updated_at, origin: origin ?? undefined })
  known.value = { ...known.value }
}

/** Keeps where a change came from. */
export function keepOrigin({ origin, ...change }: Change): void {
  if (change.type === 'updated') keepWrite(change.task, origin)
}

/** Keeps who wrote a task that was read. */
export function keepRead({ task, origin, member }: Read): void {
  if (member) known.value.emails.set(member.id, member.email)
  keepWrite(task, origin)
}

/** Whether a change is by a member whose e-mail address is not known here: then the task must be read. */
export const isByStranger = ({ origin }: Pick<Change, 'origin'>): boolean =>
  origin?.member_id != null && !known.value.emails.has(origin.member_id)

/** Who wrote a task last, as it is shown, as a hook: a member's e-mail address, or how it came in. */
export function useWriter({ id, updated_at }: Pick<Task, 'id' | 'updated_at'>): {
  email?: string | undefined
  via?: Origin['via'] | undefined
} {
  const { writes, emails } = useValue(known)
  const last = writes.get(id)
  if (last?.at !== updated_at || !last.origin) return {}
  const { via, member_id } = last.origin
  return { via, email: member_id === null ? undefined : emails.get(member_id) }
}
