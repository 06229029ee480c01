import * as z from 'zod/mini'
import { ApiError } from '../contract/api-error.ts'
import { isVisible, label } from '../contract/fields.ts'
import { maxImportRows } from '../contract/limits.ts'
import { newSubtask } from '../tasks/subtask-fields.ts'
import { newTask } from '../tasks/task.ts'
import { remadeFields } from '../tasks/fields.ts'
import { describeIssues } from '../shared/describe-issues.ts'
import { shortText } from '../shared/short-text.ts'
import { fileCommentOf, type RawComment } from './comments.ts'
import { fit, fittingLane } from './fit.ts'
import { rowWarnings } from './named-warnings.ts'
import type { FailedRow, FileValue, ImportedRow, ImportedTask, Parsed, Warning, RawTask } from './parsed.ts'

/**
 * The fields of a task as the contract wants them. A wrong one makes the row fail. The lane is in the place of its id:
 * a row without an external id is recognised by a hash of its fields in this order (row-keys.ts).
 */
const importedTask = z.strictObject(
  Object.fromEntries(
    Object.entries({ ...newTask.shape, subtasks: z._default(z.array(newSubtask), []) })
      .filter(([name]) => name !== 'projectId')
      .map(([name, schema]) => (name === 'workflowLaneId' ? ['lane', z.optional(label)] : [name, schema])),
  ) as unknown as Record<keyof ImportedTask, z.ZodMiniType>, // ImportedTask is made of NewTask in the same way
)

/** The members of an exported task that an import makes anew. */
export const anewFields: readonly string[] = [...remadeFields, 'deleted_at', 'purge_at']

/** Whether an exported task is in the trash, by its `deleted_at`. */
export const isInTrash = (deletedAt: unknown): boolean =>
  deletedAt !== undefined && deletedAt !== null && deletedAt !== ''

/** The file's names for fields of a task, for error messages. Other fields have their names in requests. */
export type FieldNames = Readonly<Partial<Record<keyof ImportedTask, string>>>

/** The longest part of a name from a file that a message shows, in characters. */
const maxNameCharacters = 40

/** A name from a file, short enough for a message. */
export const shortName = (name: string): string =>
  shortText(name.replace(/\s+/g, ' ').trim(), maxNameCharacters)

/** A row as a warning names it. */
export const rowName = (row: number, label: unknown): string =>
  typeof label === 'string' && isVisible(label) ? `“${shortName(label)}” (row ${row})` : `Row ${row}`

/** Names the rows of the subtasks that a failed row takes with it. */
const leftOutWith = ([first, ...others]: readonly number[]): string =>
  others.length === 0
    ? `Its sub-task in row ${String(first)} is left out too.`
    : `Its ${others.length + 1} sub-tasks in rows ${String(first)} to ${String(others.at(-1))} are left out too.`

/**
 * A row that cannot become a task.
 * @param subtaskRows the rows of its subtasks, where they have rows of their own
 */
export function failedRow(
  row: number,
  problem: string,
  { subtaskRows = [], code = 'invalid_request' }: { subtaskRows?: readonly number[]; code?: string } = {},
): FailedRow {
  const message =
    subtaskRows.length > 0 ? `${problem.replace(/\.$/, '')}. ${leftOutWith(subtaskRows)}` : problem
  return { row, error: { code, message } }
}

/** The error for a file with too many tasks. */
export const tooManyTasks = (): ApiError =>
  new ApiError(
    'invalid_request',
    `The file has more than ${maxImportRows.toLocaleString('en')} tasks: split it into files of at most so many, and import one after the other.`,
  )

/** The character that stands for bytes that were not UTF-8 and that another program has replaced. */
const replacementCharacter = '\uFFFD'

/** Collects what a parser finds in a file, checks it, and keeps it within the limits. */
export class Collector {
  readonly #names: FieldNames
  readonly #rows: ImportedRow[] = []
  readonly #failed: FailedRow[] = []
  readonly #counts = new Map<string, number>()
  readonly #lanes = new Set<string>()
  readonly #rowOfExternalId = new Map<string, number>()
  readonly #remarks = rowWarnings()

  /** @param names the name that the file gives to each field of a task */
  constructor(names: FieldNames) {
    this.#names = names
  }

