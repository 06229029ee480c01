import * as z from 'zod/mini'
import {
  descriptionLimit,
  chosenIdRule,
  externalIdLimit,
  exampleIds as ids,
  labelLimit,
  labelRule,
  type FieldTexts,
  type Texts,
} from '../contract/field-texts.ts'
import { chosenId, description, externalId, label, status, timestamp, uuid } from '../contract/fields.ts'
import { maxSubtasks } from '../contract/limits.ts'
import { fieldInputs, fieldTemplates, fieldValues } from '../fields/values.ts'
import { maxFractionDigits, outermostPositions } from './position/new-position.ts'
import { newSubtask, newSubtaskTexts, subtask, subtaskTexts } from './subtask-fields.ts'

/** A LexoRank as the service makes it: bucket 0, six digits, a colon, and a fraction that does not end with zeros. */
const positionPattern = new RegExp(`^0\\|[0-9a-z]{6}:([0-9a-z]{0,${maxFractionDigits - 1}}[1-9a-z])?$`)

const examplePosition = '0|igocfo:cj000qrqm3'

/** The position that a client gives a task: any that an answer shows, or one between two of these. */
const position = z.string().check(
  z.regex(positionPattern, {
    error: `must be a LexoRank as answers have it, such as ${examplePosition}, with at most ${maxFractionDigits} digits and small letters behind the colon and no 0 at its end: send one that sorts between the positions of two tasks`,
    abort: true,
  }),
  z.refine<string>(
    (text) => {
      const { first, last } = outermostPositions()
      return first < text && text < last
    },
    {
      error: () => {
        const { first, last } = outermostPositions()
        return `must be between ${first} and ${last}, a day beyond both ends of a project: to put a task at an end, leave position out of a create, or send {"to": "top"} or {"to": "bottom"} to the move of the task`
      },
    },
  ),
)

/** A check that no two new subtasks have the same id. */
const haveOwnIds = z.refine<{ id?: string | undefined }[]>(
  (subtasks) => {
    const given = subtasks.flatMap(({ id }) => id ?? [])
    return new Set(given).size === given.length
  },
  { error: 'must not have the same id twice' },
)

/** A field of a task: its schema, its texts, and where it takes part. */
interface TaskField {
  /** Its schema in answers. One that may be null or absent there has no attribute then. */
  shown: z.ZodMiniType
  /** Its schema in the body that creates a task; null if nobody sets it. */
  create: z.ZodMiniType | null
  /** Its schema in the body that changes a task; null if such a body cannot change it. */
  change: z.ZodMiniType | null
  /** Whether a conditional change sets it: `set` of PATCH /projects/{projectId}/tasks. */
  set: boolean
  /** Whether an event names it when it has changed. */
  isNamed: boolean
  /** Whether the search `q` looks into it. */
  isSearched: boolean
  /** How a form's mapping gives it: by a template, or as a value with this schema; null if it does not. */
  mapping: 'template' | z.ZodMiniType | null
  /**
   * The names of its column in a CSV file to import, in lower case without spaces, dashes and underscores. The first
   * one in the file is read. Null if an import ignores the field, without a warning.
   */
  columns: readonly string[] | null
}

/** The parts of a row whose default is that the field does not take part. */
const notByDefault = {
  create: null,
  change: null,
  set: false,
  isSearched: false,
  mapping: null,
  columns: null,
} as const

/**
 * The fields of a task, in the order of answers: docs/tasks-interface.md, "Resources and their fields". Everything that
 * handles fields is made from this table: schemas, the item, events, search, the conditional change, mappings, import
 * and export.
 */
