import type { Project } from '../../../lib/projects/project.ts'
import type { Dice } from './dice.ts'
import type { Operation } from './history.ts'
import type { Scene, Seen } from './scene.ts'

/** The input for choosing a request. */
export interface Choice {
  dice: Dice
  scene: Scene
  /** Unique to each request, and part of every text that the request writes. */
  mark: string
}

/** Builds a request of one kind; undefined if there is nothing to apply it to. */
export type Builder = (choice: Choice) => Operation | undefined

/** Whether a task is never moved: every fourth one. The places of moved tasks are checked against these. */
export const isSteady = (mark: string): boolean => Number(mark.slice(1)) % 4 === 0

/** The mark in a text, such as a task's description: it identifies the create. */
export const markOf = (text: string | null): string | undefined => /#\d+/.exec(text ?? '')?.[0]

export const anyProject = ({ dice, scene }: Choice): Project | undefined =>
  dice.pick([...scene.projects.values()])

/** Whether a task may be moved, deleted and taken back: each that is not steady. */
export const movable = ({ task }: Seen): boolean => !isSteady(markOf(task.description) ?? '#0')

export const anyTask = ({ dice, scene }: Choice): Seen | undefined => dice.pick([...scene.tasks.values()])

export const anyMovable = ({ dice, scene }: Choice): Seen | undefined =>
  dice.pick([...scene.tasks.values()].filter(movable))

/** The writers whose work is taken back: they say who they are by an Origin-Id, and write no steady task. */
const writers = 3

/** The Origin-Id of one of the writers. */
export const writerOf = (index: number): string => `writer-${index % writers}`

/** The Origin-Id of a request that writes a task that is not steady. */
export function originOf({ scene, mark }: Choice, { taskId, mark: made }: Operation): string | undefined {
  const known = scene.tasks.get(taskId ?? '') ?? scene.trashed.get(taskId ?? '')
  const ofTask = taskId === undefined ? made : (markOf(known?.task.description ?? null) ?? '#0')
  if (ofTask === undefined || isSteady(ofTask)) return undefined
  // a repeat of a create comes from the same writer
  return writerOf(Number((made ?? mark).slice(1)))
}
