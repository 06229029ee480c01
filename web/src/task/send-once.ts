import {
  isTasksApiError,
  type ResourceClient,
  type TaskAnswer,
  type TaskChanges,
  type TaskMove,
} from '../../../client/src/index.ts'
import { laneEnd } from '../data/columns.ts'
import { sendChange } from '../data/moves.ts'
import { isWaiting } from '../data/writes.ts'
import type { Entry } from './waiting.ts'

/** Sends a write once. */
export async function sendOnce(client: ResourceClient, entry: Entry, etag?: string): Promise<TaskAnswer> {
  const { tasks } = client
  const { task, act, isLate = false } = entry
  const condition = { ifMatch: etag }
  switch (act.kind) {
    case 'add':
      return tasks.create(act.body, { idempotencyKey: act.key })
    case 'move':
      return tasks.move(task.id, bodyOf(act.body), condition)
    case 'change':
      return sendChange(client, task.id, act.changes, condition)
    case 'delete':
      await tasks.delete(task.id).catch((error: unknown) => {
        // perhaps an earlier try has deleted it, and its answer was lost
        if (!isLate || !isTasksApiError(error, 'task_not_found')) throw error
      })
      return { task, etag: '' }
  }
}

/** A move beside a new task that was not added after all goes to the end of its lane. */
function bodyOf(body: TaskMove): TaskMove {
  const { afterTaskId, beforeTaskId, ...rest } = body
  return isWaiting(afterTaskId ?? beforeTaskId ?? '') ? { ...rest, ...laneEnd } : body
}

/** What a write changes, as far as two people can be in conflict about it: the order of cards is nobody's. */
export function changesOf(act: Entry['act']): TaskChanges {
  if (act.kind === 'change') return act.changes
  return act.kind === 'move' && act.body.workflowLaneId !== undefined
    ? { workflowLaneId: act.body.workflowLaneId }
    : {}
}