export const taskFields = {
  id: { ...notByDefault, shown: uuid, create: z.optional(chosenId), isNamed: false },
  label: {
    shown: z.string(),
    create: label,
    change: z.optional(label),
    set: false,
    isNamed: true,
    isSearched: true,
    mapping: 'template',
    columns: ['label', 'title', 'name', 'task', 'content', 'taskname', 'summary'],
  },
  status: {
    shown: status,
    create: z.optional(status),
    change: z.optional(status),
    set: true,
    isNamed: true,
    isSearched: false,
    mapping: status,
    columns: ['status'],
  },
  project_id: { ...notByDefault, shown: uuid, create: uuid, change: z.optional(uuid), isNamed: true },
  // an import finds the lane by its label, in the column `lane`
  workflow_lane_id: {
    ...notByDefault,
    shown: z.nullable(uuid),
    create: z.optional(z.nullable(uuid)),
    change: z.optional(z.nullable(uuid)),
    set: true,
    isNamed: true,
    mapping: uuid,
  },
  position: {
    ...notByDefault,
    shown: z.string(),
    create: z.optional(position),
    change: z.optional(position),
    isNamed: true,
  },
  description: {
    shown: z.nullable(z.string()),
    create: z.optional(z.nullable(description)),
    change: z.optional(z.nullable(description)),
    set: true,
    isNamed: true,
    isSearched: true,
    mapping: 'template',
    columns: ['description', 'notes'],
  },
  subtasks: {
    ...notByDefault,
    shown: z.array(subtask),
    create: z._default(z.array(newSubtask).check(z.maxLength(maxSubtasks), haveOwnIds), []),
    isNamed: true,
    isSearched: true,
    columns: ['subtasks'],
  },
  external_id: {
    ...notByDefault,
    shown: z.optional(z.string()),
    create: z.optional(externalId),
    isNamed: true,
    isSearched: true,
    mapping: 'template',
    // not `id`: two files may count from 1, and an external id is unique in the account
    columns: ['externalid'],
  },
  // the account's own fields: lib/fields. Each value has an attribute, and events name each as `fields.<key>`
  fields: {
    ...notByDefault,
    shown: z.optional(fieldValues),
    create: z.optional(fieldInputs),
    change: z.optional(fieldInputs),
    set: true,
    isNamed: true,
    mapping: fieldTemplates,
    // in a CSV file each value has a column of its own
    columns: [],
  },
  created_at: { ...notByDefault, shown: timestamp, isNamed: false },
  updated_at: { ...notByDefault, shown: timestamp, isNamed: false },
} as const satisfies Record<string, TaskField>

type TaskFields = typeof taskFields
export type TaskFieldName = keyof TaskFields

export const taskFieldNames = Object.keys(taskFields) as readonly TaskFieldName[] // it has these keys only

