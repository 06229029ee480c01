import type { Subtask, SubtaskChanges } from '../../../client/src/index.ts'

const without = (subtasks: readonly Subtask[], id: string) => subtasks.filter((subtask) => subtask.id !== id)

/** The write that moves a subtask to an index of the list; undefined if it is there. */
export function moveOf(subtasks: readonly Subtask[], id: string, to: number): SubtaskChanges | undefined {
  const from = subtasks.findIndex((subtask) => subtask.id === id)
  const others = without(subtasks, id)
  const [before, behind] = [others[to - 1], others[to]]
  if (from === -1 || from === to) return undefined
  if (before) return { afterSubtaskId: before.id }
  return behind && { beforeSubtaskId: behind.id }
}

/** The subtasks after one of them moved to an index. */
export function moved(subtasks: readonly Subtask[], id: string, to: number): Subtask[] {
  const subtask = subtasks.find((one) => one.id === id)
  return subtask ? without(subtasks, id).toSpliced(to, 0, subtask) : [...subtasks]
}
