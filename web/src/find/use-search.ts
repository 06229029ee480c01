import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Project, Task } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { knownTasks, wasDeleted } from '../data/cache.ts'
import { useSettled } from '../ui/use-settled.ts'
import { goOn, isAsked, startSearch, type Search } from './search.ts'
import { containsWords, matchesWords, wordsOf } from '../data/search-words.ts'

/** A pause in typing that long, in milliseconds, asks the service. */
const typingMs = 250

/** What a search has found so far, and how far it is. */
export interface Found {
  tasks: readonly Task[]
  isSearching: boolean
  /** Whether projects are not asked for so short a text. */
  isTooShort: boolean
  /** The projects that are looked through completely, and those that could not be. */
  searched: number
  failed: number
  total: number
  /** Goes on with what the last go has left. */
  more: () => void
}

/** Searches the tasks of projects for the words of a text, as a hook. What the page knows is found at once. */
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
  const ids = projects?.map(({ id }) => id).join(' ')
  useEffect(() => {
    if (!projects || !isAsked(settled)) return
    go(startSearch(settled, projects, latest.current))
    return () => {
      going.current?.abort()
    }
  }, [settled, ids])

  const tasks = useMemo(() => {
    if (wordsOf(text).length === 0) return []
    const found = new Map<string, Task>()
    const order = new Map(projects?.map(({ id }, index) => [id, index]))
    for (const part of search?.parts ?? []) for (const task of part.tasks) found.set(task.id, task)
    // what the page shows is kept up to date, unlike what a search has found
    for (const task of knownTasks(cache)) found.set(task.id, task)
    return [...found.values()]
      .filter((task) => order.has(task.project_id) && !wasDeleted(task.id) && matchesWords(task, text))
      .map((task) => ({ task, rank: rankOf(task, text), place: order.get(task.project_id) ?? 0 }))
      .toSorted((one, other) => one.rank - other.rank || one.place - other.place)
      .map(({ task }) => task)
  }, [text, search, ids, cache])

  const mayAsk = isAsked(text)
  const isOfText = search?.text === text
  const parts = isOfText ? search.parts : []
  return {
    tasks,
    isSearching: mayAsk && (!isOfText || isGoing),
    isTooShort: !mayAsk,
    searched: parts.filter(({ state }) => state === 'complete').length,
    failed: parts.filter(({ state }) => state === 'failed').length,
    total: projects?.length ?? 0,
    more: () => {
      if (search && isOfText) go(search)
    },
  }
}

/** Done tasks come last; before that, those that the words are in the label of come first. */
const rankOf = (task: Task, text: string) =>
  (task.status === 2 ? 2 : 0) + (containsWords(task.label, wordsOf(text)) ? 0 : 1)
