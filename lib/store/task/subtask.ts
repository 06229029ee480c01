import { randomUUID } from 'node:crypto'
import { ApiError, notFound } from '../../api-error.ts'
import type { Precondition } from '../../contract/headers.ts'
import { maxSubtasks } from '../../contract/limits.ts'
import type { SubtaskChange } from '../../contract/subtask.ts'
import type { NewSubtask, VersionedTask } from '../../contract/task.ts'
import { rankBeside, spacedRanks } from '../../position/between.ts'
import { newPosition } from '../../position/new-position.ts'
import { changedAttributes, newAttributes } from '../attributes.ts'
import { serviceUnavailable } from '../send.ts'
import type { Tenant } from '../tenant.ts'
import { get } from '../read-items.ts'
import { assignmentsOf } from '../update-expression.ts'
import {
  activeTask,
  asTaskItem,
  inOrder,
  subtaskAttributes,
  taskIdOf,
  taskKey,
  toTask,
  type TaskItem,
} from './item.ts'
import { checkVersion } from './precondition.ts'
import { writeInPlace } from './write-in-place.ts'

/** A task as it is after a write to one of its subtasks. */
export interface SubtaskWrite extends VersionedTask {
  subtaskId: string
}

/**
 * Adds a subtask behind the others.
 * @throws ApiError task_not_found, precondition_failed, invalid_request when the task has `maxSubtasks`
 */
export async function createSubtask(
  tenant: Tenant,
  reference: string,
  subtask: NewSubtask,
  precondition?: Precondition,
): Promise<SubtaskWrite> {
  const subtaskId = randomUUID()
  const item = await writeInPlace(
    tenant,
    taskIdOf(tenant, reference),
    {
      set: ['subtasks.#subtask = :subtask'],
      conditions: ['size(subtasks) < :most'],
      names: { '#subtask': subtaskId },
      values: {
        ':subtask': { ...newAttributes(subtaskAttributes, subtask), rank: newPosition() },
        ':most': maxSubtasks,
      },
      whenRefused: () => new ApiError('invalid_request', `A task has at most ${maxSubtasks} subtasks.`),
    },
    precondition,
  )
  return { ...toTask(item), subtaskId }
}

/** The ranks that put a subtask beside another: its own, or anew those of all when there is no room. */
function newRanks(
  task: TaskItem,
  subtaskId: string,
  { beforeSubtaskId, afterSubtaskId }: SubtaskChange,
): Record<string, string> {
  const neighbour = beforeSubtaskId ?? afterSubtaskId
  if (neighbour === undefined || neighbour === subtaskId) return {}
  const others = inOrder(task.subtasks).filter(({ id }) => id !== subtaskId)
  const index = others.findIndex(({ id }) => id === neighbour)
  if (index === -1) throw notFound('subtask')
  const place = beforeSubtaskId === undefined ? index + 1 : index
  const rank = rankBeside(others[place - 1]?.rank, others[place]?.rank)
  if (rank !== undefined) return { [subtaskId]: rank }
  const order = others.map(({ id }) => id).toSpliced(place, 0, subtaskId)
  const ranks = spacedRanks(order.length)
  return Object.fromEntries(order.map((id, position) => [id, ranks[position] ?? newPosition()]))
}

/**
 * The write that a change and new ranks come to. Names are short: with the ranks of 100 subtasks the expression must
 * stay below DynamoDB's 4 KB.
 */
function writeOf(subtaskId: string, change: SubtaskChange, ranks: Record<string, string> = {}) {
  const ranked = Object.entries(ranks)
  const fields = assignmentsOf(changedAttributes(subtaskAttributes, change), 'subtasks.#subtask.')
  return {
    set: [...fields.set, ...ranked.map((_, index) => `subtasks.#s${index}.#rank = :r${index}`)],
    remove: fields.remove,
    conditions: ['attribute_exists(subtasks.#subtask)'],
    names: {
      ...fields.names,
      '#subtask': subtaskId,
      ...(ranked.length > 0 && { '#rank': 'rank' }),
      ...Object.fromEntries(ranked.map(([id], index) => [`#s${index}`, id])),
    },
    values: {
      ...fields.values,
      ...Object.fromEntries(ranked.map(([, rank], index) => [`:r${index}`, rank])),
    },
    whenRefused: (task: TaskItem) => (task.subtasks[subtaskId] ? undefined : notFound('subtask')),
  }
}

const isEmpty = ({ set, remove }: ReturnType<typeof writeOf>) => set.length + remove.length === 0

/** Changes a subtask whose neighbours matter: it looks at the task first. */
async function reorderSubtask(
  tenant: Tenant,
  taskId: string,
  subtaskId: string,
  change: SubtaskChange,
  precondition: Precondition,
): Promise<TaskItem> {
  while (Date.now() < tenant.deadlineMs) {
    const task = activeTask(asTaskItem(await get(tenant, taskKey(tenant, taskId))))
    checkVersion(task, precondition)
    if (!task.subtasks[subtaskId]) throw notFound('subtask')
    const ranks = newRanks(task, subtaskId, change)
    const write = writeOf(subtaskId, change, ranks)
    if (isEmpty(write)) return task
    // the ranks of several subtasks are written only if nothing has changed since they were read
    const spreads = Object.keys(ranks).length > 1
    try {
      return await writeInPlace(tenant, taskId, write, spreads ? [task.version] : precondition)
    } catch (error) {
      if (!spreads || !(error instanceof ApiError) || error.code !== 'precondition_failed') throw error
    }
  }
  throw serviceUnavailable()
}

/**
 * Changes a subtask. Parallel changes of different subtasks, or of different fields of one, all hold.
 * @throws ApiError task_not_found, subtask_not_found (also of its neighbour), precondition_failed
 */
export async function updateSubtask(
  tenant: Tenant,
  reference: string,
  subtaskId: string,
  change: SubtaskChange,
  precondition?: Precondition,
): Promise<VersionedTask> {
  const taskId = taskIdOf(tenant, reference)
  const write = writeOf(subtaskId, change)
  const needsLook = isEmpty(write) || (change.beforeSubtaskId ?? change.afterSubtaskId) !== undefined
  return toTask(
    needsLook
      ? await reorderSubtask(tenant, taskId, subtaskId, change, precondition)
      : await writeInPlace(tenant, taskId, write, precondition),
  )
}

/**
 * Deletes a subtask.
 * @throws ApiError task_not_found, subtask_not_found, precondition_failed
 */
export async function deleteSubtask(
  tenant: Tenant,
  reference: string,
  subtaskId: string,
  precondition?: Precondition,
): Promise<void> {
  const write = { ...writeOf(subtaskId, {}), remove: ['subtasks.#subtask'] }
  await writeInPlace(tenant, taskIdOf(tenant, reference), write, precondition)
}
