import { readDefinitions } from '../../../lib/fields/definitions.ts'
import type { Project } from '../../../lib/projects/project.ts'
import { listProjects } from '../../../lib/projects/list.ts'
import { exportTasks } from '../../../lib/transfer/export.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import { onFile } from '../file-error.ts'
import { inTasks, Progress } from '../progress.ts'
import { writeWhole } from '../whole-file.ts'
import { lineOf, version } from './format.ts'
import type { Contents } from './read-file.ts'

/** Gives access to the account for one step, with a deadline of its own. All steps together may take longer. */
export type Step = () => Tenant

/** Fewer than on a page of the API: the memory of a page is then freed sooner. */
const pageTasks = 100

/** The projects of an account, oldest first. */
async function* projectsOf(step: Step): AsyncGenerator<Project, void, undefined> {
  for (let cursor: string | undefined; ;) {
    const page = await listProjects(step(), { limit: 100, cursor })
    yield* page.projects
    if (page.next_cursor === null) return
    cursor = page.next_cursor
  }
}

type Kind = Exclude<keyof Contents, 'projects'>

/** The lines of a project's tasks and their comments, a page at a time, and of its trash if that is wanted. */
async function* taskLines(step: Step, projectId: string, trash: boolean) {
  for (let cursor: string | undefined; ;) {
    // more is written than a page holds
    const kinds = new Map<string, Kind>()
    const noted = (kind: Kind, line: string) => {
      kinds.set(line, kind)
      return line
    }
    const { rows, next_cursor } = await exportTasks(step(), {
      ...{ projectId, trash, cursor, format: 'account', limit: pageTasks },
      rowOf: (task) => noted('deleted_at' in task ? 'trashed' : 'tasks', lineOf('task', task)),
      commentRowOf: (comment) => noted('comments', lineOf('comment', comment)),
    })
    const count = (kind: Kind) => rows.filter((row) => kinds.get(row) === kind).length
    yield {
      text: rows.join(''),
      ...{ tasks: count('tasks'), trashed: count('trashed'), comments: count('comments') },
    }
    if (next_cursor === null) return
    cursor = next_cursor
  }
}

/** Counts the tasks of an account, for the progress. Those in the trash are not counted anywhere. */
async function countTasks(step: Step): Promise<number> {
  let count = 0
  for await (const { task_count } of projectsOf(step)) count += task_count
  return count
}

/**
 * Writes an account's projects, lanes, tasks and comments to a file. It holds one page of them at a time.
 * @throws Error for an operator
 */
export async function exportAccount(step: Step, path: string, trash: boolean): Promise<Contents> {
  const contents: Contents = { projects: 0, tasks: 0, trashed: 0, comments: 0 }
  const progress = new Progress(await countTasks(step), inTasks)
  await writeWhole(path, async (file) => {
    const write = (text: string) => onFile('write', path, () => file.writeFile(text))
    await write(lineOf('tasks-api-export', { version, exported_at: new Date().toISOString(), trash }))
    const { fields, retired } = await readDefinitions(step())
    if (fields.length + retired.length > 0) await write(lineOf('fields', { fields, retired }))
    for await (const project of projectsOf(step)) {
      await write(lineOf('project', project))
      contents.projects += 1
      for await (const { text, tasks, trashed, comments } of taskLines(step, project.id, trash)) {
        await write(text)
        contents.tasks += tasks
        contents.trashed += trashed
        contents.comments += comments
        progress.add(tasks + trashed)
      }
    }
    const { projects, tasks, trashed, comments } = contents
    await write(lineOf('end', { projects, tasks: tasks + trashed, comments }))
  }).finally(() => {
    progress.end()
  })
  return contents
}