/** The name of a field in bodies for its name in answers: `projectId` for `project_id`. */
export type BodyName<F extends string> = F extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<BodyName<Rest>>}`
  : F

export const bodyName = <F extends string>(field: F): BodyName<F> =>
  field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as BodyName<F> // the same rule as the type

/** The fields whose row has a value of this kind. */
type FieldsWith<Aspect extends keyof TaskField, Value> = {
  [F in TaskFieldName]: TaskFields[F][Aspect] extends Value ? F : never
}[TaskFieldName]

/** The names of the fields whose row holds a value of this kind, in the order of the table. */
const namesWith = <Aspect extends keyof TaskField, Value extends TaskField[Aspect]>(
  aspect: Aspect,
  isMeant: (value: TaskField[Aspect]) => value is Value,
) =>
  Object.entries<TaskField>(taskFields).flatMap(([name, field]) =>
    // the table has this name
    isMeant(field[aspect]) ? [name as FieldsWith<Aspect, Value>] : [],
  )

const isThere = <T>(value: T | null): value is T => value !== null
const isNull = (value: unknown): value is null => value === null
const isTrue = (value: boolean): value is true => value
const isTemplate = (value: TaskField['mapping']): value is 'template' => value === 'template'

/** The order of the first releases' bodies. */
const bodyOrder = [
  ...['projectId', 'label', 'description', 'status', 'workflowLaneId', 'lane', 'externalId', 'subtasks'],
]

/**
 * Returns the schemas of a body in the order that every release has had; later fields follow. The parsed request has
 * this order, and its hash identifies repeats, so the order must stay.
 */
const inBodyOrder = <T extends object>(shape: T): T => {
  const rank = (name: string) => (bodyOrder.includes(name) ? bodyOrder.indexOf(name) : bodyOrder.length)
  // the same members
  return Object.fromEntries(Object.entries(shape).toSorted(([a], [b]) => rank(a) - rank(b))) as T
}

/**
 * A request to create a task, in the form that is hashed to recognise repeats: with the status that earlier releases
 * gave to each request.
 */
export const asHashed = <T extends { status?: unknown }>(request: T): T =>
  request.status === undefined ? inBodyOrder({ ...request, status: 0 }) : request

/** The schemas of some fields in a body, by their names in bodies. */
type BodyShape<F extends TaskFieldName, Door extends 'create' | 'change'> = {
  [N in F as BodyName<N>]: TaskFields[N][Door] extends infer S extends z.ZodMiniType ? S : never
}

const shapeOf = <F extends TaskFieldName, Door extends 'create' | 'change'>(
  door: Door,
  names: readonly F[],
): BodyShape<F, Door> =>
  Object.fromEntries(names.map((name) => [bodyName(name), taskFields[name][door]])) as unknown as BodyShape<
    F,
    Door
  > // each name has the schema of its field

const createdFields = namesWith('create', isThere)

/** The schemas of the bodies that create and change a task, and of `set` in a conditional change. */
export const createShape = inBodyOrder(shapeOf('create', createdFields))
export const changeShape = shapeOf('change', namesWith('change', isThere))
export const setShape = shapeOf('change', namesWith('set', isTrue))

/** The fields that a form's mapping gives by a template, by their names in bodies. */
export const templatedFields = namesWith('mapping', isTemplate).map((name) => bodyName(name))

/** The fields that a form's mapping gives. */
export const mappedFields = namesWith('mapping', isThere)
type MappedField = (typeof mappedFields)[number]
type MappedSchema<F extends MappedField, T extends z.ZodMiniType> = z.ZodMiniOptional<
  TaskFields[F]['mapping'] extends infer S extends z.ZodMiniType ? S : T
>

/** The schemas of a form's mapping in answers, and in bodies; that of a template is `template`. */
export const shownMappingShape = <T extends z.ZodMiniType>(template: T) =>
  Object.fromEntries(
    mappedFields.map((name) => {
      const { mapping } = taskFields[name]
      return [name, z.optional(mapping === 'template' ? template : mapping)]
    }),
  ) as unknown as { [F in MappedField]: MappedSchema<F, T> } // each name has the schema of its field
export const mappingShape = <T extends z.ZodMiniType>(template: T) =>
  Object.fromEntries(
    Object.entries(shownMappingShape(template)).map(([name, schema]) => [bodyName(name), schema]),
  ) as unknown as { [F in MappedField as BodyName<F>]: MappedSchema<F, T> } // as above

/** The schemas of the task in answers. */
export const shownShape = Object.fromEntries(
  Object.entries(taskFields).map(([name, { shown }]) => [name, shown]),
) as { [F in TaskFieldName]: TaskFields[F]['shown'] } // each name has the schema of its field

/** The schemas of the task's fields that a form's mapping gives, in answers. */
export const mappedTaskShape = Object.fromEntries(
  mappedFields.map((name) => [name, taskFields[name].shown]),
) as unknown as { [F in MappedField]: TaskFields[F]['shown'] } // as above

/** The fields that an event can name as changed. */
export const changeableFields = namesWith('isNamed', isTrue)

/** The fields that an import takes from a file, and those that it makes anew for a task. An export has both. */
export const importedFields = namesWith('columns', isThere)
export const remadeFields = namesWith('columns', isNull)

/** The fields that the search `q` looks into. */
export const searchedFields = namesWith('isSearched', isTrue)

const keptFields = createdFields.filter((name) => name !== 'subtasks' && name !== 'fields')
/** The attribute of each field of a body that one attribute keeps, by its name there. Subtasks are kept by their ids, values by their keys. */
export const taskAttributes = Object.fromEntries(keptFields.map((name) => [bodyName(name), name])) as {
  // each name has its field
  [F in (typeof keptFields)[number] as BodyName<F>]: F
}

/** The value of a field whose item has no attribute: null, or undefined for a field that is absent then. */
const whenAbsent = Object.entries(taskFields).map(
  ([name, { shown }]) => [name, shown instanceof z.ZodMiniNullable ? null : undefined] as const,
)

/** The fields of a task as answers have them, from an object with its attributes. */
export function shownFields(item: object): Record<string, unknown> {
  const attributes = item as Readonly<Record<string, unknown>> // they are read by name only
  const shown: Record<string, unknown> = {}
  for (const [name, absent] of whenAbsent) shown[name] = attributes[name] ?? absent
  return shown
}

const statusMeaning = '0 is open, 1 is in progress, 2 is done'

/** The meaning of each field, and an example. */
export const taskTexts = (): FieldTexts<{ [F in TaskFieldName]: z.output<TaskFields[F]['shown']> }> => ({
  id: { meaning: 'The id of the task', example: ids.id },
  label: { meaning: `The title of the task, ${labelLimit()}`, example: 'Call Ada' },
  status: { meaning: statusMeaning, example: 0 },
  project_id: { meaning: 'The project of the task', example: ids.projectId },
  workflow_lane_id: { meaning: 'The lane that the task is in, or null', example: ids.laneId },
  position: {
    meaning:
      'The position of the task in its project. Tasks are sorted by this text, byte by byte. Two moves at the same time can give two tasks the same text; these are sorted by id',
    example: examplePosition,
  },
  description: { meaning: `${descriptionLimit()}, or null`, example: 'About the engine' },
  subtasks: { meaning: `The subtasks in their order, at most ${maxSubtasks}`, entry: subtaskTexts() },
  external_id: {
    meaning: 'The id of the task in your system; present only if it was set',
    example: 'form-4711',
  },
  fields: {
    meaning: "The values of the account's own fields, by their keys; present only if one is set",
    example: { priority: 'high', due: '2026-12-24' },
  },
  created_at: { meaning: 'When the task was created', example: '2026-11-21T04:28:36.451Z' },
  updated_at: { meaning: 'When the task last changed', example: '2026-11-21T04:28:36.451Z' },
})

/** The meaning of each field in bodies: that in answers, unless a body needs another one. */
export const bodyTexts = (): Texts => ({
  ...Object.fromEntries(Object.entries(taskTexts()).map(([name, text]) => [bodyName(name), text])),
  label: { meaning: `The title of the task, ${labelRule()}`, example: 'Call Ada' },
  status: {
    meaning: `${statusMeaning}. If left out, a task that enters a lane gets the lane's \`task_status\`, and any other new task is open`,
    example: 0,
  },
  workflowLaneId: { meaning: 'A lane of the project, or null for no lane', example: ids.laneId },
  id: {
    meaning: `The id that the task gets: ${chosenIdRule}. Not together with externalId`,
    example: ids.id,
  },
  position: {
    meaning:
      'The position of the task in its project, as answers have it: a text that sorts between the positions of two other tasks. Tasks with the same one are sorted by id. If left out, a new task, and one that moves to another project, goes to the end',
    example: examplePosition,
  },
  externalId: {
    meaning: `The id of the task in your system, unique in the account, ${externalIdLimit()}`,
    example: 'form-4711',
  },
  subtasks: { meaning: `The subtasks in their order, at most ${maxSubtasks}`, entry: newSubtaskTexts() },
  fields: {
    meaning:
      "Values of the account's own fields, by their keys; keys that are left out stay as they are, and null removes a value",
    example: { priority: 'high', due: '2026-12-24' },
  },
})
