import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { isTasksApiError, type Project, type Task, type TaskAnswer } from '../../../client/src/index.ts'
import { keys, useApi, useMay } from '../data/api.ts'
import { gone, knownTask, whyGone } from '../data/cache.ts'
import { useProjects } from '../data/queries.ts'
import { containsWords, wordsOf } from '../data/search-words.ts'
import { type Command, commands } from '../ui/commands.ts'
import { goTo, hrefs } from '../ui/route.ts'
import { forgetTask, recent } from './recent.ts'
import { type Found, useSearch } from './use-search.ts'
import { useValue } from '../data/use-value.ts'

/** An entry of the palette. */
export type Item = {
  /** Tells it from the others, as the id of its element. */
  id: string
  run: () => void
} & (
  | { kind: 'task'; task: Task; project: Project | undefined }
  | { kind: 'project'; project: Project }
  | { kind: 'command'; command: Command }
  | { kind: 'more'; label: string }
)

/** Entries of one kind. */
interface Group {
  name: string
  items: readonly Item[]
}

/** The most projects that are shown, and how many tasks are shown at first and with each "more". */
const mostProjects = 6
export const tasksAtOnce = 60

const taskItem = (task: Task, projects: readonly Project[]): Item => ({
  id: `find-task-${task.id}`,
  kind: 'task',
  task,
  project: projects.find(({ id }) => id === task.project_id),
  run: () => {
    goTo(hrefs.task(task.project_id, task.id))
  },
})

const projectItem = (project: Project): Item => ({
  id: `find-project-${project.id}`,
  kind: 'project',
  project,
  run: () => {
    goTo(hrefs.board(project.id))
  },
})

const commandItem = (command: Command): Item => ({
  id: `find-command-${command.name.replaceAll(/\W/g, '-')}`,
  kind: 'command',
  command,
  run: command.run,
})

/** Whether each word begins a word of a command. */
function isMeant({ name, words = '' }: Command, text: string): boolean {
  const own = wordsOf(`${name} ${words}`)
  return wordsOf(text).every((word) => own.some((other) => other.startsWith(word)))
}

/** The last command of each name, because later views know more. */
const lastOf = (all: readonly Command[]): Command[] => [
  ...new Map(all.map((command) => [command.name, command])).values(),
]

/** Puts the entries with the given ids first, in that order. */
function firstOf(projects: readonly Project[], ids: readonly string[]): Project[] {
  const named = ids.flatMap((id) => projects.find((project) => project.id === id) ?? [])
  return [...new Set([...named, ...projects])]
}

/** What the palette is asked for. */
interface Wanted {
  text: string
  projectId: string | undefined
  /** The commands of every page; those of the views that are shown come behind them. */
  ofPage: readonly Command[]
  shownTasks: number
}

/** The entries that the palette shows for a text, in groups, and the progress of its search for tasks. */
export function useItems(
  { text, projectId, ofPage, shownTasks }: Wanted,
  showMore: () => void,
): { groups: Group[]; found: Found } {
  const mayRead = useMay('read')
  const { data } = useProjects(mayRead)
  const own = lastOf([...ofPage, ...useValue(commands)])
  const isEmpty = wordsOf(text).length === 0
  const all = data ?? []
  const opened = recent()
  const ordered = firstOf(all, [...(projectId === undefined ? [] : [projectId]), ...opened.projects])
  const found = useSearch(text, data && ordered)
  const recentTasks = useRecentTasks(opened.tasks)
  const group = (name: string, items: readonly Item[]): Group[] => (items.length > 0 ? [{ name, items }] : [])

  if (isEmpty) {
    const others = ordered.filter(({ id }) => id !== projectId).slice(0, mostProjects)
    const groups = [
      ...group(
        'Recent tasks',
        recentTasks.map((task) => taskItem(task, all)),
      ),
      ...group('Projects', others.map(projectItem)),
      ...group('Commands', own.map(commandItem)),
    ]
    return { groups, found }
  }
  const named = ordered.filter(({ label }) => containsWords(label, wordsOf(text))).slice(0, mostProjects)
  const meant = own.filter((command) => isMeant(command, text))
  const tasks = found.tasks.slice(0, shownTasks).map((task) => taskItem(task, all))
  const isLeft = !found.isSearching && !found.isTooShort && found.state !== 'complete'
  const more: Item[] =
    found.tasks.length > shownTasks || isLeft
      ? [
          {
            id: 'find-more',
            kind: 'more',
            label: found.state === 'failed' ? 'Try again' : 'Show more',
            run: showMore,
          },
        ]
      : []
  // tasks come last: they arrive one after the other, and must not push away the chosen entry
  const groups = [
    ...group('Projects', named.map(projectItem)),
    ...group('Commands', meant.map(commandItem)),
    ...group('Tasks', [...tasks, ...more]),
  ]
  return { groups, found }
}

/** The tasks that were opened lately. Those that the page does not know appear when the service has returned them. */
function useRecentTasks(ids: readonly string[]): Task[] {
  useValue(gone) // one that goes while the list is open leaves it
  const { client } = useApi()
  const cache = useQueryClient()
  const [fetched, setFetched] = useState<readonly Task[]>([])
  const known = (id: string) => knownTask(cache, id) ?? cache.getQueryData<TaskAnswer>(keys.task(id))?.task
  const unknown = ids.filter((id) => !known(id) && !whyGone(id)).join(' ')
  useEffect(() => {
    const stop = new AbortController()
    for (const id of unknown.split(' ').filter((part) => part !== '')) {
      client.tasks.get(id, { signal: stop.signal }).then(
        ({ task }) => {
          setFetched((others) => [...others.filter((other) => other.id !== id), task])
        },
        (error: unknown) => {
          // anything else is asked for again next time
          if (isTasksApiError(error, 'task_not_found')) forgetTask(id)
        },
      )
    }
    return () => {
      stop.abort()
    }
  }, [client, unknown])
  return ids
    .filter((id) => !whyGone(id))
    .flatMap((id) => known(id) ?? fetched.find((task) => task.id === id) ?? [])
}
