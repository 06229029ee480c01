import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { dataOf } from '../../../client/src/http.ts'
import type { Project, Task, TasksClient } from '../../../client/src/index.ts'
import { useApi } from '../data/api.ts'
import { knownTasks, wasDeleted } from '../data/cache.ts'
import { containsWords, matchesWords, searchOf, wordsOf } from '../data/search-words.ts'
import { useSettled } from '../ui/use-settled.ts'

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

/** How far the search in one project has come. */
interface Part {
  project: Project
  /** The hits so far. */
  tasks: readonly Task[]
  /** Where to go on; undefined before the first request. */
  cursor?: string
  state: 'open' | 'complete' | 'failed'
}

/** A search in all projects, which have no list of tasks in common: each is asked by itself. */
interface Search {
  text: string
  parts: readonly Part[]
}

/** How many projects are asked at once. */
const concurrency = 4

/** Where one go of a search ends: with so many hits, or after so many requests, since each reads up to 4 MiB. */
const mostHits = 60
const mostRequests = 100

/** The most requests of one go for one project. */
const mostPages = 5

const pageSize = 50

/** Whether projects are asked for a text. One letter is in nearly every task; one sign of another script is a word. */
function isAsked(text: string): boolean {
  const asked = searchOf(text)
  return asked.length > 1 || asked > '\u007f'
}

/** Whether every hit of a text is one of an earlier text too: each earlier word is in a later one. */
function isNarrower(text: string, earlier: string): boolean {
  const words = wordsOf(text)
  return wordsOf(earlier).every((word) => words.some((other) => other.includes(word)))
}

/** Starts a search in projects. What an earlier search has found stays, if it fits; if the text has grown, it is not asked again. */
function startSearch(text: string, projects: readonly Project[], before?: Search): Search {
  const known = new Map(before?.parts.map((part) => [part.project.id, part]))
  const mayHaveAll = before !== undefined && isNarrower(text, before.text)
  return {
    text,
    parts: projects.map((project): Part => {
      const part = known.get(project.id)
      // what is found stays until the answer comes: it must not go from under a finger
      const tasks = part?.tasks.filter((task) => matchesWords(task, text)) ?? []
      return { project, tasks, state: mayHaveAll && part?.state === 'complete' ? 'complete' : 'open' }
    }),
  }
}

interface GoOptions {
  client: TasksClient
  signal: AbortSignal
  /** Receives the search as it goes on. */
  onChange: (search: Search) => void
}

/**
 * Goes on with a search, until all projects are complete, or until a go ends. A project that fails is left for the next
 * go. Ends silently when it is aborted.
 */
async function goOn(search: Search, { client, signal, onChange }: GoOptions): Promise<void> {
  const parts = [...search.parts]
  const asked = searchOf(search.text)
  let hits = 0
  let requests = 0
  const isOver = () => signal.aborted || hits >= mostHits || requests >= mostRequests
  const keep = (index: number, part: Part) => {
    if (signal.aborted) return
    parts[index] = part
    onChange({ ...search, parts: [...parts] })
  }

  const askProject = async (index: number, start: Part) => {
    let part = start
    for (let page = 0; page < mostPages && !isOver() && part.state === 'open'; page += 1) {
      requests += 1
      try {
        part = await nextPage(part)
      } catch {
        part = { ...part, state: 'failed' }
      }
      keep(index, part)
    }
  }

  const nextPage = async (part: Part): Promise<Part> => {
    const path = { projectId: part.project.id }
    const query = { q: asked, limit: pageSize, ...(part.cursor !== undefined && { cursor: part.cursor }) }
    const page = await dataOf(
      client.http.GET('/projects/{projectId}/tasks', { params: { path, query }, signal }),
      'tasks',
    )
    const found = page.tasks.filter((task) => matchesWords(task, search.text))
    hits += found.length
    const earlier = part.cursor === undefined ? [] : part.tasks // of another text
    const tasks = [...earlier, ...found]
    if (page.next_cursor === null) return { project: part.project, tasks, state: 'complete' }
    return { project: part.project, tasks, cursor: page.next_cursor, state: 'open' }
  }

  const waiting = parts
    .map((part, index) => ({ part, index }))
    .filter(({ part }) => part.state !== 'complete')
  const work = async () => {
    for (let next = waiting.shift(); next && !isOver(); next = waiting.shift()) {
      await askProject(next.index, { ...next.part, state: 'open' })
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}
