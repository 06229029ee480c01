import * as z from 'zod/mini'
import { commentText } from '../comments/comment.ts'
import { invalidField, invalidFields, type ErrorDetail } from '../contract/api-error.ts'
import { cutText } from '../contract/cut.ts'
import { isVisible } from '../contract/fields.ts'
import {
  maxCommentCharacters,
  maxDescriptionCharacters,
  maxFieldTextCharacters,
  maxLabelCharacters,
  maxSubtasks,
} from '../contract/limits.ts'
import { byDefinitions, readDefinitions, type Definitions } from '../fields/definitions.ts'
import { isOfTime, type FieldType, type TimeType } from '../fields/kinds.ts'
import { me } from '../fields/members.ts'
import { typeRules, type FieldValue } from '../fields/types.ts'
import { attributeOf, textOfValue, type FieldInputs } from '../fields/values.ts'
import { describeIssues, shownName } from '../shared/describe-issues.ts'
import { isJsonObject } from '../shared/json.ts'
import { oneLine, shortList } from '../shared/short-text.ts'
import { checkTemplate, fillTemplate, parseTemplate, type PlaceholderRule } from '../shared/template.ts'
import type { Tenant } from '../table/tenant.ts'
import { createShape, shownFields, taskFieldNames } from '../tasks/fields.ts'
import { timeNames } from '../tasks/filter.ts'
import type { TaskItem } from '../tasks/task-item.ts'
import { subtaskContent } from '../tasks/subtask-fields.ts'
import type { TaskSet, Where } from '../tasks/update-where-request.ts'
import {
  dateAt,
  distanceProblem,
  isDistance,
  orDistance,
  timeAt,
  unsignedProblem,
  type Moment,
} from './distance.ts'
import { localParts } from './time/wall-time.ts'

/*
 * What a rule stores becomes what a run does: texts with placeholders, and distances from the run in place of times.
 */

/** The run of a rule: its time, and the task that triggered it. */
export interface Occurrence extends Moment {
  task?: TaskItem | undefined
}

/**
 * The task that a rule creates, as it is stored, and with its texts filled in. Its project is that of the rule. Each run makes
 * another task, at the end.
 */
export const taskTemplate = z.extend(
  z.omit(z.strictObject(createShape), { projectId: true, id: true, position: true }),
  { subtasks: z._default(z.array(subtaskContent).check(z.maxLength(maxSubtasks)), []) },
)
export type TaskTemplate = z.output<typeof taskTemplate>

/** The types of the account's fields by their keys, those of deleted fields too. */
export type FieldTypes = ReadonlyMap<string, FieldType>

const typesIn = ({ fields, retired }: Definitions): FieldTypes =>
  new Map([...retired, ...fields].map(({ key, type }) => [key, type]))

/** The types of all fields, as they are stored: to check a rule. */
export const allFieldTypes = async (tenant: Tenant): Promise<FieldTypes> =>
  typesIn(await readDefinitions(tenant))

/** The types of the fields that a rule gives values: to run it. Nothing is read if there are none. */
export async function fieldTypesOf(tenant: Tenant, inputs: FieldInputs = {}): Promise<FieldTypes> {
  const keys = Object.keys(inputs)
  if (keys.length === 0) return new Map()
  return byDefinitions(tenant, (definitions) => {
    const result = typesIn(definitions)
    return { result, isRefused: keys.some((key) => !result.has(key)) }
  })
}

const momentNames = ['date', 'time', 'week'] as const
const ofTask = 'task.'
const ofField = 'fields.'
/** Texts, numbers and ids. */
const plainFields: readonly string[] = taskFieldNames.filter(
  (name) => name !== 'subtasks' && name !== 'fields',
)

/** What the placeholder of a name stands for; undefined if it is empty. */
function valueOf({ task, atMs, timeZone }: Occurrence, name: string): string | undefined {
  const ofMoment = momentNames.find((one) => one === name)
  if (ofMoment) return localParts(atMs, timeZone)[ofMoment]
  if (!task || !name.startsWith(ofTask)) return undefined
  const field = name.slice(ofTask.length)
  if (field.startsWith(ofField)) {
    const value: FieldValue | undefined = task[attributeOf(field.slice(ofField.length))]
    return value === undefined ? undefined : textOfValue(value, ', ')
  }
  const value = plainFields.includes(field) ? shownFields(task)[field] : undefined
  return value === undefined || value === null ? undefined : [value].flat().map(String).join(', ')
}

