import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Task } from '../../../client/src/index.ts'
import type { FieldConditions } from '../data/field-filter.ts'
import { forgetLingering } from '../data/lingering.ts'
import { statusNames } from '../ui/format.ts'
import { goTo, hrefs, replaceAddress } from '../ui/route.ts'
import { memoryOf } from './memory.ts'

/** Which tasks the board shows. */
export interface Filter {
  text: string
  /** Empty: any status. */
  statuses: readonly Task['status'][]
  /** Conditions on the account's own fields. */
  fields: FieldConditions
  /** The column by which the list is sorted, with `-` before it for the reverse order; `''`: the order of the board. */
  sort: string
}

/** The choices of the status: the word in the address (none: the usual choice), and its meaning. */
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
export const usualFilter: Filter = { text: '', statuses: statusesOf(''), fields: {}, sort: '' }

/** Whether the filter looks for something in particular, more than the usual statuses. */
export const isNarrowed = (filter: Filter): boolean =>
  filter.text.trim() !== '' || !['', 'all'].includes(wordOf(filter)) || Object.keys(filter.fields).length > 0

/** A filter as the query of an address, `''` for the usual one. */
export function queryOf(filter: Filter): string {
  const words = { q: filter.text.trim(), status: wordOf(filter), sort: filter.sort }
  const conditions = Object.entries(filter.fields).map(([name, value]): [string, string] => [
    `fields[${name}]`,
    value,
  ])
  return new URLSearchParams([
    ...Object.entries(words).filter(([, value]) => value !== ''),
    ...conditions,
  ]).toString()
}

/** The filter of an address. Unknown parts are ignored. */
export function filterOf(query: string): Filter {
  const words = new URLSearchParams(query)
  const conditions = [...words].flatMap(([parameter, value]) => {
    const name = /^fields\[([^\]]+)\]$/.exec(parameter)?.[1]
    return name === undefined ? [] : [[name, value] as const]
  })
  return {
    text: words.get('q') ?? '',
    statuses: statusesOf(words.get('status') ?? ''),
    fields: Object.fromEntries(conditions),
    sort: words.get('sort') ?? '',
  }
}

/** The link to a board, or to a list, with the filter that it had last. */
export const lastHref = (view: 'board' | 'list', projectId: string): string =>
  hrefs[view](projectId, memoryOf(projectId).query)

/** The pause in typing, in milliseconds, after which the text goes into the address. */
const typingMs = 250

/**
 * The filter of a board or a list. It is part of the address, where a new status or condition makes a new entry of the
 * history and a new text does not. On arrival from another view, an address without a filter gets the last one.
 * @param query the filter in the address; undefined while a task is open
 */
export function useFilter(projectId: string, query: string | undefined, view: 'board' | 'list' = 'board') {
  const [filter, setFilter] = useState<Filter>(() =>
    filterOf(query === undefined || query === '' ? memoryOf(projectId).query : query),
  )
  // the filter that the address holds, as far as this board knows
  const addressed = useRef(query)
  const own = queryOf(filter)

  // Back, Forward, or a link to this board
  useEffect(() => {
    if (query === undefined || query === addressed.current) return
    addressed.current = query
    setFilter(filterOf(query))
  }, [query])

  useEffect(() => {
    memoryOf(projectId).query = own
    if (query === undefined) return
    const write = () => {
      // a link may have been followed, and this board does not know it yet
      const isHere = location.hash.split('?', 1)[0] === hrefs[view](projectId)
      if (own === addressed.current || !isHere) return
      addressed.current = own
      replaceAddress(hrefs[view](projectId, own))
    }
    const timer = setTimeout(write, typingMs)
    return () => {
      clearTimeout(timer)
    }
  }, [projectId, own, query === undefined])

  // a new filter hides tasks that were shown only because they changed under the old one
  useLayoutEffect(() => {
    forgetLingering()
  }, [projectId, own])

  const change = (next: Filter) => {
    setFilter(next)
    const isTyped = queryOf({ ...next, text: '' }) === queryOf({ ...filter, text: '' })
    if (isTyped || query === undefined) return
    addressed.current = queryOf(next)
    goTo(hrefs[view](projectId, addressed.current))
  }
  return {
    filter,
    change,
    clear: () => {
      change(usualFilter)
    },
  }
}
