import { ApiError } from '../contract/api-error.ts'
import { isJsonObject, parseJson, type JsonObject } from '../shared/json.ts'
import { bodyName, importedFields } from '../tasks/fields.ts'
import { anewFields, Collector, isInTrash, shortName, type FieldNames } from './collector.ts'
import type { RawComment } from './comments.ts'
import type { Parsed } from './parsed.ts'
import { statusOf, unknownStatus } from './status.ts'
import { NamedWarnings } from './named-warnings.ts'

/** The fields that an import takes, by their names in requests. */
const fieldNames: FieldNames = {
  lane: 'lane',
  ...Object.fromEntries(importedFields.map((name) => [bodyName(name), name])),
}

/** Returns the name of a field in answers for its name in requests: `external_id` for `externalId`. */
const answerName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const knownFields = new Set<string>([...Object.values(fieldNames), ...anewFields])

/** An object with the names of answers, whichever names it had. */
const withAnswerNames = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [answerName(name), member]))

/** Passes on what is no object, for its own error. */
function subtaskOf(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const { label, is_completed: isCompleted = false } = withAnswerNames(value)
  return { label, isCompleted }
}

/** A comment of a file, with the names of answers. */
const rawComment = ({
  text,
  id,
  author,
  created_at: time,
  external_id: externalId,
}: JsonObject): RawComment => ({
  ...{ text, id, author, time, externalId },
})

/** A task of a file, or what is wrong with its line where each line is one. */
type Entry = { row: number } & ReturnType<typeof parseJson>

function* linesOf(text: string): Generator<Entry> {
  let row = 0
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const line = text.slice(start, end).trim()
    row += 1
    start = end + 1
    if (line === '') continue
    const json = parseJson(line)
    yield { row, ...json }
  }
}

const notTasks = (problem: string) =>
  new ApiError(
    'invalid_request',
    `The file ${problem}. Send an array of tasks, {"tasks": […]}, or one task as JSON on each line.`,
  )

/** @throws ApiError invalid_request */
function entriesOf(text: string, collector: Collector): Iterable<Entry> {
  const json = parseJson(text)
  if ('problem' in json) {
    const [first = ''] = text.trimStart().split('\n', 1)
    const ofLine = parseJson(first)
    if ('value' in ofLine && isJsonObject(ofLine.value)) return linesOf(text)
    throw notTasks(json.problem)
  }
  const { value } = json
  if (Array.isArray(value)) return value.map((one: unknown, index) => ({ row: index + 1, value: one }))
  if (!isJsonObject(value)) throw notTasks('holds no tasks')
  if (Array.isArray(value.tasks)) {
    if (value.next_cursor != null)
      collector.count('The file is one page of a list: its next_cursor leads to more tasks.')
    return value.tasks.map((one: unknown, index) => ({ row: index + 1, value: one }))
  }
  if (Array.isArray(value.cards)) throw notTasks('looks like a board of Trello: import it with format=trello')
  return [{ row: 1, value }]
}

/**
 * Reads tasks as JSON: as the API shows them, with `lane` as the label of a lane, or with the names of requests.
 * @throws ApiError invalid_request when it is not such a file, or has too many tasks
 */
export function parseTasks(text: string): Parsed {
  const collector = new Collector(fieldNames)
  const unknown = new NamedWarnings('Other fields are left out.')
  /** The line of the task above, and its id there. */
  let above: { row: number; id: unknown } | undefined
  for (const entry of entriesOf(text, collector)) {
    const { row } = entry
    const problem = 'problem' in entry ? entry.problem : undefined
    const value = 'value' in entry ? entry.value : undefined
    if (problem !== undefined || !isJsonObject(value)) {
      collector.fail(row, problem ?? 'must be a JSON object')
      above = undefined // it may be the task of the comments below it
      continue
    }
    if (value.comment !== undefined && value.label === undefined) {
      const { task_id: taskId, ...comment } = isJsonObject(value.comment)
        ? withAnswerNames(value.comment)
        : {}
      const isOther = taskId != null && above?.id !== undefined && taskId !== above.id
      if (above && !isOther) collector.comment(above.row, rawComment(comment))
      else collector.count('Comments that are not below their task are left out.')
      continue
    }
    const task = withAnswerNames(value)
    above = { row, id: task.id }
    if (isInTrash(task.deleted_at)) {
      collector.count('Tasks in the trash are left out.')
      continue
    }
    if (task.workflow_lane_id != null && task.lane == null)
      collector.count('workflow_lane_id is left out: an import finds a lane by its label, in the field lane.')
    const unknownNames = Object.keys(task).filter((name) => !knownFields.has(name))
    const unknownWarnings = unknownNames.map((name) =>
      unknown.of(`The field ${shortName(name)} is left out.`),
    )
    for (const warning of new Set(unknownWarnings)) collector.count(warning)
    const { status: given } = task
    const isName = typeof given === 'string' || typeof given === 'number'
    const status = isName ? statusOf(String(given)) : (given ?? null)
    if (status === undefined) collector.remark(row, task.label, unknownStatus(String(given)))
    if (task.fields != null && !isJsonObject(task.fields)) {
      collector.fail(row, 'fields must be an object')
      continue
    }
    const values = Object.entries(task.fields ?? {})
      .filter(([, given]) => given !== null)
      .map(([key, given]) => ({
        ...{ key, given },
        name: `fields.${key}`,
        ...{ leftOut: `The field ${shortName(key)} is left out.`, isNamed: true },
      }))
    const raw = {
      ...Object.fromEntries(
        Object.entries(fieldNames).map(([field, name]) => [field, task[name] ?? undefined]),
      ),
      // what is null in these is wrong, or is none
      ...{ label: task.label, description: task.description, status: status ?? undefined },
      ...(Array.isArray(task.subtasks) && { subtasks: task.subtasks.map(subtaskOf) }),
      fields: undefined, // they are values
    }
    collector.add(row, raw, [], values)
  }
  return collector.parsed()
}
