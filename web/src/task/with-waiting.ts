import type { QueryClient } from '@tanstack/preact-query'
import type { Task } from '../../../client/src/index.ts'
import { entering } from '../data/cache.ts'
import { hideWrite, writes } from '../data/writes.ts'
import { withChanges } from './conflict.ts'
import type { Entry } from './entry.ts'
import { entries, giveUp } from './waiting.ts'

/** A task with the writes that wait for it, as its card shows it. */
export const withWaiting = (cache: QueryClient, task: Task): Task =>
  entries.value
    .filter((entry) => entry.task.id === task.id)
    .reduce((before, { act }) => afterAct(cache, before, act), task)

function afterAct(cache: QueryClient, before: Task, act: Entry['act']): Task {
  if (act.kind === 'move') {
    const { workflowLaneId } = act.body
    return workflowLaneId === undefined ? before : { ...before, ...entering(cache, before, workflowLaneId) }
  }
  if (act.kind !== 'change') return before
  const { workflowLaneId, status } = act.changes
  const after = withChanges(before, act.changes)
  if (workflowLaneId === undefined || status !== undefined) return after
  // the lane may give it a status
  const { workflow_lane_id } = before
  return { ...after, ...entering(cache, { ...after, workflow_lane_id }, workflowLaneId) }
}

/** Takes back the writes of texts of a task that were never sent, because the person types others. */
export function replaceTexts(taskId: string, names: readonly string[]): void {
  for (const entry of entries.value) {
    const changed =
      entry.act.kind === 'change' && entry.task.id === taskId ? Object.keys(entry.act.changes) : []
    if (changed.length > 0 && changed.every((name) => names.includes(name))) giveUp(entry)
  }
}

/** Shows texts of a task that are not saved, as long as they are not. `task`: with these texts; undefined: no more. */
export function showTexts(taskId: string, task: Task | undefined): void {
  const shown = writes.value.find((one) => one.place === 'text' && one.task.id === taskId)
  if (task) writes.value = [...writes.value.filter((one) => one !== shown), { task, place: 'text' }]
  // later, for the reason that `runWrites` has
  else if (shown) setTimeout(hideWrite, 0, shown)
}
