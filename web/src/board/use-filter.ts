import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { forgetLingering } from '../data/lingering.ts'
import { goTo, hrefs, replaceAddress } from '../ui/route.ts'
import { memoryOf } from './memory.ts'
import { filterOf, queryOf, usualFilter, wordOf, type Filter } from './filter.ts'

/** The link to a board with the filter that it had last. */
export const boardHref = (projectId: string): string => hrefs.board(projectId, memoryOf(projectId).query)

/** A pause in typing that long, in milliseconds, writes the text into the address. */
const typingMs = 250

/**
 * The filter of a board. It stands in the address, where a new status is a new entry of the history and a new text is
 * not. An address without a filter, on arrival from another view, gets the last one.
 * @param query the filter in the address; undefined while a task is open
 */
export function useFilter(projectId: string, query: string | undefined) {
  const [filter, setFilter] = useState<Filter>(() =>
    filterOf(query === undefined || query === '' ? memoryOf(projectId).query : query),
  )
  // what the address says as far as this board knows; at first perhaps less than the filter
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
      if (own === addressed.current) return
      addressed.current = own
      replaceAddress(hrefs.board(projectId, own))
    }
    const timer = setTimeout(write, typingMs)
    return () => {
      clearTimeout(timer)
    }
  }, [projectId, own, query === undefined])

  // a filter that is set anew no longer shows what has been done meanwhile
  useLayoutEffect(forgetLingering, [projectId, own])

  const change = (next: Filter) => {
    setFilter(next)
    if (wordOf(next) === wordOf(filter) || query === undefined) return
    addressed.current = queryOf(next)
    goTo(hrefs.board(projectId, addressed.current))
  }
  return {
    filter,
    change,
    clear: () => {
      change(usualFilter)
    },
  }
}
