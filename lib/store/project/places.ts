import { ApiError, notFound } from '../../api-error.ts'
import type { Tenant } from '../tenant.ts'
import type { CheckedWrite, Refusal } from '../write-items.ts'
import { asCounts, countsKey, exists, laneKey } from './item.ts'

/** What the tasks of a project do to its counts. */
export interface PlaceChange {
  /** Tasks that come (positive) or go. */
  places: number
  /** The lane that a task enters, which must be there and not being deleted. */
  enter?: string | undefined
  /** The lane that tasks leave, and how many. */
  leave?: string | undefined
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
 * Counts tasks in or out of a project and its lanes: exact, however many ask at once. It belongs into the
 * transaction that writes the tasks, sent by `transactCounted`.
 * Its refusal means project_not_found, lane_not_found or quota_exceeded.
 */
export function changePlaces(
  tenant: Tenant,
  projectId: string,
  { places, leaving = 1, ...lanes }: PlaceChange,
): CheckedWrite {
  const enter = lanes.enter && laneKey(lanes.enter)
  const leave = lanes.leave && laneKey(lanes.leave)
  const assignments = [
    'task_count = task_count + :places',
    ...(enter === undefined ? [] : ['lanes.#enter = lanes.#enter + :one']),
    ...(leave === undefined ? [] : ['lanes.#leave = lanes.#leave - :leaving']),
  ]
  const conditions = [
    exists,
    ...(places > 0 ? ['task_count < task_quota'] : []),
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
          ':places': places,
          ...(enter !== undefined && { ':enter': enter, ':one': 1 }),
          ...(leave !== undefined && { ':leaving': leaving }),
        },
      },
    },
    whenRefused: (refusal) => whyRefused(refusal, enter),
  }
}

/** Where a task stands: its project, and its lane if any. */
interface Place {
  project_id: string
  workflow_lane_id?: string | undefined
}

/** The changes of counts that take a task from one place (undefined: from nowhere) to another. */
export function changePlace(tenant: Tenant, from: Place | undefined, to: Place | undefined): CheckedWrite[] {
  const leave = from?.workflow_lane_id
  const enter = to?.workflow_lane_id
  if (from?.project_id === to?.project_id) {
    return from && leave !== enter ? [changePlaces(tenant, from.project_id, { places: 0, enter, leave })] : []
  }
  return [
    ...(to ? [changePlaces(tenant, to.project_id, { places: 1, enter })] : []),
    ...(from ? [changePlaces(tenant, from.project_id, { places: -1, leave })] : []),
  ]
}
