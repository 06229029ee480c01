import { ApiError, notFound } from '../../api-error.ts'
import type { Tenant } from '../tenant.ts'
import type { CheckedWrite, Refusal } from '../write-items.ts'
import { asCounts, countsKey, exists, laneKey } from './item.ts'

/** How the counts of one project change. */
export interface CountChange {
  /** How many tasks the project gains (positive) or loses (negative). */
  tasks: number
  /** The lane that one task enters. It must exist and must not be closing. */
  enter?: string | undefined
  /** The lane that tasks leave. */
  leave?: string | undefined
  /** How many tasks leave that lane: 1 by default. */
  leaving?: number
}

function whyRefused({ found }: Refusal, enter: string | undefined): ApiError {
  const counts = asCounts(found)
  if (!counts) return notFound('project')
  if (enter !== undefined && (counts.lanes[enter] === undefined || counts.closing?.has(enter)))
    return notFound('lane')
  return new ApiError('quota_exceeded', `The project's task quota of ${counts.task_quota} is reached.`)
}

/**
 * Returns the write that changes the counts of a project and its lanes. The counts stay exact under concurrent
 * requests if the write is in the same transaction as the tasks. Send it with `transactCounted`.
 * A refusal means project_not_found, lane_not_found or quota_exceeded.
 */
export function changeCounts(
  tenant: Tenant,
  projectId: string,
  { tasks, leaving = 1, ...lanes }: CountChange,
): CheckedWrite {
  const enter = lanes.enter && laneKey(lanes.enter)
  const leave = lanes.leave && laneKey(lanes.leave)
  const assignments = [
    'task_count = task_count + :tasks',
    ...(enter === undefined ? [] : ['lanes.#enter = lanes.#enter + :one']),
    ...(leave === undefined ? [] : ['lanes.#leave = lanes.#leave - :leaving']),
  ]
  const conditions = [
    exists,
    ...(tasks > 0 ? ['task_count < task_quota'] : []),
    ...(enter === undefined ? [] : ['attribute_exists(lanes.#enter)', 'NOT contains(closing, :enter)']),
  ]
  return {
    write: {
      Update: {
        Key: countsKey(tenant, projectId),
        UpdateExpression: `SET ${assignments.join(', ')}`,
        ConditionExpression: conditions.join(' AND '),
        ...((enter ?? leave) !== undefined && {
          ExpressionAttributeNames: { ...(enter && { '#enter': enter }), ...(leave && { '#leave': leave }) },
        }),
        ExpressionAttributeValues: {
          ':tasks': tasks,
          ...(enter !== undefined && { ':enter': enter, ':one': 1 }),
          ...(leave !== undefined && { ':leaving': leaving }),
        },
      },
    },
    whenRefused: (refusal) => whyRefused(refusal, enter),
  }
}

/** What a task counts in: its project, and its lane if it has one. */
interface CountedIn {
  project_id: string
  workflow_lane_id?: string | undefined
}

/**
 * Returns the writes that count a task out of one project and lane and into another.
 * @param from where the task counts now; undefined if nowhere, as before its creation
 * @param to where it will count; undefined if nowhere, as in the trash
 */
export function recountTask(
  tenant: Tenant,
  from: CountedIn | undefined,
  to: CountedIn | undefined,
): CheckedWrite[] {
  const leave = from?.workflow_lane_id
  const enter = to?.workflow_lane_id
  if (from?.project_id === to?.project_id) {
    return from && leave !== enter ? [changeCounts(tenant, from.project_id, { tasks: 0, enter, leave })] : []
  }
  return [
    ...(to ? [changeCounts(tenant, to.project_id, { tasks: 1, enter })] : []),
    ...(from ? [changeCounts(tenant, from.project_id, { tasks: -1, leave })] : []),
  ]
}