  /** The file's name of a field. */
  nameOf(field: string): string {
    return this.#names[field as keyof FieldNames] ?? field // any other has no name there
  }

  /** Counts something that is left out. */
  count(message: string, amount = 1): void {
    if (amount > 0) this.#counts.set(message, (this.#counts.get(message) ?? 0) + amount)
  }

  /** Says what a task lacks of its row. */
  remark(row: number, label: unknown, remark: string): void {
    this.count(this.#remarks.of(`${rowName(row, label)}: ${remark}.`))
  }

  /** Adds a lane, whether it has tasks or not. An invalid lane is skipped. */
  addLane(lane: unknown): void {
    const { data } = label.safeParse(fittingLane(lane))
    if (data !== undefined) this.#lanes.add(data)
  }

  /** @throws ApiError invalid_request when the file has too many tasks */
  #refuseTooMany(): void {
    if (this.#rows.length + this.#failed.length >= maxImportRows) throw tooManyTasks()
  }

  /**
   * Adds a row that cannot become a task.
   * @throws ApiError invalid_request when the file has too many tasks
   */
  fail(row: number, problem: string, subtaskRows: readonly number[] = []): void {
    this.#refuseTooMany()
    this.#failed.push(failedRow(row, problem, { subtaskRows }))
  }

  /**
   * Makes a row fit, checks it as the API checks a new task, and adds it to the tasks or to those that failed.
   * @param subtaskRows the rows of its subtasks, where they have rows of their own
   * @param values the file's further values
   * @param known what earlier releases read of the row, if that is less
   * @throws ApiError invalid_request when the file has too many tasks
   */
  add(
    row: number,
    raw: RawTask,
    subtaskRows: readonly number[] = [],
    values: readonly FileValue[] = [],
    known?: RawTask,
  ): void {
    const { task, remarks, counts } = fit(raw, (field) => this.nameOf(field))
    const { success, data: checked, error } = importedTask.safeParse(task)
    if (!success) {
      this.fail(row, this.#describe(error.issues, raw), subtaskRows)
      return
    }
    const data = checked as ImportedTask // its schemas are those of a new task
    const externalId = data.externalId?.normalize('NFC')
    const earlier = externalId === undefined ? undefined : this.#rowOfExternalId.get(externalId)
    if (earlier !== undefined) {
      const problem = `${this.nameOf('externalId')} is also that of row ${earlier}: it must be unique`
      this.fail(row, problem, subtaskRows)
      return
    }
    this.#refuseTooMany()
    if (externalId !== undefined) this.#rowOfExternalId.set(externalId, row)
    if (data.lane !== undefined) this.#lanes.add(data.lane)
    for (const message of counts) this.count(message)
    for (const remark of remarks) this.remark(row, raw.label, remark)
    if (JSON.stringify(data).includes(replacementCharacter)) {
      this.count('Some characters could not be read and show as \uFFFD: save the file as UTF-8.')
    }
    this.#rows.push({
      row,
      task: data,
      ...(known && { knownAs: importedTask.safeParse(known).data as ImportedTask | undefined }), // as above
      ...(values.length > 0 && { values }),
      ...(subtaskRows.length > 0 && { subtaskRows }),
    })
  }

  /** Adds a comment to the row above it. */
  comment(row: number, raw: RawComment): void {
    const above = this.#rows.at(-1)
    const comment = fileCommentOf(raw)
    if (above?.row !== row) this.count('Comments of tasks that are not imported are left out.')
    else if (!comment) this.count('Comments without text are left out.')
    else (above.comments ??= []).push(comment)
  }

  #describe(issues: Parameters<typeof describeIssues>[0], raw: RawTask): string {
    const [first] = describeIssues(issues.slice(0, 1), raw, importedTask, 'body')
    const [field = '', ...rest] = (first?.path ?? '').split('.')
    return `${[this.nameOf(field), ...rest].join('.')} ${first?.message ?? 'is wrong'}`
  }

  /** Returns all that was found. */
  parsed(): Parsed {
    const warnings: Warning[] = Array.from(this.#counts, ([message, count]) => ({ message, count }))
    return { rows: this.#rows, failed: this.#failed, warnings, lanes: [...this.#lanes] }
  }
}