const fill = (
  text: string,
  occurrence: Occurrence,
  most: number,
  asInserted: (value: string) => string = (value) => value,
): string => {
  const find = (name: string) => {
    const value = valueOf(occurrence, name)
    return value === undefined ? undefined : asInserted(value)
  }
  // a code point has at most two code units
  return cutText(fillTemplate(parseTemplate(text), find, 2 * most), most)
}

/**
 * Fills in the placeholders of a text: `{{date}}`, `{{time}}` and `{{week}}` of the run in its zone, and with a task
 * `{{task.label}}`, `{{task.fields.<key>}}` and others. `textProblem` says before which are wrong.
 */
export const expandText = (text: string, occurrence: Occurrence): string =>
  fill(text, occurrence, maxDescriptionCharacters)

/**
 * The text of the comment that a run adds. One that is too long is cut.
 * @throws ApiError invalid_request if it is empty
 */
export function expandComment(text: string, occurrence: Occurrence): string {
  const filled = fill(text, occurrence, maxCommentCharacters)
  const result = commentText.safeParse(filled)
  if (result.success) return result.data
  throw invalidField('text', result.error.issues[0]?.message ?? 'is no text')
}

const expandLabel = (text: string, occurrence: Occurrence): string =>
  fill(text.trim(), occurrence, maxLabelCharacters, oneLine)

/** The time or date of a distance; anything else as it is. */
function expandDistance(given: unknown, type: FieldType | undefined, moment: Moment): unknown {
  if (typeof given !== 'string' || !isDistance(given)) return given
  if (type === 'date') return dateAt(given, moment)
  return type === 'datetime' ? timeAt(given, moment) : given
}

/** A value whose text becomes empty takes the value off, as null does. */
function expandValue(given: unknown, type: FieldType | undefined, occurrence: Occurrence): unknown {
  const value = expandDistance(given, type, occurrence)
  if (typeof value !== 'string' || !value.includes('{{')) return value
  const text = expandText(value, occurrence).trim()
  if (!isVisible(text)) return null
  return type === 'text' ? cutText(text, maxFieldTextCharacters) : text
}

type Expand = (given: unknown, type: FieldType | undefined) => unknown

const expandEach = (fields: FieldInputs, types: FieldTypes, expand: Expand): FieldInputs =>
  Object.fromEntries(Object.entries(fields).map(([key, given]) => [key, expand(given, types.get(key))]))

const expandValues = (fields: FieldInputs, types: FieldTypes, occurrence: Occurrence): FieldInputs =>
  expandEach(fields, types, (given, type) => expandValue(given, type, occurrence))

/**
 * The task that a run creates. A text that is too long is cut, but for the external id.
 * @throws ApiError invalid_request if a text is none that a task takes, such as an empty label
 */
export function expandTask(template: TaskTemplate, occurrence: Occurrence, types: FieldTypes): TaskTemplate {
  const { description, externalId, fields } = template
  const task = {
    ...template,
    label: expandLabel(template.label, occurrence),
    ...(typeof description === 'string' && { description: expandText(description, occurrence) }),
    ...(externalId !== undefined && { externalId: expandText(externalId, occurrence) }),
    subtasks: template.subtasks.map((one) => ({ ...one, label: expandLabel(one.label, occurrence) })),
    ...(fields && { fields: expandValues(fields, types, occurrence) }),
  }
  const result = taskTemplate.safeParse(task)
  if (result.success) return result.data
  const { message, issues } = result.error
  const [first = { path: '', message }, ...others] = describeIssues(issues, task, taskTemplate, 'body')
  throw invalidFields(first, ...others)
}

/** What tasks become in a run. */
export const expandSet = (set: TaskSet, occurrence: Occurrence, types: FieldTypes): TaskSet => ({
  ...set,
  ...(typeof set.description === 'string' && { description: expandText(set.description, occurrence) }),
  ...(set.fields && { fields: expandValues(set.fields, types, occurrence) }),
})

