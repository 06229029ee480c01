import {
  isTasksApiError,
  type Subtask,
  type SubtaskChanges,
  type Task,
  type TaskAnswer,
} from '../../../client/src/index.ts'
import { useApi, useMay } from '../data/api.ts'
import { isLoss } from '../data/connection.ts'
import { heirOf, noteHeir } from '../data/heirs.ts'
import { ChangedSince } from '../data/unless-changed.ts'
import { counted } from '../ui/format.ts'
import { noteWrite, showWrite } from '../ui/undo.ts'
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
export function useSubtaskWrites({ id: taskId, subtasks }: Task, editor: Editor) {
  const { client } = useApi()
  const mayDelete = useMay('delete')
  const { write, report, reportBack, complain } = editor

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

  /** Ticks or renames a subtask. */
  const update = (
    before: Subtask,
    changes: SubtaskChanges,
    done: string,
    tell = report,
  ): Promise<boolean> => {
    const { id, label, is_completed: isCompleted } = before
    const { label: newLabel = label, isCompleted: isNow = isCompleted } = changes
    const now = { id, label: newLabel, is_completed: isNow }
    const apply = withSubtasks((all) =>
      all.map((one) => (one.id === heirOf(id) ? { ...now, id: one.id } : one)),
    )
    return tell(
      done,
      write(apply, () => client.subtasks.update(taskId, heirOf(id), changes)),
    )
  }

  /** Does it, and notes how it is undone. */
  const updateUndoably = (before: Subtask, changes: SubtaskChanges, done: string) => {
    const { label, is_completed: isCompleted } = before
    const isDone = update(before, changes, done)
    const { label: newLabel = label, isCompleted: isNow = isCompleted } = changes
    noteWrite(done, isDone, {
      undo: () =>
        update(
          { ...before, label: newLabel, is_completed: isNow },
          changes.label === undefined ? { isCompleted } : { label },
          changes.label === undefined
            ? `“${label}” is ${isCompleted ? 'ticked' : 'not ticked'}.`
            : `“${newLabel}” is “${label}” again.`,
          reportBack,
        ),
      redo: () => update(before, changes, done),
    })
    return isDone
  }

  /** Deletes a subtask, unless it is another than expected. */
  const drop = (id: string, isAsLeft: (now: Subtask) => boolean = () => true) =>
    write(
      withSubtasks((all) => all.filter((one) => one.id !== heirOf(id) || !isAsLeft(one))),
      async (latest) => {
        const now = latest.task.subtasks.find((one) => one.id === heirOf(id))
        if (now && !isAsLeft(now)) throw new ChangedSince(latest.task)
        await client.subtasks.delete(taskId, heirOf(id))
        return client.tasks.get(taskId).catch((error: unknown) => {
          // the whole task was deleted right after
          if (!isTasksApiError(error, 'task_not_found')) throw error
          return undefined
        })
      },
    )

  /** Makes a deleted subtask anew at its place, before those that followed it. */
  const putBack = (
    { id, label, is_completed: isCompleted }: Subtask,
    at: number,
    followers: readonly Subtask[],
  ) => {
    const body = { label, isCompleted }
    const shown = draftOf(body)
    const send = async (latest: TaskAnswer) => {
      const answer = await create(body, latest)
      noteHeir(id, answer.subtaskId)
      const next = followers.find((one) => answer.task.subtasks.some((other) => other.id === heirOf(one.id)))
      if (!next) return answer
      return client.subtasks.update(taskId, answer.subtaskId, { beforeSubtaskId: heirOf(next.id) })
    }
    return reportBack(
      `“${label}” is back.`,
      write(
        withSubtasks((all) => all.toSpliced(at, 0, shown)),
        send,
      ),
    )
  }

  /** Moves a subtask to an index of the list as it is then. */
  const shift = (id: string, to: number) =>
    write(
      withSubtasks((all) => moved(all, heirOf(id), to)),
      (latest) => {
        const changes = moveOf(latest.task.subtasks, heirOf(id), to)
        return changes ? client.subtasks.update(taskId, heirOf(id), changes) : Promise.resolve(latest)
      },
    )

  /**
   * Adds a subtask at the end. Resolves to its id.
   * @param before the id of the one that it stands for, which was taken back
   */
  const make = async (line: NewLine, before?: string): Promise<string> => {
    const shown = draftOf(line)
    let made = ''
    await write(
      withSubtasks((all) => [...all, shown]),
      async (latest) => {
        const answer = await create(line, latest)
        made = answer.subtaskId
        if (before !== undefined) noteHeir(before, made)
        return answer
      },
    )
    return made
  }

  /** Deletes subtasks that were added, except those that somebody has changed since. */
  const takeBack = async (added: readonly { line: NewLine; id: string }[], what: string) => {
    const outcomes = await Promise.allSettled(
      added.map(({ id, line: { label, isCompleted } }) =>
        drop(id, (now) => now.label === label && now.is_completed === isCompleted),
      ),
    )
    const left = outcomes.filter(({ status }) => status === 'rejected').length
    if (left === 0) await reportBack(`Deleted ${what}.`, Promise.resolve())
    else complain(`${counted(left, 'subtask')} could not be taken back.`)
  }

  return {
    tick: (subtask: Subtask, isCompleted: boolean) => {
      const done = `${isCompleted ? 'Ticked' : 'Unticked'} “${subtask.label}”.`
      return updateUndoably(subtask, { isCompleted }, done)
    },

    rename: (subtask: Subtask, label: string) => updateUndoably(subtask, { label }, `Renamed to “${label}”.`),

    /** Moves a subtask to an index of the list. */
    move: async ({ id, label }: Subtask, to: number) => {
      const from = subtasks.findIndex((one) => one.id === id)
      if (!moveOf(subtasks, id, to)) return
      const done = `Moved “${label}”.`
      const isDone = report(done, shift(id, to))
      noteWrite(done, isDone, {
        undo: () => reportBack(`“${label}” is back where it was.`, shift(id, from)),
        redo: () => report(done, shift(id, to)),
      })
      await isDone
    },

    /** Deletes a subtask, and offers to undo that. */
    remove: async (subtask: Subtask) => {
      const { label } = subtask
      const at = subtasks.findIndex((one) => one.id === subtask.id)
      const done = `Deleted “${label}”.`
      const isDone = report(done, drop(subtask.id))
      showWrite(done, isDone, {
        undo: () => putBack(subtask, at, subtasks.slice(at + 1)),
        redo: () => report(done, drop(subtask.id)),
      })
      await isDone
    },

    /** Adds subtasks at the end. Resolves to those that could not be added. */
    add: async (lines: readonly NewLine[]): Promise<readonly NewLine[]> => {
      const [first] = lines
      const what = lines.length === 1 && first ? `“${first.label}”` : counted(lines.length, 'subtask')
      const done = `Added ${what}.`
      const made = lines.map((line) => make(line))
      const outcomes = Promise.allSettled(made)
      const added = outcomes.then((all) =>
        lines.flatMap((line, index) => {
          const outcome = all[index]
          return outcome?.status === 'fulfilled' ? [{ line, id: outcome.value }] : []
        }),
      )
      noteWrite(
        done,
        added.then(({ length }) => length > 0),
        {
          undo: mayDelete ? async () => takeBack(await added, what) : undefined,
          redo: async () => report(done, Promise.all((await added).map(({ line, id }) => make(line, id)))),
        },
      )
      await report(done, Promise.all(made))
      return (await outcomes).flatMap(({ status }, index) =>
        status === 'rejected' ? lines.slice(index, index + 1) : [],
      )
    },
  }
}
