import { signal } from '@preact/signals-core'
import type { Task } from '../../../client/src/index.ts'

/**
 * The tasks that became done while a board showed tasks that are not done, by their ids: as the service has told them, or
 * undefined. They stay visible, struck through, until the person leaves the board or changes its filter, so that nothing
 * moves away under the pointer.
 */
export const lingering = signal<ReadonlyMap<string, Task | undefined>>(new Map())

/** Keeps tasks in sight that writes under way complete. */
export function lingerSoon(tasks: readonly Task[]): void {
  const next = tasks.filter(({ id, status }) => status === 2 && !lingering.value.has(id))
  if (next.length > 0)
    lingering.value = new Map([...lingering.value, ...next.map(({ id }) => [id, undefined] as const)])
}

/** Keeps a task in sight if it is done. */
export function linger(task: Task): void {
  if (task.status === 2 || lingering.value.has(task.id))
    lingering.value = new Map([...lingering.value, [task.id, task]])
}

/** Lets all of them go. */
export function forgetLingering(): void {
  if (lingering.value.size > 0) lingering.value = new Map()
}

/** Adds a task that is gone to no list any more. It stays in sight again if it comes back. */
export function lingerNowhere(id: string): void {
  if (lingering.value.has(id)) lingering.value = new Map([...lingering.value, [id, undefined] as const])
}

/** Follows tasks out of a lane that was deleted. */
export function lingerWithoutLane(laneId: string): void {
  for (const task of lingering.value.values())
    if (task?.workflow_lane_id === laneId) linger({ ...task, workflow_lane_id: null })
}

/** Whether these statuses are exactly the ones that are not done. */
const isNotDone = (statuses: readonly number[]) =>
  statuses.includes(0) && statuses.includes(1) && !statuses.includes(2)

/** Whether a task has one of the statuses, or lingers among them. No statuses: any status. */
export const hasStatus = ({ id, status }: Task, statuses: readonly number[]): boolean =>
  statuses.length === 0 ||
  statuses.includes(status) ||
  (status === 2 && isNotDone(statuses) && lingering.value.has(id))
