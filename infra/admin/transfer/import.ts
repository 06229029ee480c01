import { ApiError } from '../../../lib/contract/api-error.ts'
import { copyComments, type CopiedComment } from '../../../lib/comments/create-many.ts'
import { copiedValues } from '../../../lib/fields/check.ts'
import { copyDefinitions, type Definitions } from '../../../lib/fields/definitions.ts'
import { inParallel } from '../../../lib/table/in-parallel.ts'
import { isBusy } from '../../../lib/table/send.ts'
import { copiedIds, createProjectOnce, type CopiedIds } from '../../../lib/transfer/create-project-once.ts'
import { createTasks, type Created } from '../../../lib/tasks/create-many.ts'
import { trashTask } from '../../../lib/tasks/trash.ts'
import type { Step } from './export.ts'
import { requestOf, type CommentLine } from './format.ts'
import type { Progress } from '../progress.ts'
import type { Entry } from './read-file.ts'

/** How much was created, now and by an earlier import. */
export interface Made {
  created: number
  existing: number
}

/** A task that could not be created. */
export interface FailedTask {
  line: number
  code: string
  message: string
}

/** The result of an import. */
export interface ImportSummary {
  projects: Made
  tasks: Made
  trashed: Made
  /** Those of tasks that could not be created are not counted. */
  comments: Made
  /** Comments for which a task had no room, or whose external id another comment has. */
  comments_left_out: number
  /** Tasks in the trash that were left out. */
  skipped: number
  /** Values of fields that the account lacks and has no room for. */
  values_left_out: number
  failed: number
  /** The first of those that failed. */
  failures: FailedTask[]
}

/** The options of an import. */
export interface Importing {
  step: Step
  /** The quota of new projects. */
  taskQuota: number
  /** Whether to create tasks in the trash too. */
  trash: boolean
  progress: Progress
}

type TaskEntry = Extract<Entry, { kind: 'task' }> & { comments: CommentLine[] }

const batchTasks = 99 // as many as one transaction takes with the count
/** The comments that wait with their tasks, unless one task has more. */
const batchComments = 250
const maxFailures = 100
const parallel = 10

/** Refusals that show that a task has been in the trash before, or has changed since. */
const isPast = (error: unknown) =>
  error instanceof ApiError && ['task_not_found', 'precondition_failed'].includes(error.code)

/** A comment of a file. Its author stays, who is of that account. */
const copyOf = ({ id, text, author, external_id: externalId }: CommentLine): CopiedComment => ({
  ...{ text, author, key: `id ${id}`, externalId },
})

/** Imports the entries of a file, in their order. */
class Import {
  readonly #options: Importing
  readonly #summary: ImportSummary = {
    ...{ projects: { created: 0, existing: 0 }, tasks: { created: 0, existing: 0 } },
    ...{
      trashed: { created: 0, existing: 0 },
      comments: { created: 0, existing: 0 },
      comments_left_out: 0,
      skipped: 0,
      values_left_out: 0,
      failed: 0,
      failures: [],
    },
  }
  #ids: CopiedIds = { projectId: '', lanes: new Map() }
  #definitions: Definitions | undefined
  #waiting: TaskEntry[] = []

  constructor(options: Importing) {
    this.#options = options
  }

  /** Takes an entry. Tasks are created when enough of them wait. */
  async take(entry: Entry): Promise<void> {
    if (entry.kind === 'fields') {
      this.#definitions = await copyDefinitions(this.#options.step(), entry.definitions)
    } else if (entry.kind === 'project') {
      await this.#createWaiting()
      const { step, taskQuota } = this.#options
      this.#ids = copiedIds(step(), entry.project)
      const isNew = await createProjectOnce(step(), entry.project, taskQuota)
      this.#summary.projects[isNew ? 'created' : 'existing'] += 1
    } else if (entry.kind === 'comment') {
      const above = this.#waiting.at(-1)
      if (above?.task.id === entry.comment.task_id) above.comments.push(entry.comment) // else its task is left out
    } else if (entry.task.deleted_at !== undefined && !this.#options.trash) {
      this.#summary.skipped += 1
      this.#options.progress.add(1)
    } else {
      const comments = this.#waiting.reduce((sum, one) => sum + one.comments.length, 0)
      if (this.#waiting.length === batchTasks || comments >= batchComments) await this.#createWaiting()
      this.#waiting.push({ ...entry, comments: [] })
    }
  }

  /** Creates what still waits. */
  async end(): Promise<ImportSummary> {
    await this.#createWaiting()
    return this.#summary
  }

  async #createWaiting(): Promise<void> {
    const entries = this.#waiting
    this.#waiting = []
    const { step, taskQuota, progress } = this.#options
    const { projectId } = this.#ids
    const tenant = step()
    const definitions = this.#definitions ?? { fields: [], retired: [] }
    const creates = entries.map(({ task, line }) => {
      const { changes: values, leftOut } = copiedValues(tenant.accountId, definitions, task.fields)
      this.#summary.values_left_out += leftOut
      return { request: requestOf(task, this.#ids, line), key: `import:${projectId}:${task.id}`, values }
    })
    const results = await createTasks(tenant, creates, taskQuota)
    for (const [index, entry] of entries.entries()) this.#count(entry, results[index])
    await inParallel([...entries.entries()], parallel, ([index, { comments }]) =>
      this.#copy(comments, results[index]),
    )
    await inParallel([...entries.entries()], parallel, ([index, { task }]) =>
      task.deleted_at === undefined ? Promise.resolve() : this.#trash(results[index]),
    )
    progress.add(entries.length)
  }

  /** @throws ApiError service_unavailable: the rest would fail as well */
  #count({ line, task }: TaskEntry, result: Created | undefined): void {
    if (result && 'task' in result) {
      const made = task.deleted_at === undefined ? this.#summary.tasks : this.#summary.trashed
      made[result.replayed ? 'existing' : 'created'] += 1
      return
    }
    if (!result || isBusy(result) || result.code === 'internal_error')
      throw result ?? new Error('A task has no result.')
    this.#summary.failed += 1
    if (this.#summary.failures.length >= maxFailures) return
    this.#summary.failures.push({ line, code: result.code, message: result.message })
  }

  /** Adds the comments of a created task, unless it has been in the trash before, or elsewhere. */
  async #copy(comments: readonly CommentLine[], result: Created | undefined): Promise<void> {
    if (comments.length === 0 || !result || !('task' in result)) return
    const destination = { taskId: result.task.id, projectId: this.#ids.projectId }
    let created = 0
    const { full, taken } = await copyComments(
      this.#options.step(),
      destination,
      comments.map(copyOf),
      (added) => {
        created += added
      },
    )
    this.#summary.comments.created += created
    this.#summary.comments_left_out += full + taken
    this.#summary.comments.existing += comments.length - created - full - taken
  }

  /**
   * Moves a created task to the trash, unless it was there before or has changed since: then a person decided about it.
   */
  async #trash(result: Created | undefined): Promise<void> {
    if (!result || !('task' in result)) return
    try {
      await trashTask(this.#options.step(), result.task.id, [result.version])
    } catch (error) {
      if (!isPast(error)) throw error
    }
  }
}

/**
 * Imports the projects, tasks and comments of a file that was checked. It holds one batch of tasks at a time. Tasks of an earlier
 * import of the same file stay as they are.
 * @throws ApiError when storage fails: repeat the import, and it completes what is missing
 */
export async function importEntries(
  entries: AsyncIterable<Entry>,
  options: Importing,
): Promise<ImportSummary> {
  const importing = new Import(options)
  for await (const entry of entries) await importing.take(entry)
  return importing.end()
}
