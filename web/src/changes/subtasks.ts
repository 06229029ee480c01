import type { ResourceClient, Subtask, SubtaskChanges, Task, TaskAnswer } from '../../../client/src/index.ts'
import { type Change, changeOfItem, changeTo, subtaskPrefix, type Values } from './change.ts'
import { addedValues, idsBefore, isNew, itemsIn, type ItemValues, placeBehind } from './items.ts'

type SubtaskValues = ItemValues<Subtask>

/** The attributes of a subtask by their names in requests. A new one of the API does not compile until it is here. */
const bodyNames: Record<Exclude<keyof Subtask, 'id'>, keyof SubtaskChanges> = {
  ...{ label: 'label', is_completed: 'isCompleted' },
}

/** The change that adds subtasks at the end of a task. */
export const subtaskAddition = (task: Task, added: readonly Subtask[]): Change =>
  changeTo(task, addedValues(subtaskPrefix, task.subtasks, added))

/** The change that sets attributes of a subtask. */
export const subtaskChange = (task: Task, id: string, values: Partial<Omit<Subtask, 'id'>>): Change =>
  changeOfItem<Subtask>(task, subtaskPrefix, id, values)

/** The change that moves a subtask to an index of the list; undefined if it is there. */
export function subtaskMove(task: Task, id: string, to: number): Change | undefined {
  const from = task.subtasks.findIndex((one) => one.id === id)
  const others = task.subtasks.filter((one) => one.id !== id)
  return from === -1 || from === to
    ? undefined
    : changeOfItem<Subtask>(task, subtaskPrefix, id, { behind: idsBefore(others, to) })
}

/** The change that deletes a subtask. */
export const subtaskDeletion = (task: Task, id: string): Change =>
  changeOfItem<Subtask>(task, subtaskPrefix, id, { label: null, is_completed: null, behind: null })

/** Sends the change of one subtask. `latest` is the newest known version; with an ETag, it must still be the newest. */
async function sendSubtask(
  { tasks, subtasks }: ResourceClient,
  latest: TaskAnswer,
  id: string,
  { behind, ...given }: SubtaskValues,
): Promise<TaskAnswer> {
  const taskId = latest.task.id
  const condition = { ifMatch: latest.etag === '' ? undefined : latest.etag }
  const isThere = latest.task.subtasks.some((one) => one.id === id)
  const { label, is_completed: isCompleted } = given
  if (label === null) {
    if (!isThere) return latest
    await subtasks.delete(taskId, id, condition)
    return tasks.get(taskId)
  }
  const isMadeNow = !isThere && label !== undefined && isNew({ label, behind })
  const made = isMadeNow
    ? await subtasks.create(taskId, { id, label, isCompleted: isCompleted ?? false }, condition)
    : latest
  const attributes = Object.entries(isMadeNow ? {} : given)
  const body: SubtaskChanges = {
    ...Object.fromEntries(
      attributes.map(([name, value]) => [bodyNames[name as keyof typeof bodyNames], value]),
    ), // a subtask has no others
    ...(behind && placeBehind(made.task.subtasks, id, behind, 'afterSubtaskId', 'beforeSubtaskId')),
  }
  const isLeft = Object.keys(body).length > 0
  return isLeft ? subtasks.update(taskId, id, body, isMadeNow ? {} : condition) : made
}

/** Sends changes of subtasks. Only the first request has a condition: the others go on top of its answer. */
export async function sendSubtasks(
  client: ResourceClient,
  values: Values,
  before: Task,
  etag = '',
): Promise<TaskAnswer> {
  let answer: TaskAnswer = { task: before, etag }
  for (const [id, one] of itemsIn<Subtask>(subtaskPrefix, values))
    answer = await sendSubtask(client, answer, id, one)
  return answer
}
