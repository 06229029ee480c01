import type { Task } from '../../../client/src/index.ts'
import { statusNames } from '../ui/format.ts'

/** Which tasks the board shows. */
export interface Filter {
  text: string
  /** Empty: any status. */
  statuses: readonly Task['status'][]
}

/** What can be chosen about the status: its word in the address (none: the usual choice), and what it means. */
export const statusChoices = [
  { word: '', name: 'Not done', statuses: [0, 1] },
  { word: 'all', name: 'All', statuses: [] },
  { word: 'open', name: statusNames[0], statuses: [0] },
  { word: 'in-progress', name: statusNames[1], statuses: [1] },
  { word: 'done', name: statusNames[2], statuses: [2] },
] as const satisfies { word: string; name: string; statuses: Task['status'][] }[]

/** The word of what is chosen about the status. */
export const wordOf = ({ statuses }: Filter): string =>
  statusChoices.find((choice) => choice.statuses.join() === statuses.join())?.word ?? ''

const statusesOf = (word: string): Filter['statuses'] =>
  statusChoices.find((choice) => choice.word === word)?.statuses ?? statusChoices[0].statuses

/** The filter with another choice about the status, by its word. */
export const withStatus = (filter: Filter, word: string): Filter => ({
  ...filter,
  statuses: statusesOf(word),
})

/** The usual view: all that is not done. */
export const usualFilter: Filter = { text: '', statuses: statusesOf('') }

/** Whether a person looks for something, so that what does not match is beside the point. */
export const isNarrowed = (filter: Filter): boolean =>
  filter.text.trim() !== '' || !['', 'all'].includes(wordOf(filter))

/** A filter as the query of an address, `''` for the usual one. */
export function queryOf(filter: Filter): string {
  const words = { q: filter.text.trim(), status: wordOf(filter) }
  return new URLSearchParams(Object.entries(words).filter(([, value]) => value !== '')).toString()
}

/** The filter of an address. What it does not know is as usual. */
export function filterOf(query: string): Filter {
  const words = new URLSearchParams(query)
  return { text: words.get('q') ?? '', statuses: statusesOf(words.get('status') ?? '') }
}
