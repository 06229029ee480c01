import { anyMovable, movable, writerOf, type Builder, type Choice } from './choice.ts'
import type { Operation } from './history.ts'

/** Takes a task back to an earlier version, also out of the trash. */
const revertTask: Builder = (choice) => {
  const { dice, scene } = choice
  const seen = dice.chance(0.8) ? anyMovable(choice) : dice.pick([...scene.trashed.values()].filter(movable))
  if (!seen) return undefined
  const { id } = seen.task
  const toVersion = 1 + dice.below(seen.version)
  return {
    ...{ kind: 'revert-task', method: 'POST', path: `/tasks/${id}/revert`, taskId: id, toVersion },
    body: { version: toVersion },
  }
}

/** The longest time that is taken back, in ms. */
const longestMs = 6_000

/** Takes back what one of the writers wrote in the last seconds. */
const revertWriter: Builder = ({ dice, mark }) => {
  const takesBack = writerOf(dice.below(100))
  const after = new Date(Date.now() - dice.below(longestMs)).toISOString()
  return {
    ...{ kind: 'revert-writer', method: 'POST', path: '/reverts', takesBack },
    body: { by: { originId: takesBack }, after, limit: 1 + dice.below(8) },
    headers: { 'Origin-Id': `revert-${mark.slice(1)}` },
  }
}

export const revertOperations: Record<string, [weight: number, build: Builder]> = {
  revertTask: [8, revertTask],
  revertWriter: [2, revertWriter],
}

/** A request to take something back, for when the history is complete. */
export const chooseRevert = (choice: Choice): Operation | undefined =>
  choice.dice.chance(0.5) ? revertWriter(choice) : revertTask(choice)
