import type { Task, TaskChanges, TaskMove } from '../../../client/src/index.ts'
import { fieldValueOf, type FieldValue } from '../ui/field-value.ts'
import { isPlace, type ItemValues, itemValue, itemValues, type ListItem, withItems } from './items.ts'
import { isProjectTask } from './project-task.ts'

type BodyName = Exclude<keyof TaskChanges, 'fields'>

/**
 * The attributes of a task that a change sets, by their names in requests. A new field of the API does not compile until it
 * is here; then it is shown, merged, undone and made again like the others.
 */
const attributes = {
  ...{ label: 'label', description: 'description', status: 'status', position: 'position' },
  ...{ projectId: 'project_id', workflowLaneId: 'workflow_lane_id' },
} as const satisfies Record<BodyName, keyof Task>

/** What a change sets: an attribute of a task, one of the account's own fields, or an attribute of a subtask or a lane. */
type Name = (typeof attributes)[BodyName] | `${'fields' | 'subtasks' | 'lanes'}.${string}`

/** Values of a task; one of null or undefined is absent there. */
export type Values = Partial<Record<Name, unknown>>

/** What a task was, or becomes: `none` is not yet made, `trash` is in the trash. */
type State = Values | 'none' | 'trash'

/** A change of one task. A create and a deletion are changes, too. */
export interface Change {
  id: string
  taskId: string
  before: State
  after: State
  /** A place that the service finds: it is in `after` as soon as the service has answered. */
  move?: TaskMove
  /** The service has set these, too: a lane gives a status, another project gives no lane, and both a place. */
  effects?: readonly Name[]
}

const bodyNames = Object.keys(attributes) as BodyName[] // it has these keys only
/** What the names of the account's own fields begin with; their key follows. */
export const fieldPrefix = 'fields.'

/** What the names of the subtasks' values begin with. */
export const subtaskPrefix = 'subtasks.'

/** What the names of the lanes' values begin with. */
export const lanePrefix = 'lanes.'

const isOfItem = (name: string): boolean => name.startsWith(subtaskPrefix) || name.startsWith(lanePrefix)

/** Whether values are of subtasks. */
export const isOfSubtasks = (values: Values): boolean =>
  Object.keys(values).some((name) => name.startsWith(subtaskPrefix))

const isName = (name: string): name is Name =>
  name.startsWith(fieldPrefix) || isOfItem(name) || bodyNames.some((one) => attributes[one] === name)

const namesIn = (values: Values): Name[] => Object.keys(values).filter(isName)

/** The key of one of the account's own fields; undefined for an attribute. */
export const fieldKeyOf = (name: string): string | undefined =>
  name.startsWith(fieldPrefix) ? name.slice(fieldPrefix.length) : undefined

/** A value of a task. */
function valueOf(task: Task, name: Name): unknown {
  if (name.startsWith(subtaskPrefix)) return itemValue(subtaskPrefix, task.subtasks, name)
  if (name.startsWith(lanePrefix))
    return itemValue(lanePrefix, isProjectTask(task) ? task.project.workflow_lanes : [], name)
  const key = fieldKeyOf(name)
  return key === undefined ? (task as Values)[name] : fieldValueOf(task, key) // a task has the other names
}

const pick = (task: Task, names: readonly Name[]): Values =>
  Object.fromEntries(names.map((name) => [name, valueOf(task, name) ?? null]))

