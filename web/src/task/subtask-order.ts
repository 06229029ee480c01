import type { Subtask, SubtaskChanges } from '../../../client/src/index.ts'

/** A move by one place, towards the start or the end of the list. */
export type Step = 'up' | 'down'

const placesOf = (subtasks: readonly Subtask[], id: string, step: Step) => {
  const from = subtasks.findIndex((subtask) => subtask.id === id)
  return { from, neighbour: from === -1 ? undefined : subtasks[step === 'up' ? from - 1 : from + 1] }
}

/** The write that moves a subtask by one place; undefined if it is already first or last. */
export function moveOf(subtasks: readonly Subtask[], id: string, step: Step): SubtaskChanges | undefined {
  const { neighbour } = placesOf(subtasks, id, step)
  if (!neighbour) return undefined
  return step === 'up' ? { beforeSubtaskId: neighbour.id } : { afterSubtaskId: neighbour.id }
}

/** The subtasks after one of them moved by one place. */
export function moved(subtasks: readonly Subtask[], id: string, step: Step): Subtask[] {
  const { from, neighbour } = placesOf(subtasks, id, step)
  const subtask = subtasks[from]
  if (!subtask || !neighbour) return [...subtasks]
  return subtasks.toSpliced(from, 1).toSpliced(subtasks.indexOf(neighbour), 0, subtask)
}

/** The row to focus after a removal: the next one, else the previous one; undefined when none is left. */
export function nextAfterRemoval(subtasks: readonly { id: string }[], id: string): string | undefined {
  const index = subtasks.findIndex((subtask) => subtask.id === id)
  return (subtasks[index + 1] ?? subtasks[index - 1])?.id
}
