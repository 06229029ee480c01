import { foldText } from '../../../lib/contract/fold.ts'
import { maxSearchCharacters } from '../../../lib/contract/limits.ts'
import type { Task } from '../../../client/src/index.ts'

/** Which tasks the board shows. */
export interface Filter {
  text: string
  /** Empty: any status. */
  statuses: readonly Task['status'][]
}

/** The name of each status, by its number. */
export const statusNames = ['Open', 'In progress', 'Done'] as const

/**
 * What the service is asked for a text: as much of it as it takes, `''` when there is nothing to search for. The page
 * leaves out those hits that do not contain the whole text.
 */
export function searchOf(text: string): string {
  const cut = Array.from(text.trim()).slice(0, maxSearchCharacters).join('').trim()
  return foldText(cut).trim() === '' ? '' : cut
}
