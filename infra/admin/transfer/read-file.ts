import { createReadStream } from 'node:fs'
import { onFile } from '../file-error.ts'
import {
  parseLine,
  requestOf,
  type FileLine,
  type FieldsLine,
  type ProjectLine,
  type CommentLine,
  type TaskLine,
} from './format.ts'
import { lineError, linesOf } from './lines.ts'

/** A line of the file that holds the fields, a project, a task or a comment of the task before. */
export type Entry = { line: number } & (
  | { kind: 'fields'; definitions: FieldsLine }
  | { kind: 'project'; project: ProjectLine }
  | { kind: 'task'; project: ProjectLine; task: TaskLine }
  | { kind: 'comment'; comment: CommentLine }
)

const broken = (problem: string) => new Error(`The file is not whole: ${problem}. Export it again.`)

/** Checks that lines come in the order in which an export writes them, and that they belong together. */
class Order {
  readonly #projects = new Set<string>()
  #project: ProjectLine | undefined
  #tasks = 0
  #taskId: string | undefined
  #comments = 0
  #hasEnded = false

  /** @throws Error that names the misplaced line */
  take(line: number, value: FileLine): Entry | undefined {
    if (this.#hasEnded) throw lineError(line, 'follows the last one: there are two files in one')
    switch (value.type) {
      case 'tasks-api-export':
        if (line > 1) throw lineError(line, 'begins another export: there are two files in one')
        return undefined
      case 'fields':
        if (line !== 2) throw lineError(line, 'has the fields, which are in the second line')
        return { line, kind: 'fields', definitions: value }
      case 'project': {
        if (this.#projects.has(value.id)) throw lineError(line, 'has a project that came before')
        const lanes = new Set(value.workflow_lanes.map(({ id }) => id))
        if (lanes.size < value.workflow_lanes.length) throw lineError(line, 'has the same lane twice')
        this.#projects.add(value.id)
        this.#project = value
        this.#taskId = undefined
        return { line, kind: 'project', project: value }
      }
      case 'task': {
        const project = this.#project
        if (project?.id !== value.project_id)
          throw lineError(line, 'has a task that is not below its project')
        this.#tasks += 1
        this.#taskId = value.id
        return { line, kind: 'task', project, task: value }
      }
      case 'comment':
        if (value.task_id !== this.#taskId) throw lineError(line, 'has a comment that is not below its task')
        this.#comments += 1
        return { line, kind: 'comment', comment: value }
      case 'end':
        if (value.projects !== this.#projects.size || value.tasks !== this.#tasks)
          throw broken('its last line tells of more or fewer tasks or projects')
        if (value.comments !== this.#comments) throw broken('its last line tells of more or fewer comments')
        this.#hasEnded = true
        return undefined
    }
  }

  /** @throws Error when the last line has not come */
  end(): void {
    if (!this.#hasEnded) throw broken('it has no last line')
  }
}

/**
 * Reads the projects, tasks and comments of an export, one at a time. Each line is checked.
 * @throws Error for an operator, which names the line
 */
export async function* readAccountFile(path: string): AsyncGenerator<Entry, void, undefined> {
  const order = new Order()
  const file = createReadStream(path)
  for await (const line of linesOf(file)) {
    const entry = order.take(line.number, parseLine(line))
    if (entry) yield entry
  }
  order.end()
}

/** The counts of an export's lines. */
export interface Contents {
  projects: number
  tasks: number
  trashed: number
  comments: number
}

/**
 * Reads a whole export to check it, and keeps nothing of it.
 * @throws Error for an operator, which names the file and the line
 */
export const checkAccountFile = (path: string): Promise<Contents> =>
  onFile('read', path, async () => {
    const contents: Contents = { projects: 0, tasks: 0, trashed: 0, comments: 0 }
    for await (const { line, ...entry } of readAccountFile(path)) {
      if (entry.kind === 'fields') continue
      if (entry.kind === 'project') {
        contents.projects += 1
        continue
      }
      if (entry.kind === 'comment') {
        contents.comments += 1
        continue
      }
      const { project, task } = entry
      const lanes = new Map(project.workflow_lanes.map(({ id }) => [id, id]))
      requestOf(task, { projectId: project.id, lanes }, line)
      contents[task.deleted_at === undefined ? 'tasks' : 'trashed'] += 1
    }
    return contents
  })
