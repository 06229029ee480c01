import { randomUUID } from 'node:crypto'
import { ApiError, notFound } from '../contract/api-error.ts'
import type { Precondition } from '../contract/headers.ts'
import { maxSubtasks } from '../contract/limits.ts'
import { idTaken, shortRepeatHash } from '../contract/own-id.ts'
import { changedAttributes, newAttributes } from '../table/attributes.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import { assignmentsOf } from '../table/update-expression.ts'
import { readActive } from './gate.ts'
import { rankBetween, spacedRanks } from './position/between.ts'
import { newPosition } from './position/new-position.ts'
import type { NewSubtask, SubtaskChange } from './subtask-fields.ts'
import { taskIdOf } from './external-id.ts'
import { inOrder, subtaskAttributes, toTask, type TaskItem } from './task-item.ts'
import type { VersionedTask } from './task.ts'
import { writeInPlace } from './write-in-place.ts'

/** A task after a write to one of its subtasks. */
export interface SubtaskWrite extends VersionedTask {
  subtaskId: string
  /** Whether an earlier request with the same id and the same body has created it. */
  replayed: boolean
}

/**
 * Adds a subtask after the others. With an id of its own, repeated requests create it only once.
 * @throws ApiError task_not_found, precondition_failed, id_exists, id_reused, invalid_request when the task has 100
 *   subtasks
 */
export async function createSubtask(
  tenant: Tenant,
  reference: string,
  subtask: NewSubtask,
  precondition?: Precondition,
): Promise<SubtaskWrite> {
  const { id, ...content } = subtask
  const subtaskId = id ?? randomUUID()
  const hash = id === undefined ? undefined : shortRepeatHash(content)
  let replayed = false
  const item = await writeInPlace(
    tenant,
    await taskIdOf(tenant, reference),
    {
      set: ['subtasks.#subtask = :subtask'],
      conditions: ['size(subtasks) < :most', 'attribute_not_exists(subtasks.#subtask)'],
      names: { '#subtask': subtaskId },
      values: {
        ':subtask': {
          ...newAttributes(subtaskAttributes, content),
          rank: newPosition(),
          ...(hash !== undefined && { hash }),
        },
        ':most': maxSubtasks,
      },
      isDone: ({ subtasks }) => (replayed = hash !== undefined && subtasks[subtaskId]?.hash === hash),
      whenRefused: ({ subtasks }) => {
        const earlier = subtasks[subtaskId]
        return earlier
          ? idTaken('subtask', earlier.hash !== undefined)
          : new ApiError('invalid_request', `A task has at most ${maxSubtasks} subtasks.`)
      },
    },
    precondition,
  )
  return { ...toTask(item), subtaskId, replayed }
}

/** The new ranks when a subtask moves: its own, or those of all subtasks if the gap has no room; none if it stays. */
function newRanks(
  task: TaskItem,
  subtaskId: string,
  { beforeSubtaskId, afterSubtaskId }: SubtaskChange,
): Record<string, string> {
  const neighbour = beforeSubtaskId ?? afterSubtaskId
  if (neighbour === undefined || neighbour === subtaskId) return {}
  const others = inOrder(task.subtasks).filter(({ id }) => id !== subtaskId)
  const neighbourIndex = others.findIndex(({ id }) => id === neighbour)
  if (neighbourIndex === -1) throw notFound('subtask')
  const index = beforeSubtaskId === undefined ? neighbourIndex + 1 : neighbourIndex
  const rank = rankBetween(others[index - 1]?.rank, others[index]?.rank)
  if (rank !== undefined) return { [subtaskId]: rank }
  const order = others.map(({ id }) => id).toSpliced(index, 0, subtaskId)
  const ranks = spacedRanks(order.length) ?? [] // without bounds there is room
  return Object.fromEntries(order.map((id, at) => [id, ranks[at] ?? newPosition()]))
}

/**
 * The write that changes a subtask and sets ranks. The placeholders are short: with the ranks of 100 subtasks, the
 * expression must stay below DynamoDB's limit of 4 KB.
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

/** Changes a subtask after reading its task, which a move, or a request without changes, needs. */
async function reorderSubtask(
  tenant: Tenant,
  taskId: string,
  subtaskId: string,
  change: SubtaskChange,
  precondition: Precondition,
): Promise<TaskItem> {
  return retried(tenant, async () => {
    const task = await readActive(tenant, taskId, precondition)
    if (!task.subtasks[subtaskId]) throw notFound('subtask')
    const ranks = newRanks(task, subtaskId, change)
    const write = writeOf(subtaskId, change, ranks)
    if (isEmpty(write)) return task
    // the ranks of several subtasks are written only if the task has not changed since it was read
    const respaces = Object.keys(ranks).length > 1
    try {
      return await writeInPlace(tenant, taskId, write, respaces ? [task.version] : precondition)
    } catch (error) {
      if (!respaces || !(error instanceof ApiError) || error.code !== 'precondition_failed') throw error
      return undefined
    }
  })
}

/**
 * Changes a subtask. Concurrent changes of different subtasks, or of different fields of one subtask, do not overwrite
 * each other.
 * @throws ApiError task_not_found, precondition_failed; subtask_not_found, also if the subtask to move beside is absent
 */
export async function updateSubtask(
  tenant: Tenant,
  reference: string,
  subtaskId: string,
  change: SubtaskChange,
  precondition?: Precondition,
): Promise<VersionedTask> {
  const taskId = await taskIdOf(tenant, reference)
  const write = writeOf(subtaskId, change)
  const needsRead = isEmpty(write) || (change.beforeSubtaskId ?? change.afterSubtaskId) !== undefined
  return toTask(
    needsRead
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
  await writeInPlace(tenant, await taskIdOf(tenant, reference), write, precondition)
}
