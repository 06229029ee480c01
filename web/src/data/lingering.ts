import { signal } from '@preact/signals-core'
import type { Task } from '../../../client/src/index.ts'

/**
 * The ids of tasks that became done while a board showed tasks that are not done. They stay visible, struck through,
 * until the person leaves the board or changes its filter, so that nothing moves away under the pointer.
 */
export const lingering = signal<ReadonlySet<string>>(new Set())

/** Keeps a task in sight if it is done. */
export function linger({ id, status }: Task): void {
  if (status === 2 && !lingering.value.has(id)) lingering.value = new Set([...lingering.value, id])
}

/** Lets all of them go. */
export function forgetLingering(): void {
  if (lingering.value.size > 0) lingering.value = new Set()
}

/** Whether these statuses are exactly the ones that are not done. */
const isNotDone = (statuses: readonly number[]) =>
  statuses.includes(0) && statuses.includes(1) && !statuses.includes(2)

/** Whether a task has one of the statuses, or lingers among them. No statuses: any status. */
export const hasStatus = ({ id, status }: Task, statuses: readonly number[]): boolean =>
  statuses.length === 0 ||
  statuses.includes(status) ||
  (status === 2 && isNotDone(statuses) && lingering.value.has(id))