/** Which tasks a run means: each distance becomes a time or a date. */
export function expandWhere(where: Where, moment: Moment, types: FieldTypes): Where {
  const times = timeNames.flatMap((name) => {
    const given = where[name]
    return given !== undefined && isDistance(given) ? [[name, timeAt(given, moment)] as const] : []
  })
  const expand: Expand = (given, type) =>
    isJsonObject(given)
      ? Object.fromEntries(
          Object.entries(given).map(([name, value]) => [name, expandDistance(value, type, moment)]),
        )
      : expandDistance(given, type, moment)
  return {
    ...where,
    ...Object.fromEntries(times),
    ...(where.fields && { fields: expandEach(where.fields, types, expand) }),
  }
}

/** What a text or a value of a rule may use. */
export interface Available {
  /** Whether a task triggers the rule. */
  hasTask: boolean
  types: FieldTypes
}

const placeholders = ({ hasTask, types }: Available): PlaceholderRule => {
  const known = [
    ...momentNames,
    ...(hasTask ? plainFields.map((name) => `${ofTask}${name}`) : []),
    ...(hasTask ? [...types.keys()].map((key) => `${ofTask}${ofField}${key}`) : []),
  ]
  return {
    names: 'what it stands for',
    example: 'date',
    problemOf: (name) => {
      if (known.includes(name)) return undefined
      const why =
        !hasTask && name.startsWith(ofTask) ? 'no task triggers this rule' : 'there is no such placeholder'
      return `${why} (there are ${shortList(known)})`
    },
  }
}

/** What is wrong with the placeholders of a text, worded to follow its name. */
export const textProblem = (text: string, available: Available): string | undefined =>
  checkTemplate(text, placeholders(available))

/** What is wrong with a date or a distance in place of one, worded to follow its name. */
function dateProblem(given: string, type: TimeType): string | undefined {
  if (isDistance(given)) return distanceProblem(given)
  const unsigned = unsignedProblem(given)
  if (unsigned !== undefined) return unsigned
  return typeRules[type].read(given, []) === undefined
    ? `must be ${typeRules[type].takes([])}, ${orDistance}`
    : undefined
}

function valueProblem(given: unknown, type: FieldType | undefined, available: Available): string | undefined {
  if (typeof given !== 'string') return undefined
  return isOfTime(type) && !given.includes('{{') ? dateProblem(given, type) : textProblem(given, available)
}

const detail = (path: string, message: string | undefined): ErrorDetail[] =>
  message === undefined ? [] : [{ path, message }]

const valueProblems = (fields: FieldInputs = {}, available: Available): ErrorDetail[] =>
  Object.entries(fields).flatMap(([key, given]) =>
    detail(`fields.${shownName(key)}`, valueProblem(given, available.types.get(key), available)),
  )

/**
 * What is wrong with the placeholders and distances of a task to create. Whether its fields exist and take their values
 * is checked with what `expandTask` makes of it.
 */
export const taskProblems = (template: TaskTemplate, available: Available): ErrorDetail[] => [
  ...(['label', 'description', 'externalId'] as const).flatMap((path) =>
    detail(path, textProblem(template[path] ?? '', available)),
  ),
  ...template.subtasks.flatMap(({ label }, index) =>
    detail(`subtasks.${index}.label`, textProblem(label, available)),
  ),
  ...valueProblems(template.fields, available),
]

/** The same for what tasks become. */
export const setProblems = (set: TaskSet, available: Available): ErrorDetail[] => [
  ...detail('description', textProblem(set.description ?? '', available)),
  ...valueProblems(set.fields, available),
]

/** A rule runs for nobody, also when a person has made it. */
const memberProblem = (given: unknown): string | undefined =>
  given === me ? 'must not be me: a rule runs for nobody, so name a member by e-mail address' : undefined

/** The same for the conditions on fields; times are checked by their schema, `timeOrDistance`. */
export const whereProblems = ({ fields = {} }: Where, { types }: Pick<Available, 'types'>): ErrorDetail[] =>
  Object.entries(fields).flatMap(([key, given]) => {
    const type = types.get(key)
    const path = `fields.${shownName(key)}`
    if (type === 'member') return detail(path, memberProblem(given))
    if (!isOfTime(type)) return []
    const values = isJsonObject(given)
      ? Object.entries(given).map(([name, value]) => [`${path}.${shownName(name)}`, value] as const)
      : [[path, given] as const]
    return values.flatMap(([at, value]) =>
      detail(at, typeof value === 'string' ? dateProblem(value, type) : undefined),
    )
  })
