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

export const anyTask = ({ dice, scene }: Choice): Seen | undefined => dice.pick([...scene.tasks.values()])
