import { dataOf } from '../../../client/src/http.ts'
import type { Project, Task, TasksClient } from '../../../client/src/index.ts'
import { matchesWords, searchOf, wordsOf } from '../data/search-words.ts'

/** How far the search in one project has come. */
export interface Part {
  project: Project
  /** The hits so far. */
  tasks: readonly Task[]
  /** Where to go on; undefined before the first request. */
  cursor?: string
  state: 'open' | 'complete' | 'failed'
}

/** A search in all projects, which have no list of tasks in common: each is asked by itself. */
export interface Search {
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
export function isAsked(text: string): boolean {
  const asked = searchOf(text)
  return asked.length > 1 || asked > '\u007f'
}

/** Whether every hit of a text is one of an earlier text too: each earlier word is in a later one. */
function isNarrower(text: string, earlier: string): boolean {
  const words = wordsOf(text)
  return wordsOf(earlier).every((word) => words.some((other) => other.includes(word)))
}

/** Starts a search in projects. What an earlier search has found stays, if it fits; if the text has grown, it is not asked again. */
export function startSearch(text: string, projects: readonly Project[], before?: Search): Search {
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
export async function goOn(search: Search, { client, signal, onChange }: GoOptions): Promise<void> {
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
