import type { Subtask } from '../../../client/src/index.ts'
import { subtaskAddition, subtaskChange, subtaskDeletion, subtaskMove } from '../changes/subtasks.ts'
import { useApi, useMay } from '../data/api.ts'
import { counted } from '../ui/format.ts'
import type { NewLine } from '../ui/pasted-lines.ts'
import { noteStep, showUndo } from '../ui/undo.ts'
import type { Editor } from './editor.ts'

/** The changes of a task's subtasks that a person makes in its dialog. Each can be undone. */
export function useSubtaskWrites(taskId: string, { make }: Editor) {
  const { client } = useApi()
  const mayDelete = useMay('delete')
  return {
    tick: ({ id, label }: Subtask, isCompleted: boolean) =>
      make((task) => subtaskChange(task, id, { is_completed: isCompleted }), {
        done: `${isCompleted ? 'Ticked' : 'Unticked'} “${label}”.`,
        undone: `“${label}” is ${isCompleted ? 'not ticked' : 'ticked'}.`,
      }),

    rename: ({ id, label: before }: Subtask, label: string) =>
      make((task) => subtaskChange(task, id, { label }), {
        done: `Renamed to “${label}”.`,
        undone: `“${label}” is “${before}” again.`,
      }),

    /** Moves a subtask to an index of the list. */
    move: ({ id, label }: Subtask, to: number) =>
      make((task) => subtaskMove(task, id, to), {
        done: `Moved “${label}”.`,
        undone: `“${label}” is back where it was.`,
      }),

    /** Deletes a subtask, and offers to undo that. */
    remove: ({ id, label }: Subtask) =>
      make(
        (task) => subtaskDeletion(task, id),
        { done: `Deleted “${label}”.`, undone: `“${label}” is back.` },
        showUndo,
      ),

    /** Adds subtasks at the end. Resolves to those that could not be added. */
    add: async (lines: readonly NewLine[]): Promise<readonly NewLine[]> => {
      const [first] = lines
      const what = lines.length === 1 && first ? `“${first.label}”` : counted(lines.length, 'subtask')
      const added = lines.map(({ label, isCompleted }) => ({
        ...{ id: crypto.randomUUID(), label, is_completed: isCompleted },
      }))
      const isMade = await make(
        (task) => subtaskAddition(task, added),
        { done: `Added ${what}.`, undone: `Deleted ${what}.` },
        (done, undo, redo) => noteStep(done, mayDelete ? undo : undefined, redo),
      )
      if (isMade) return []
      // the service may have refused one after it has taken others
      const made = await client.tasks.get(taskId).then(
        ({ task }) => task.subtasks,
        () => [],
      )
      return lines.filter((_, index) => !made.some(({ id }) => id === added[index]?.id))
    },
  }
}
