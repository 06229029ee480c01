import { ApiError, notFound } from '../contract/api-error.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Item } from '../table/item.ts'
import type { CheckedWrite } from '../table/write-items.ts'
import { wrongStatuses } from './lane-statuses.ts'
import { asCounts, countsKey, exists, laneKey, type CountsItem } from './project-item.ts'

/** How the counts of one project change. */
export interface CountChange {
  /** How many tasks the project gains (positive) or loses (negative). */
  tasks: number
  /**
   * The lane that one task enters, or how many tasks enter which lanes. They must exist and must not be closing.
   * One write takes at most `maxLanes` lanes: DynamoDB limits the length of its condition.
   */
  enter?: string | ReadonlyMap<string, number> | undefined
  /** The lane that tasks leave. */
  leave?: string | undefined
  /** How many tasks leave that lane: 1 by default. */
  leaving?: number
  /**
   * The quota that the project must have. A condition cannot add, so a write of several tasks must know the quota. It
   * is guessed at first, and a refusal returns the real one.
   */
  quota?: number
  /**
   * The `changes` of `guessStatuses`, if tasks get the status of the lane that they enter: the write then requires that
   * no lane's status has changed since.
   */
  statuses?: number | undefined
}

const quotaExceeded = (quota: number) =>
  new ApiError('quota_exceeded', `The project's task quota of ${quota} is reached.`)

/** The error that the counts mean for a task in this lane; undefined if project and lane can take a task. */
export function whyNotIn(counts: CountsItem | undefined, laneId: string | undefined): ApiError | undefined {
  if (!counts) return notFound('project')
  const lane = laneId && laneKey(laneId)
  if (lane && (counts.lanes[lane] === undefined || counts.closing?.has(lane))) return notFound('lane')
  return undefined
}

/** The error that the counts mean for one more task in this lane, once they were refused. */
export const whyRefused = (counts: CountsItem | undefined, laneId: string | undefined): ApiError =>
  whyNotIn(counts, laneId) ?? quotaExceeded(counts?.task_quota ?? 0)

/** The conditions and values under which a project gains this many tasks. */
function underQuota(tasks: number, quota: number | undefined): { conditions: string[]; values: Item } {
  if (tasks <= 0) return { conditions: [], values: {} }
  if (quota === undefined) return { conditions: ['task_count < task_quota'], values: {} }
  return {
    conditions: ['task_quota = :quota', 'task_count <= :most'],
    values: { ':quota': quota, ':most': quota - tasks },
  }
}

/** Whether a lane's status has changed since this number of changes; undefined: it does not matter. */
export const hasOtherStatuses = (counts: CountsItem, statuses: number | undefined): boolean =>
  statuses !== undefined && (counts.status_changes ?? 0) !== statuses

/**
 * Returns the write that changes the counts of a project and its lanes. The counts stay exact under concurrent
 * requests if the write is in the same transaction as the tasks.
 * A refusal means project_not_found, lane_not_found or quota_exceeded, or that the project has another `quota` or other
 * `statuses`.
 */
export function changeCounts(
  tenant: Tenant,
  projectId: string,
  { tasks, enter, leave, leaving = 1, quota, statuses }: CountChange,
): CheckedWrite {
  const entered = typeof enter === 'string' ? new Map([[enter, 1]]) : (enter ?? new Map<string, number>())
  const lanes = [...entered].map(([laneId, entering], index) => ({
    ...{ name: `#enter${index}`, key: `:enter${index}`, count: `:entering${index}` },
    ...{ lane: laneKey(laneId), entering },
  }))
  const left = leave && laneKey(leave)
  const limit = underQuota(tasks, quota)
  const assignments = [
    'task_count = task_count + :tasks',
    ...lanes.map(({ name, count }) => `lanes.${name} = lanes.${name} + ${count}`),
    ...(left === undefined ? [] : ['lanes.#leave = lanes.#leave - :leaving']),
  ]
  const conditions = [
    exists,
    ...limit.conditions,
    ...(statuses === undefined
      ? []
      : [statuses === 0 ? 'attribute_not_exists(status_changes)' : 'status_changes = :statuses']),
    ...lanes.map(({ name, key }) => `attribute_exists(lanes.${name}) AND NOT contains(closing, ${key})`),
  ]
  const names = {
    ...Object.fromEntries(lanes.map(({ name, lane }) => [name, lane])),
    ...(left !== undefined && { '#leave': left }),
  }
  return {
    write: {
      Update: {
        Key: countsKey(tenant, projectId),
        UpdateExpression: `SET ${assignments.join(', ')}`,
        ConditionExpression: conditions.join(' AND '),
        ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
        ExpressionAttributeValues: {
          ':tasks': tasks,
          ...limit.values,
          ...(statuses && { ':statuses': statuses }),
          ...Object.fromEntries(lanes.map(({ key, lane }) => [key, lane])),
          ...Object.fromEntries(lanes.map(({ count, entering }) => [count, entering])),
          ...(left !== undefined && { ':leaving': leaving }),
        },
      },
    },
    whenRefused: ({ found }) => {
      const counts = asCounts(found)
      return counts && hasOtherStatuses(counts, statuses)
        ? wrongStatuses(projectId)
        : whyRefused(counts, typeof enter === 'string' ? enter : undefined)
    },
  }
}

/** The counts that a task is part of: its project's, and its lane's if it has one. */
interface CountedIn {
  project_id: string
  workflow_lane_id?: string | undefined
}

/**
 * Returns the writes that count a task out of one project and lane and into another.
 * @param from where the task counts now; undefined if nowhere, as before its creation
 * @param to where it will count; undefined if nowhere, as in the trash
 * @param statuses as in `CountChange`
 */
export function recountTask(
  tenant: Tenant,
  from: CountedIn | undefined,
  to: CountedIn | undefined,
  statuses?: number,
): CheckedWrite[] {
  const leave = from?.workflow_lane_id
  const enter = to?.workflow_lane_id
  if (from?.project_id === to?.project_id) {
    return from && leave !== enter
      ? [changeCounts(tenant, from.project_id, { tasks: 0, enter, leave, statuses })]
      : []
  }
  return [
    ...(to ? [changeCounts(tenant, to.project_id, { tasks: 1, enter, statuses })] : []),
    ...(from ? [changeCounts(tenant, from.project_id, { tasks: -1, leave })] : []),
  ]
}
