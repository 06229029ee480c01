import type { Subtask, SubtaskChanges } from '../../../client/src/index.ts'

/** One place towards the start of the list, or towards its end. */
export type Step = 'up' | 'down'

const placesOf = (subtasks: readonly Subtask[], id: string, step: Step) => {
  const from = subtasks.findIndex((subtask) => subtask.id === id)
  return { from, neighbour: from === -1 ? undefined : subtasks[step === 'up' ? from - 1 : from + 1] }
}

/** The write that moves a subtask by one place; undefined at the end of the list. */
export function moveOf(subtasks: readonly Subtask[], id: string, step: Step): SubtaskChanges | undefined {
  const { neighbour } = placesOf(subtasks, id, step)
  if (!neighbour) return undefined
  return step === 'up' ? { beforeSubtaskId: neighbour.id } : { afterSubtaskId: neighbour.id }
}

/** The subtasks once one of them has moved by one place. */
export function moved(subtasks: readonly Subtask[], id: string, step: Step): Subtask[] {
  const { from, neighbour } = placesOf(subtasks, id, step)
  const subtask = subtasks[from]
  if (!subtask || !neighbour) return [...subtasks]
  return subtasks.toSpliced(from, 1).toSpliced(subtasks.indexOf(neighbour), 0, subtask)
}

/** What has the focus once a subtask is gone: the next one, else the one before; undefined when none is left. */
export function nextAfterRemoval(subtasks: readonly { id: string }[], id: string): string | undefined {
  const index = subtasks.findIndex((subtask) => subtask.id === id)
  return (subtasks[index + 1] ?? subtasks[index - 1])?.id
}
