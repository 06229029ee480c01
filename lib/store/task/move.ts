import { ApiError, notFound } from '../../api-error.ts'
import type { Precondition } from '../../contract/headers.ts'
import type { VersionedTask } from '../../contract/task.ts'
import { rankBeside } from '../../position/between.ts'
import { serviceUnavailable, type Tenant } from '../send.ts'
import { getMany } from '../storage.ts'
import { activeTask, asTaskItem, taskIdOf, taskKey, toTask, type TaskItem } from './item.ts'
import { neighbours, type Gap } from './neighbours.ts'
import { checkVersion } from './precondition.ts'
import { respace } from './respace.ts'
import { rewriteTask } from './rewrite.ts'

/** Where a task goes: beside another or to an end, one of the three; and into which lane, null for none. */
export interface Move {
  beforeTaskId?: string | undefined
  afterTaskId?: string | undefined
  to?: 'top' | 'bottom' | undefined
  workflowLaneId?: string | null | undefined
}

const invalid = (path: string, message: string) =>
  new ApiError('invalid_request', `${path} ${message}`, { details: [{ path, message }] })

/**
 * Reads the task and the one beside which it goes.
 * @throws ApiError task_not_found of either, invalid_request when they are one or in different projects
 */
async function readPair(tenant: Tenant, taskId: string, { beforeTaskId, afterTaskId }: Move) {
  const reference = beforeTaskId ?? afterTaskId
  const anchorId = reference === undefined ? undefined : taskIdOf(tenant, reference)
  const path = beforeTaskId === undefined ? 'afterTaskId' : 'beforeTaskId'
  if (anchorId === taskId) throw invalid(path, 'must name another task than the one that moves')
  const ids = [taskId, ...(anchorId === undefined ? [] : [anchorId])]
  const items = await getMany(
    tenant,
    ids.map((id) => taskKey(tenant, id)),
  )
  const [task, anchor] = ids.map((id) => asTaskItem(items.find((item) => item.id === id)))
  const found = activeTask(task)
  if (anchorId === undefined) return { task: found, anchor: undefined }
  const beside = activeTask(anchor)
  if (beside.project_id !== found.project_id) throw invalid(path, 'must name a task of the same project')
  return { task: found, anchor: beside }
}

function laneAfter(task: TaskItem, { workflowLaneId }: Move): string | undefined {
  return workflowLaneId === undefined ? task.workflow_lane_id : (workflowLaneId ?? undefined)
}

/** Whether the task stands in the gap already. */
const isInGap = (task: TaskItem, { left, right, self }: Gap) =>
  self &&
  (left === undefined || left.position < task.position) &&
  (right === undefined || task.position < right.position)

/** Moves a task once; undefined when another write came in between. */
async function tryMove(
  tenant: Tenant,
  taskId: string,
  move: Move,
  precondition: Precondition,
): Promise<TaskItem | undefined> {
  const { task, anchor } = await readPair(tenant, taskId, move)
  checkVersion(task, precondition)
  const gap = await neighbours(tenant, task, move, anchor)
  const stays = isInGap(task, gap)
  const position = stays ? task.position : rankBeside(gap.left?.position, gap.right?.position)
  if (stays && laneAfter(task, move) === task.workflow_lane_id) return task
  const set = { position: position ?? task.position, workflow_lane_id: laneAfter(task, move) }
  if (position === undefined) return respace(tenant, task, gap, set)
  return rewriteTask(
    tenant,
    taskId,
    (found) => {
      const before = activeTask(found)
      checkVersion(before, precondition)
      if (before.project_id !== task.project_id) throw notFound('task')
      return { before, set: { ...set, workflow_lane_id: laneAfter(before, move) } }
    },
    task,
  )
}

/**
 * Moves a task within its project's order, and into another lane if asked to.
 * @throws ApiError task_not_found, lane_not_found, precondition_failed, invalid_request
 */
export async function moveTask(
  tenant: Tenant,
  reference: string,
  move: Move,
  precondition?: Precondition,
): Promise<VersionedTask> {
  while (Date.now() < tenant.deadlineMs) {
    const moved = await tryMove(tenant, taskIdOf(tenant, reference), move, precondition)
    if (moved) return toTask(moved)
  }
  throw serviceUnavailable()
}
