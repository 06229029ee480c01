import type { Change, Task } from '../../../client/src/index.ts'

/** How the last write of a task came in. */
type Via = NonNullable<Change['origin']>['via']

/** For each task of which the feed has told since this page was opened: its last write, by time, and how it came in. */
const known = new Map<string, { at: string; via: Via | undefined }>()

/** Keeps how a change came in. */
export function keepOrigin({ origin, ...change }: Change): void {
  if (change.type === 'updated') known.set(change.task.id, { at: change.task.updated_at, via: origin?.via })
}

/** How a task, as it is shown, was last written; undefined where the feed has not told. */
export function viaOf({ id, updated_at }: Pick<Task, 'id' | 'updated_at'>): Via | undefined {
  const last = known.get(id)
  return last?.at === updated_at ? last.via : undefined
}