/** Whether two values are the same to a person: no description is an empty one. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/** The values that a request sets. */
function valuesOf({ fields = {}, ...changes }: TaskChanges): Values {
  const given = bodyNames.filter((name) => changes[name] !== undefined)
  return {
    ...Object.fromEntries(given.map((name) => [attributes[name], changes[name]])),
    ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${fieldPrefix}${key}`, value])),
  }
}

/** The request that sets values. */
export function bodyOf(values: Values): TaskChanges {
  const given = bodyNames.filter((name) => values[attributes[name]] !== undefined)
  const fields = namesIn(values).flatMap((name) => {
    const key = fieldKeyOf(name)
    return key === undefined ? [] : [[key, (values[name] ?? null) as FieldValue | null] as const] // by its name
  })
  return {
    ...Object.fromEntries(given.map((name) => [name, values[attributes[name]]])),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  }
}

/** A task with other values. */
export function withValues(task: Task, values: Values): Task {
  const own = namesIn(values).filter((name) => fieldKeyOf(name) === undefined && !isOfItem(name))
  const { fields } = bodyOf(values)
  const project = isProjectTask(task) ? task.project : undefined
  const merged = Object.entries({ ...task.fields, ...fields })
  return {
    ...task,
    ...Object.fromEntries(own.map((name) => [name, values[name]])),
    ...(isOfSubtasks(values) && { subtasks: withItems(subtaskPrefix, task.subtasks, values) }),
    ...(project && {
      project: { ...project, workflow_lanes: withItems(lanePrefix, project.workflow_lanes, values) },
    }),
    ...(fields && {
      fields: Object.fromEntries(merged.filter((entry): entry is [string, FieldValue] => entry[1] !== null)),
    }),
  }
}

/** The values that a request sets of a task. A lane belongs to a project: a task that leaves the project leaves the lane. */
function valuesFor(
  { project_id }: Task,
  changes: TaskChanges,
): { values: Values; effects?: readonly Name[] } {
  const { projectId = project_id, workflowLaneId } = changes
  const values = valuesOf(changes)
  return projectId === project_id || workflowLaneId !== undefined
    ? { values }
    : { values: { workflow_lane_id: null, ...values }, effects: ['workflow_lane_id'] }
}

/** The task after a request. */
export const withChanges = (task: Task, changes: TaskChanges): Task =>
  withValues(task, valuesFor(task, changes).values)

/** The change that sets values of a task. */
export const changeTo = (task: Task, values: Values): Change => ({
  ...{ id: crypto.randomUUID(), taskId: task.id, before: pick(task, namesIn(values)), after: values },
})

/** The change that sets values of one of its items: of a subtask, or of a lane. */
export const changeOfItem = <I extends ListItem>(
  task: Task,
  prefix: string,
  id: string,
  values: ItemValues<I>,
): Change => changeTo(task, itemValues<I>(prefix, id, values))

/** The change that a request makes of a task. */
export function changeOf(task: Task, changes: TaskChanges, move?: TaskMove): Change {
  const { values, effects } = valuesFor(task, changes)
  return {
    ...changeTo(task, values),
    ...(move && { move }),
    ...(effects && { effects }),
  }
}

/** What an undo does, which is a change, too. What is made anew comes out of the trash: it is the same task. */
export function inverse({ id, taskId, before, after, effects }: Change): Change {
  const undone = before === 'none' ? 'trash' : before
  return { id, taskId, before: after, after: undone, ...(effects && { effects }) }
}

/** The values of a task that tell whether a new one is as it was made. */
const madeNames: readonly Name[] = ['label', 'status', 'description']
const placeNames: readonly Name[] = ['project_id', 'workflow_lane_id', 'position', 'status']

const givesPlace = (after: Values) => placeNames.some((name) => name !== 'status' && name in after)

/**
 * The task that a change was made of, after a try that nothing has answered: what is as the change sets it may be its own work.
 * @param triedOn the task before that try
 */
export function madeOf({ after, move }: Change, triedOn: Task, now: Task): Task {
  if (typeof after === 'string') return now
  const names = [...namesIn(after), ...(move || givesPlace(after) ? placeNames : [])]
  const isOwn = (name: Name) => !(name in after) || isSame(after[name], valueOf(now, name))
  return withValues(now, pick(triedOn, names.filter(isOwn)))
}

/** Whether a task is as a change makes it. */
export function isMade({ after, effects = [], move }: Change, now: Task): boolean {
  if (typeof after === 'string' || move) return false
  const isUnread = (name: Name) => name.startsWith(lanePrefix) && name.endsWith('.tasks')
  return namesIn(after).every(
    (name) => effects.includes(name) || isUnread(name) || isSame(after[name], valueOf(now, name)),
  )
}

/**
 * A change as the service has made it.
 * @param before the task that it was made of; undefined: it was not there
 */
export function settled(change: Change, before: Task | undefined, answer: Task): Change {
  const { after, move, ...rest } = change
  if (after === 'trash' || after === 'none') {
    const values = pick(answer, [...madeNames, ...placeNames])
    return { ...rest, before: change.before === 'trash' ? 'trash' : values, after }
  }
  if (typeof change.before === 'string') {
    const values = pick(answer, [...madeNames, ...placeNames])
    return { ...rest, after: values }
  }
  if (!before) return change
  const own: Name[] =
    move && !namesIn(after).includes('position') ? [...namesIn(after), 'position'] : namesIn(after)
  const isEffect = (name: Name) =>
    !own.includes(name) && !isSame(valueOf(before, name), valueOf(answer, name))
  const effects = move || givesPlace(after) ? placeNames.filter(isEffect) : []
  const known = change.effects ?? []
  const all = [...new Set([...own, ...effects])]
  return {
    ...rest,
    ...{ before: pick(before, all), after: pick(answer, all) },
    effects: [...new Set([...known.filter((name) => all.includes(name)), ...effects])],
  }
}

/** Whether a task is no longer as a change has left it, so that an undo, its inverse, would overwrite what others have done. */
export function isChangedSince({ before, after, effects = [] }: Change, now: Task): boolean {
  if (typeof before === 'string') return false
  // a changed place does not keep a new task: a move may have been undone
  const isOwn = (name: Name) => !effects.includes(name) && !(isOfItem(name) && isPlace(name))
  const names = after === 'trash' ? madeNames : namesIn(before).filter(isOwn)
  return (
    names.some((name) => !isSame(before[name], valueOf(now, name))) ||
    (after === 'trash' && now.subtasks.length > 0)
  )
}

/** The values that a change sets on top of a version: a status that a lane gave goes only with it. */
export function valuesOnTop({ before, after, effects = [] }: Change, now: Task): Values {
  if (typeof after === 'string' || typeof before === 'string') return {}
  const isTheirs = (name: Name) =>
    name === 'status' && effects.includes(name) && !isSame(before[name], valueOf(now, name))
  return Object.fromEntries(
    namesIn(after)
      .filter((name) => !isTheirs(name))
      .map((name) => [name, after[name]]),
  )
}

/** The place and the status of a restored task that differ from those that it had. */
export function valuesToRestore({ after }: Change, now: Task): Values {
  if (typeof after === 'string') return {}
  const differing = placeNames.filter((name) => name in after && !isSame(after[name], valueOf(now, name)))
  return Object.fromEntries(differing.map((name) => [name, after[name]]))
}

/** The texts of a person that a change holds, with the names of their values. */
export const textsIn = ({ before, after }: Change): [name: string, text: string][] =>
  typeof after === 'string' || before === 'trash'
    ? []
    : namesIn(after).flatMap((name) => {
        const text = after[name]
        const isText = name === 'label' || name === 'description' || /^subtasks\..*\.label$/.test(name)
        return isText && typeof text === 'string' ? [[name, text]] : []
      })

/** The change that adds a task. */
export const creation = (task: Task): Change => ({
  ...{
    id: crypto.randomUUID(),
    taskId: task.id,
    before: 'none',
    after: pick(task, [...madeNames, ...placeNames]),
  },
})

/** The change that moves a task to the trash. */
export const deletion = (task: Task): Change => ({
  ...{
    id: crypto.randomUUID(),
    taskId: task.id,
    before: pick(task, [...madeNames, ...placeNames]),
    after: 'trash',
  },
})

/** The request that merges with what others have done: without what the service has set, and without a place, which is nobody's. */
export function toMerge({ after, effects = [] }: Change): TaskChanges {
  if (typeof after === 'string') return {}
  const own = namesIn(after).filter((name) => name !== 'position' && !effects.includes(name))
  return bodyOf(Object.fromEntries(own.map((name) => [name, after[name]])))
}

/**
 * A change of a version without its values of some fields; undefined if nothing is left. A place, and what the service sets
 * with it, go with the lane.
 */
export function withoutFields(change: Change, fields: readonly string[], theirs: Task): Change | undefined {
  const { id, after, move, effects = [] } = change
  if (typeof after === 'string') return change
  const nobodys: readonly string[] = ['position', ...effects]
  const isPlaceGone = fields.includes('workflow_lane_id') || fields.includes('project_id')
  const gone = isPlaceGone ? [...fields, ...nobodys] : fields
  const left = namesIn(after).filter((name) => !gone.includes(name))
  if (left.every((name) => nobodys.includes(name))) return undefined
  const values = Object.fromEntries(left.map((name) => [name, after[name]]))
  return { ...changeTo(theirs, values), id, ...(!isPlaceGone && { move, effects }) }
}
