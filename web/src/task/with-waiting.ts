import type { QueryClient } from '@tanstack/preact-query'
import type { Task } from '../../../client/src/index.ts'
import { entering } from '../data/cache.ts'
import { withChanges } from './conflict.ts'
import { entries, type Entry } from './waiting.ts'

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
