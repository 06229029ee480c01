import type { Subtask, SubtaskChanges, Task, TaskAnswer } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { isLoss } from '../data/connection.ts'
import { counted } from '../ui/format.ts'
import { noteStep, showUndo } from '../ui/undo.ts'
import type { Editor } from './editor.ts'
import type { NewLine } from '../ui/pasted-lines.ts'
import { moved, moveOf } from './subtask-order.ts'

/** Starts the ids of subtasks that are being added. The service never returns such ids. */
const newIdPrefix = 'new '

/** Whether a subtask has no id from the service yet, so that it cannot be changed. */
export const isBeingAdded = ({ id }: Subtask): boolean => id.startsWith(newIdPrefix)

const withSubtasks = (change: (subtasks: Subtask[]) => Subtask[]) => (task: Task) => ({
  ...task,
  subtasks: change(task.subtasks),
})

const draftOf = ({ label, isCompleted }: NewLine): Subtask => ({
  ...{ id: newIdPrefix + crypto.randomUUID(), label, is_completed: isCompleted },
})

/**
 * The writes to the subtasks of a task. They send no If-Match, so that two people can change different subtasks.
 */
export function useSubtaskWrites({ id: taskId, subtasks }: Task, { write, report }: Editor) {
  const { client } = useApi()

  /** Creates a subtask. It has no idempotency key, so after a lost answer it reads the task to see if it worked. */
  const create = async (body: NewLine, { task }: TaskAnswer): Promise<TaskAnswer & { subtaskId: string }> => {
    try {
      return await client.subtasks.create(taskId, body)
    } catch (error) {
      if (!isLoss(error)) throw error
      const answer = await client.tasks.get(taskId)
      const isNew = (one: Subtask) =>
        one.label === body.label && !task.subtasks.some(({ id }) => id === one.id)
      const found = answer.task.subtasks.find(isNew)
      if (!found) throw error
      return { ...answer, subtaskId: found.id }
    }
  }

  /** Ticks or renames a subtask. The undo is such a change, too. */
  const update = async (before: Subtask, changes: SubtaskChanges, done: string, isUndo = false) => {
    const { id, label, is_completed: isCompleted } = before
    const { label: newLabel = label, isCompleted: isNow = isCompleted } = changes
    const now = { id, label: newLabel, is_completed: isNow }
    const apply = withSubtasks((all) => all.map((one) => (one.id === id ? now : one)))
    const isDone = await report(
      done,
      write(apply, () => client.subtasks.update(taskId, id, changes)),
    )
    if (!isDone || isUndo) return isDone
    const back = changes.label === undefined ? { isCompleted } : { label }
    noteStep(done, () => void update(now, back, `“${label}” is as it was.`, true))
    return isDone
  }

  /** Makes a deleted subtask anew at its place, before those that followed it. */
  const putBack = (
    { label, is_completed: isCompleted }: Subtask,
    at: number,
    followers: readonly Subtask[],
  ) => {
    const body = { label, isCompleted }
    const shown = draftOf(body)
    const send = async (latest: TaskAnswer) => {
      const answer = await create(body, latest)
      const next = followers.find(({ id }) => answer.task.subtasks.some((one) => one.id === id))
      if (!next) return answer
      return client.subtasks.update(taskId, answer.subtaskId, { beforeSubtaskId: next.id })
    }
    void report(
      `“${label}” is back.`,
      write(
        withSubtasks((all) => all.toSpliced(at, 0, shown)),
        send,
      ),
    )
  }

  return {
    tick: (subtask: Subtask, isCompleted: boolean) => {
      const done = `${isCompleted ? 'Ticked' : 'Unticked'} “${subtask.label}”.`
      return update(subtask, { isCompleted }, done)
    },

    rename: (subtask: Subtask, label: string) => update(subtask, { label }, `Renamed to “${label}”.`),

    /** Moves a subtask to an index of the list. */
    move: async ({ id, label }: Subtask, to: number) => {
      const changes = moveOf(subtasks, id, to)
      if (!changes) return
      const outcome = write(
        withSubtasks((all) => moved(all, id, to)),
        () => client.subtasks.update(taskId, id, changes),
      )
      const done = `Moved “${label}”.`
      if (await report(done, outcome)) noteStep(done)
    },

    /** Deletes a subtask, and offers to undo that. */
    remove: async (subtask: Subtask) => {
      const { id, label } = subtask
      const at = subtasks.findIndex((one) => one.id === id)
      const apply = withSubtasks((all) => all.filter((one) => one.id !== id))
      const send = async () => {
        await client.subtasks.delete(taskId, id)
        return client.tasks.get(taskId)
      }
      if (!(await report(`Deleted “${label}”.`, write(apply, send)))) return
      showUndo(`Deleted “${label}”.`, () => {
        putBack(subtask, at, subtasks.slice(at + 1))
      })
    },

    /** Adds subtasks at the end, one after the other. Resolves to those that could not be added. */
    add: async (lines: readonly NewLine[]): Promise<readonly NewLine[]> => {
      const [first] = lines
      const what = lines.length === 1 && first ? `“${first.label}”` : counted(lines.length, 'subtask')
      const made = lines.map((line) => {
        const shown = draftOf(line)
        return write(
          withSubtasks((all) => [...all, shown]),
          (latest) => create(line, latest),
        )
      })
      const outcomes = Promise.allSettled(made)
      if (await report(`Added ${what}.`, Promise.all(made))) noteStep(`Added ${what}.`)
      return (await outcomes).flatMap(({ status }, index) =>
        status === 'rejected' ? lines.slice(index, index + 1) : [],
      )
    },
  }
}
