import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { dataOf } from '../../../client/src/http.ts'
import type { Project, Task, ResourceClient } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { knownTasks, whyGone } from '../data/cache.ts'
import { containsWords, matchesWords, searchOf, wordsOf } from '../data/search-words.ts'
import { useSettled } from '../ui/use-settled.ts'

/** The pause in typing after which the service is asked, in milliseconds. */
const typingMs = 250

/** The matches of a search so far, and its progress. */
export interface Found {
  tasks: readonly Task[]
  isSearching: boolean
  /** Whether the text is too short to ask the service. */
  isTooShort: boolean
  /** Whether all tasks were looked through, there are more, or the service could not be asked. */
  state: Search['state']
  /** Goes on with what the last go has left. */
  more: () => void
}

/**
 * Searches the tasks of all projects for the words of a text, as a hook. What the page knows is found at once.
 * @param projects in the order in which their tasks are shown; undefined until they are known
 */
export function useSearch(text: string, projects: readonly Project[] | undefined): Found {
  const { client } = useApi()
  const cache = useQueryClient()
  const settled = useSettled(text, typingMs)
  const [search, setSearch] = useState<Search>()
  const [isGoing, setGoing] = useState(false)
  const going = useRef<AbortController | undefined>(undefined)
  const latest = useRef(search)
  latest.current = search

  const go = (from: Search) => {
    going.current?.abort()
    const stop = new AbortController()
    going.current = stop
    setSearch(from)
    setGoing(true)
    void goOn(from, { client, signal: stop.signal, onChange: setSearch }).then(() => {
      if (going.current === stop) setGoing(false)
    })
  }
  useEffect(() => {
    if (!isAsked(settled)) return
    go(startSearch(settled, latest.current))
    return () => {
      going.current?.abort()
    }
  }, [settled])

  const ids = projects?.map(({ id }) => id).join(' ')
  const tasks = useMemo(() => {
    if (wordsOf(text).length === 0) return []
    const order = new Map(projects?.map(({ id }, index) => [id, index]))
    // what the page shows is kept up to date, unlike what a search has found, and stays where it is when that arrives
    const known = knownTasks(cache)
    const found = new Map([...known, ...(search?.tasks ?? []), ...known].map((task) => [task.id, task]))
    return [...found.values()]
      .filter((task) => order.has(task.project_id) && !whyGone(task.id) && matchesWords(task, text))
      .map((task) => ({ task, rank: rankOf(task, text), place: order.get(task.project_id) ?? 0 }))
      .toSorted((one, other) => one.rank - other.rank || one.place - other.place)
      .map(({ task }) => task)
  }, [text, search, ids, cache])

  const mayAsk = isAsked(text)
  const isOfText = search?.text === text
  return {
    tasks,
    isSearching: mayAsk && (!isOfText || isGoing),
    isTooShort: !mayAsk,
    state: isOfText ? search.state : 'open',
    more: () => {
      if (search && isOfText) go(search)
    },
  }
}

/** Tasks with the words in their labels come first, and done tasks come last. */
const rankOf = (task: Task, text: string) =>
  (task.status === 2 ? 2 : 0) + (containsWords(task.label, wordsOf(text)) ? 0 : 1)

/** A search in the tasks of all projects, and its progress. */
interface Search {
  text: string
  /** The hits so far. */
  tasks: readonly Task[]
  /** Where to go on; undefined before the first answer. */
  cursor?: string
  state: 'open' | 'complete' | 'failed'
}

/** The end of one part of a search: this many hits, or this many requests, because each reads up to 4 MiB. */
const mostHits = 60
const mostRequests = 25

const pageSize = 50

/**
 * Whether the service is asked for a text. A single letter is in nearly every task, but one sign of another script can
 * be a word.
 */
function isAsked(text: string): boolean {
  const asked = searchOf(text)
  return asked.length > 1 || asked > '\u007f'
}

/** Whether every hit of a text is also a hit of an earlier text: each earlier word is part of a later one. */
function isNarrower(text: string, earlier: string): boolean {
  const words = wordsOf(text)
  return wordsOf(earlier).every((word) => words.some((other) => other.includes(word)))
}

/** Starts a search. What an earlier search has found stays, if it fits; if the text has grown, the service is not asked again. */
function startSearch(text: string, before: Search | undefined): Search {
  // the matches stay until the answer comes: they must not move away under a finger
  const tasks = before?.tasks.filter((task) => matchesWords(task, text)) ?? []
  const hasAll = before?.state === 'complete' && isNarrower(text, before.text)
  return { text, tasks, state: hasAll ? 'complete' : 'open' }
}

interface GoOptions {
  client: ResourceClient
  signal: AbortSignal
  /** Receives the search as it goes on. */
  onChange: (search: Search) => void
}

/** Goes on with a search until it is complete, fails, or a part of it ends. Ends silently when it is aborted. */
async function goOn(start: Search, { client, signal, onChange }: GoOptions): Promise<void> {
  const { text } = start
  if (start.state === 'complete') return
  let search: Search = { ...start, state: 'open' }
  let hits = 0
  for (
    let requests = 0;
    requests < mostRequests && hits < mostHits && search.state === 'open';
    requests += 1
  ) {
    const { cursor } = search
    try {
      const query = { q: searchOf(text), limit: pageSize, ...(cursor !== undefined && { cursor }) }
      const page = await dataOf(client.http.GET('/tasks', { params: { query }, signal }), 'tasks')
      const found = page.tasks.filter((task) => matchesWords(task, text))
      hits += found.length
      const earlier = cursor === undefined ? [] : search.tasks // of another text
      const tasks = [...earlier, ...found]
      search =
        page.next_cursor === null
          ? { text, tasks, state: 'complete' }
          : { text, tasks, cursor: page.next_cursor, state: 'open' }
    } catch {
      search = { ...search, state: 'failed' }
    }
    if (signal.aborted) return
    onChange(search)
  }
}
