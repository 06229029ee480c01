import type { FileComment } from './comments.ts'
import type { FieldType } from '../fields/kinds.ts'
import type { ValueChanges } from '../fields/values.ts'
import type { NewTask } from '../tasks/task.ts'

/** A task of a file: a new task, but its lane is named by its label. */
export type ImportedTask = Omit<NewTask, 'projectId' | 'workflowLaneId'> & { lane?: string | undefined }

/** The fields of a row before they are checked. */
export type RawTask = Partial<Record<keyof ImportedTask, unknown>>

/** The values of a file beyond the built-in fields. */
export interface FileValue {
  /** What the file calls it. */
  name: string
  given: unknown
  /** The key of its field, if the format knows it; with `label` and `type`, the field that `createFields` makes. */
  key?: string
  label?: string
  type?: FieldType
  /** Whether it is a column whose own name may be that of another field. */
  isColumn?: boolean
  /** The options that such a field has, even if the file does not use all of them. */
  options?: readonly string[]
  /** The time zone that the file names for it. */
  timeZone?: string | undefined
  /** The warning when no field takes it. */
  leftOut: string
  /** Whether that warning has a name that the file made up, so that there may be many of them: NamedWarnings. */
  isNamed?: boolean
}

/** A row of a file that is a task. Rows count from 1. */
export interface ImportedRow {
  row: number
  task: ImportedTask
  /** The values of the file beyond the built-in fields; `settleValues` turns them into `changes`. */
  values?: readonly FileValue[]
  /** The values of the task as they are stored. */
  changes?: ValueChanges
  /** What earlier releases read of the row: it is recognised by that. Absent: they read the same. */
  knownAs?: ImportedTask | undefined
  /** The rows of its subtasks, in a file in which they have rows of their own. */
  subtaskRows?: readonly number[]
  /** Its comments, oldest first. The row is recognised without them. */
  comments?: FileComment[]
}

/** A row that cannot become a task, and why. */
export interface FailedRow {
  row: number
  error: { code: string; message: string }
}

/** Something that a file has and a task does not, and in how many rows. */
export interface Warning {
  message: string
  count: number
}

/** The content of a file. */
export interface Parsed {
  /** In the order of the file. */
  rows: ImportedRow[]
  failed: FailedRow[]
  warnings: Warning[]
  /** The labels of the lanes, in their order. Some may have no task. */
  lanes: string[]
}
