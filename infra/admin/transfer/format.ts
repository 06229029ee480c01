import * as z from 'zod/mini'
import { comment, commentText } from '../../../lib/comments/comment.ts'
import { externalId, label, status, timestamp, uuid } from '../../../lib/contract/fields.ts'
import { maxLanes } from '../../../lib/contract/limits.ts'
import { field } from '../../../lib/fields/field.ts'
import { fieldTypes } from '../../../lib/fields/kinds.ts'
import { projectAnswer } from '../../../lib/projects/project.ts'
import { describeIssues } from '../../../lib/shared/describe-issues.ts'
import { bodyName, importedFields } from '../../../lib/tasks/fields.ts'
import { newTask, task, trashedTask, type NewTask } from '../../../lib/tasks/task.ts'
import type { ProjectCopy } from '../../../lib/transfer/create-project-once.ts'
import { lineError, type Line } from './lines.ts'

/** The version of the format that this release writes: since 2, with comments. It reads the earlier ones, too. */
export const version = 2
const versions = [1, version] as const

/** The first line. The client writes the same: client/src/export.ts. */
const start = z.strictObject({
  type: z.literal('tasks-api-export'),
  version: z.literal(versions),
  exported_at: timestamp,
  trash: z.boolean(),
})

const projectLine = z.strictObject({
  ...projectAnswer.shape.project.shape,
  type: z.literal('project'),
  label,
  workflow_lanes: z
    .array(
      z.strictObject({
        id: uuid,
        label,
        task_count: z.number(),
        task_status: z.optional(z.nullable(status)),
      }),
    )
    .check(z.maxLength(maxLanes)),
})

/** The fields of the account, before its projects; absent in an account without any. The client does not know deleted keys. */
const fieldsLine = z.strictObject({
  type: z.literal('fields'),
  fields: z.array(field),
  retired: z._default(z.array(z.strictObject({ key: z.string(), type: z.literal(fieldTypes) })), []),
})

const taskLine = z.strictObject({
  ...task.shape,
  ...z.partial(z.pick(trashedTask, { deleted_at: true, purge_at: true })).shape,
  type: z.literal('task'),
  lane: z.nullable(z.string()),
})

/** A comment of the task above it. */
const commentLine = z.strictObject({
  ...comment.shape,
  ...{ type: z.literal('comment'), text: commentText, external_id: z.optional(externalId) },
})

/** The last line: without it the file is incomplete. */
const end = z.strictObject({
  ...{ type: z.literal('end'), projects: z.int(), tasks: z.int() },
  comments: z._default(z.int(), 0),
})

const lineSchemas = {
  'tasks-api-export': start,
  fields: fieldsLine,
  project: projectLine,
  task: taskLine,
  comment: commentLine,
  end,
} as const

/** A line of the file. */
export type FileLine = {
  [Type in keyof typeof lineSchemas]: z.output<(typeof lineSchemas)[Type]>
}[keyof typeof lineSchemas]

/** A project in the file. */
export type ProjectLine = ProjectCopy & z.output<typeof projectLine>
/** The fields in the file. */
export type FieldsLine = z.output<typeof fieldsLine>
/** A task in the file. */
export type TaskLine = z.output<typeof taskLine>
/** A comment in the file. */
export type CommentLine = z.output<typeof commentLine>

/** Writes a line. */
export const lineOf = (type: keyof typeof lineSchemas, fields: object): string =>
  `${JSON.stringify({ type, ...fields })}\n`

const notOurs = 'This is not an export of this service: its first line does not say so.'

const isObject = (value: unknown): value is { type?: unknown; version?: unknown } =>
  typeof value === 'object' && value !== null

/** @throws Error that names the line and the field */
function parsedBy<S extends z.ZodMiniObject>(schema: S, value: unknown, number: number): z.output<S> {
  const { data, error } = schema.safeParse(value)
  if (data !== undefined) return data
  const [issue] = describeIssues(error?.issues ?? [], value, schema, 'body')
  throw lineError(number, `is not as an export has it: ${issue?.path ?? ''} ${issue?.message ?? ''}`)
}

/**
 * Reads a line.
 * @throws Error that names the line and what is wrong with it
 */
export function parseLine({ number, text }: Line): FileLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    if (number === 1) throw new Error(notOurs)
    throw lineError(number, 'is not JSON: the file is damaged')
  }
  if (!isObject(value) || (number === 1 && value.type !== 'tasks-api-export')) {
    if (number === 1) throw new Error(notOurs)
    throw lineError(number, 'is no JSON object')
  }
  const { type } = value
  if (number === 1 && !versions.some((known) => known === value.version)) {
    throw new Error(
      `The file has version ${JSON.stringify(value.version)} of the format, and this release reads the versions ${versions.join(' and ')}.`,
    )
  }
  const schema = Object.entries(lineSchemas).find(([name]) => name === type)?.[1]
  if (!schema) throw lineError(number, 'is no project, task or comment')
  return parsedBy<typeof schema>(schema, value, number)
}

/**
 * The request that creates a copy of a task.
 * @throws Error that names the line and the field
 */
export function requestOf(
  line: TaskLine,
  { projectId, lanes }: { projectId: string; lanes: ReadonlyMap<string, string> },
  number: number,
): NewTask {
  const { workflow_lane_id } = line
  const lane = workflow_lane_id === null ? null : lanes.get(workflow_lane_id)
  if (lane === undefined) throw lineError(number, 'names a lane that its project does not have')
  const copied = importedFields.flatMap((name) => (line[name] == null ? [] : [[bodyName(name), line[name]]]))
  return parsedBy(
    newTask,
    {
      ...Object.fromEntries(copied),
      ...{ projectId, ...(lane !== null && { workflowLaneId: lane }) },
      subtasks: line.subtasks.map(({ label, is_completed }) => ({ label, isCompleted: is_completed })),
    },
    number,
  )
}
