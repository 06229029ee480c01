import type { Project } from '../../../lib/contract/project.ts'
import type { Dice } from './dice.ts'
import type { Operation } from './history.ts'
import type { Scene, Seen } from './scene.ts'

/** What there is to choose from. */
export interface Choice {
  dice: Dice
  scene: Scene
  /** Another one for each request: it stands in each text that the request writes. */
  mark: string
}

/** Makes a request of a kind; undefined when there is nothing that it could be about. */
export type Builder = (choice: Choice) => Operation | undefined

/** Every fourth task stays where it was created: what moves is held against these. */
export const isSteady = (mark: string): boolean => Number(mark.slice(1)) % 4 === 0

/** The mark of the create that made a task. */
export const markOf = (text: string | null): string | undefined => /#\d+/.exec(text ?? '')?.[0]

export const anyProject = ({ dice, scene }: Choice): Project | undefined =>
  dice.pick([...scene.projects.values()])

export const anyTask = ({ dice, scene }: Choice): Seen | undefined => dice.pick([...scene.tasks.values()])
