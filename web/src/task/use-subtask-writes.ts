import type { Subtask, SubtaskChanges, Task, TaskAnswer } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { isLoss } from '../data/connection.ts'
import { moved, moveOf, type Step } from './subtask-order.ts'
import type { useWrites } from './use-writes.ts'

export type Write = ReturnType<typeof useWrites>['write']

/** Shows the outcome of a write: `done`, or the error. Resolves to whether it succeeded. */
export type Report = (done: string, outcome: Promise<TaskAnswer>) => Promise<boolean>

/** Starts the ids of subtasks that are being added. The service never returns such ids. */
const newIdPrefix = 'new '

/** Whether a subtask has no id from the service yet, so that it cannot be changed. */
export const isBeingAdded = ({ id }: Subtask): boolean => id.startsWith(newIdPrefix)

const withSubtasks = (change: (subtasks: Subtask[]) => Subtask[]) => (task: Task) => ({
  ...task,
  subtasks: change(task.subtasks),
})

/**
 * The writes to the subtasks of a task. They send no If-Match, so that two people can change different subtasks.
 */
export function useSubtaskWrites({ id: taskId, subtasks }: Task, write: Write, report: Report) {
  const { client } = useApi()

  /** Creates a subtask. It has no idempotency key, so after a lost answer it reads the task to see if it worked. */
  const create = async (label: string, { task }: TaskAnswer): Promise<TaskAnswer> => {
    try {
      return await client.subtasks.create(taskId, { label })
    } catch (error) {
      if (!isLoss(error)) throw error
      const answer = await client.tasks.get(taskId)
      const isNew = (one: Subtask) => one.label === label && !task.subtasks.some(({ id }) => id === one.id)
      if (!answer.task.subtasks.some(isNew)) throw error
      return answer
    }
  }

  const update = ({ id }: Subtask, changes: SubtaskChanges, shown: Partial<Subtask>, done: string) => {
    const apply = withSubtasks((all) => all.map((one) => (one.id === id ? { ...one, ...shown } : one)))
    return report(
      done,
      write(apply, () => client.subtasks.update(taskId, id, changes)),
    )
  }

  return {
    tick: (subtask: Subtask, isCompleted: boolean) => {
      const done = `${isCompleted ? 'Ticked' : 'Unticked'} “${subtask.label}”.`
      return update(subtask, { isCompleted }, { is_completed: isCompleted }, done)
    },

    rename: (subtask: Subtask, label: string) =>
      update(subtask, { label }, { label }, `Renamed to “${label}”.`),

    move: ({ id, label }: Subtask, step: Step) => {
      const changes = moveOf(subtasks, id, step)
      if (!changes) return
      const outcome = write(
        withSubtasks((all) => moved(all, id, step)),
        () => client.subtasks.update(taskId, id, changes),
      )
      return report(`Moved “${label}” ${step}.`, outcome)
    },

    remove: ({ id, label }: Subtask) => {
      const apply = withSubtasks((all) => all.filter((one) => one.id !== id))
      const send = async () => {
        await client.subtasks.delete(taskId, id)
        return client.tasks.get(taskId)
      }
      return report(`Deleted “${label}”.`, write(apply, send))
    },

    add: (label: string) => {
      const id = newIdPrefix + crypto.randomUUID()
      const apply = withSubtasks((all) => [...all, { id, label, is_completed: false }])
      return report(
        `Added “${label}”.`,
        write(apply, (latest) => create(label, latest)),
      )
    },
  }
}
