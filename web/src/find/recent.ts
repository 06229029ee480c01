import { useEffect } from 'preact/hooks'
import { tabStorage } from '../data/browser-storage.ts'
import type { Route } from '../ui/route.ts'

/** The ids of what was opened lately, the last one first, for this tab and session. */
interface Recent {
  tasks: string[]
  projects: string[]
}

const storageKey = 'tasks-recent'
const most = 6

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []

/** What was opened lately in this tab. */
export function recent(): Recent {
  try {
    const stored: unknown = JSON.parse(tabStorage.getItem(storageKey) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return { tasks: [], projects: [] }
    return {
      tasks: 'tasks' in stored ? textsOf(stored.tasks) : [],
      projects: 'projects' in stored ? textsOf(stored.projects) : [],
    }
  } catch {
    return { tasks: [], projects: [] }
  }
}

const withFirst = (list: readonly string[], id: string) =>
  [id, ...list.filter((other) => other !== id)].slice(0, most)

function note(kind: keyof Recent, id: string): void {
  const before = recent()
  tabStorage.setItem(storageKey, JSON.stringify({ ...before, [kind]: withFirst(before[kind], id) }))
}

/** Forgets a task that is no longer there. */
export function forgetTask(id: string): void {
  const { tasks, projects } = recent()
  tabStorage.setItem(storageKey, JSON.stringify({ tasks: tasks.filter((other) => other !== id), projects }))
}

/** Notes which tasks and projects are opened, until the session ends. */
export function useRecent(route: Route): void {
  const projectId = 'projectId' in route ? route.projectId : undefined
  const taskId = 'taskId' in route ? route.taskId : undefined
  useEffect(() => {
    if (projectId !== undefined) note('projects', projectId)
  }, [projectId])
  useEffect(() => {
    if (taskId !== undefined) note('tasks', taskId)
  }, [taskId])
  useEffect(
    () => () => {
      tabStorage.removeItem(storageKey)
    },
    [],
  )
}
