import type { ExportOptions } from './export.ts'
import { answerOf, at, createdId, dataOf, type CallOptions, type Http } from './http.ts'
import type { ImportOptions } from './import.ts'
import { entriesOf, type PageOptions } from './pages.ts'
import { changeTasks, changeTasksFully, type TryOptions } from './change-tasks.ts'
import type {
  ImportReport,
  LaneChanges,
  NewLane,
  NewProject,
  Project,
  ProjectChanges,
  Task,
  TaskFilter,
  TasksChange,
  TasksChangeReport,
  TrashedTask,
} from './types.ts'

interface ProjectAnswer {
  project: Project
}

/** Calls about projects. Iterate over lists with `for await`; all pages are included. */
export const projectsOf = (http: Http) => ({
  list: (listed: PageOptions = {}): AsyncGenerator<Project, void, undefined> =>
    entriesOf('projects', listed, ({ page, options }) =>
      http.GET('/projects', { params: { query: page }, ...options }),
    ),

  /** Not retried when the outcome is unknown: a retry could create a second project. */
  create: (body: NewProject, { signal }: CallOptions = {}): Promise<ProjectAnswer> =>
    dataOf(http.POST('/projects', { body, ...(signal && { signal }) }), 'project'),

  get: (projectId: string, options: CallOptions = {}): Promise<ProjectAnswer> =>
    dataOf(http.GET('/projects/{projectId}', at({ projectId }, options)), 'project'),

  update: (projectId: string, body: ProjectChanges, options: CallOptions = {}): Promise<ProjectAnswer> =>
    dataOf(http.PATCH('/projects/{projectId}', { body, ...at({ projectId }, options) }), 'project'),

  delete: (projectId: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/projects/{projectId}', at({ projectId }, options)), 'success'),

  /**
   * Imports a file: the tasks of a table or of another tool, with the lanes that they need. It never changes a task,
   * and a row that an earlier import turned into a task is a duplicate, so it is safe to repeat.
   */
  import: async (
    projectId: string,
    file: string | Uint8Array | Blob,
    options: ImportOptions,
  ): Promise<ImportReport> => {
    // loaded when it is called, as the export is: few pages that use the client import or export a file
    const { importTasks } = await import('./import.ts')
    return importTasks(http, projectId, file, options)
  },

  /** The tasks of a project, ordered by position. */
  listTasks: (
    projectId: string,
    { limit, signal, ...filter }: TaskFilter & PageOptions = {},
  ): AsyncGenerator<Task, void, undefined> =>
    entriesOf('tasks', { limit, signal }, ({ page, options }) => {
      const params = { path: { projectId }, query: { ...filter, ...page } }
      return http.GET('/projects/{projectId}/tasks', { params, ...options })
    }),

  /** Changes up to `limit` tasks that match. While `has_more` is true, more tasks may match: pass on `next_cursor`. */
  updateTasks: (
    projectId: string,
    change: TasksChange,
    options: TryOptions = {},
  ): Promise<TasksChangeReport> => changeTasks(http, projectId, change, options),

  /** Changes all tasks that match, request by request. Returns the sum. The other tasks no longer match, or were skipped. */
  updateAllTasks: (
    projectId: string,
    change: Pick<TasksChange, 'where' | 'set'>,
    options: TryOptions = {},
  ): Promise<Pick<TasksChangeReport, 'matched' | 'updated' | 'skipped'>> =>
    changeTasksFully(http, projectId, change, options),

  /** The deleted tasks of a project, most recently deleted first. */
  listTrash: (projectId: string, listed: PageOptions = {}): AsyncGenerator<TrashedTask, void, undefined> =>
    entriesOf('tasks', listed, ({ page, options }) =>
      http.GET('/projects/{projectId}/trash', { params: { path: { projectId }, query: page }, ...options }),
    ),

  /** The text of a project's tasks, in parts: `for await (const part of client.projects.export(id)) file.write(part)`. */
  export: async function* (
    projectId: string,
    options: ExportOptions = {},
  ): AsyncGenerator<string, void, undefined> {
    const { exportOf } = await import('./export.ts')
    yield* exportOf(http, projectId, options)
  },
})

/** Calls about the lanes of a project. Create and update return the whole project. */
export const lanesOf = (http: Http) => ({
  /** With an `id`, it is retried like any other call. Without, not when the outcome is unknown: a retry could add a second lane. */
  create: async (
    projectId: string,
    body: NewLane,
    options: CallOptions = {},
  ): Promise<ProjectAnswer & { laneId: string }> => {
    const answer = await answerOf(
      http.POST('/projects/{projectId}/lanes', { body, ...at({ projectId }, options) }),
      'project',
    )
    return { ...answer.data, laneId: createdId(answer.headers) }
  },

  update: (
    projectId: string,
    laneId: string,
    body: LaneChanges,
    options: CallOptions = {},
  ): Promise<ProjectAnswer> =>
    dataOf(
      http.PATCH('/projects/{projectId}/lanes/{laneId}', { body, ...at({ projectId, laneId }, options) }),
      'project',
    ),

  delete: (projectId: string, laneId: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(
      http.DELETE('/projects/{projectId}/lanes/{laneId}', at({ projectId, laneId }, options)),
      'success',
    ),
})
