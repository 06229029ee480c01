import type { Field } from '../../../client/src/index.ts'
import { fieldText, isDated, type FieldValue } from '../ui/field-value.ts'
import { counted, nounOf, statusNames } from '../ui/format.ts'
import { taskFieldNames } from '../ui/task-field-names.ts'
import { ownTimeZone } from '../ui/time-zone.ts'
import { distanceOf, emptyDraft, type TaskEvent, type WatchedField } from './draft.ts'
import type { ActionRequest, RuleRequest, SetRequest, TriggerRequest, WhereRequest } from './requests.ts'
import { repeatText, scheduleOf } from './schedule.ts'
import { textOfValue, valueOf } from './values.ts'
import { isCompared, readCondition, type Operator } from './where.ts'

/** What the ids and keys in a rule are called. */
export interface Names {
  lanes: readonly { id: string; label: string }[]
  fields: readonly Field[]
  projects: readonly { id: string; label: string }[]
}

/** What happens to a task, as the rest of "when a task …". */
export const eventNames: Record<TaskEvent, string> = {
  'task.created': 'is created',
  'task.completed': 'is completed',
  'task.reopened': 'is opened again',
  'task.updated': 'is changed otherwise',
  'task.deleted': 'goes to the trash',
  'task.restored': 'comes back from the trash',
}

/** The fields that an event names. */
export const watchedNames: Record<string, string> = {
  ...taskFieldNames,
  fields: 'Any own field',
}

// with the weekday: most schedules are about it
const toMinute = new Intl.DateTimeFormat(undefined, {
  ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit' },
})

/** A time in the reader's locale and zone, with its weekday. */
export const momentText = (at: string): string => toMinute.format(new Date(at))

const or = new Intl.ListFormat('en', { type: 'disjunction' })
const and = new Intl.ListFormat('en')

const quoted = (text: string) => `“${text}”`

const nameIn = (list: readonly { id: string; label: string }[], id: string, noun: string) => {
  const found = list.find((one) => one.id === id)
  return found ? quoted(found.label) : `a ${noun} that is not there`
}

const fieldName = ({ fields }: Names, key: string) =>
  quoted(fields.find((one) => one.key === key)?.label ?? key)

/** The time zone, where it is not that of the reader's clock. */
const zoneText = (timeZone: string | undefined) =>
  timeZone === undefined || timeZone === ownTimeZone() ? '' : ` in ${timeZone}`

/** A distance in days in words: "2 days later"; any other text as it is. */
function daysText(days: string): string {
  if (!/^-?\d+$/.test(days)) return days
  const count = Number(days)
  if (count === 0) return 'that day'
  return `${counted(Math.abs(count), 'day')} ${count < 0 ? 'before' : 'later'}`
}

function valueText(field: Field, value: unknown): string {
  const text = textOfValue(field, value)
  return isDated(field) && !/^\d{4}-/.test(text) ? daysText(text) : fieldText(field, value as FieldValue) // the service has checked it
}

/** What a task has in a field, as the rest of "have “Due” …". */
const conditionWords: Record<Operator, string> = {
  is: 'equal to',
  before: 'before',
  after: 'after',
  min: 'of at least',
  max: 'of at most',
  set: 'set',
  unset: 'not set',
}

function conditionText(names: Names, key: string, given: unknown): string {
  const field = names.fields.find((one) => one.key === key)
  if (!field) return `meet a condition on ${quoted(key)}`
  const { operator, value } = readCondition(field, given)
  const text = `have ${quoted(field.label)} ${conditionWords[operator]}`
  if (!isCompared(operator)) return text
  if (isDated(field)) return `${text} ${/^-?\d+$/.test(value) ? dayOfRun(Number(value)) : value}`
  return `${text} ${fieldText(field, valueOf(field, value))}`
}

function dayOfRun(days: number): string {
  if (days === 0) return 'the day of the run'
  return `${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} the run`
}

/** Which tasks are meant, as the rest of "tasks that …"; empty if any. */
function whereText(where: WhereRequest | undefined, names: Names): string {
  if (!where) return ''
  const { status, workflowLaneId, updatedBefore, q, fields = {}, ...others } = where
  const statuses = status === undefined ? [] : [status].flat()
  const parts = [
    ...(statuses.length > 0
      ? [`are ${or.format(statuses.map((one) => statusNames[one].toLowerCase()))}`]
      : []),
    ...(workflowLaneId === null ? ['are in no lane'] : []),
    ...(workflowLaneId == null ? [] : [`are in ${nameIn(names.lanes, workflowLaneId, 'lane')}`]),
    ...(updatedBefore === undefined ? [] : [`were not changed since ${sinceText(updatedBefore)}`]),
    ...(q === undefined ? [] : [`contain ${quoted(q)}`]),
    ...Object.entries(fields).map(([key, given]) => conditionText(names, key, given)),
    ...Object.keys(others).map(() => 'meet another condition'),
  ]
  return and.format(parts)
}

const sinceText = (time: string) => {
  const [, days] = /^-P(\d+)D$/.exec(time) ?? []
  return days === undefined ? time : `${counted(Number(days), 'day')} ago`
}

function scheduleText(trigger: Extract<TriggerRequest, { type: 'schedule' }>): string {
  if (trigger.at !== undefined) return `Once, on ${momentText(trigger.at)}`
  const { schedule, time = '' } = scheduleOf(trigger, emptyDraft().schedule)
  return `${repeatText(schedule)} at ${time}${zoneText(trigger.timeZone)}`
}

function dateText(trigger: Extract<TriggerRequest, { type: 'date' }>, names: Names): string {
  const { field, offset = 'PT0S', timeOfDay = '09:00', timeZone } = trigger
  const distance = distanceOf(offset)
  const far = distance
    ? `${Number(distance.count) === 1 ? 'One' : distance.count} ${nounOf(Number(distance.count), distance.unit.slice(0, -1))} ${distance.side}`
    : `${offset} from`
  const name = fieldName(names, field)
  const start = distance?.side === 'at' ? `When ${name} comes` : `${far} ${name}`
  const isTimed = names.fields.find(({ key }) => key === field)?.type === 'datetime'
  return isTimed ? start : `${start} at ${timeOfDay}${zoneText(timeZone)}`
}

function watchedText(names: Names, watched: WatchedField): string {
  return watched.startsWith('fields.')
    ? fieldName(names, watched.slice('fields.'.length))
    : (watchedNames[watched] ?? watched).toLowerCase()
}

/** When a rule runs, in words. */
export function triggerText(trigger: TriggerRequest, names: Names): string {
  if (trigger.type === 'schedule') return scheduleText(trigger)
  const which = whereText(trigger.where, names)
  const suffix = which === '' ? '' : `, for tasks that ${which}`
  if (trigger.type === 'date') return `${dateText(trigger, names)}${suffix}`
  const events = or.format(trigger.events.map((one) => eventNames[one]))
  const changed = trigger.changed?.map((one) => watchedText(names, one))
  const changes = changed === undefined ? '' : ` and ${or.format(changed)} changed`
  return `When a task ${events}${changes}${suffix}`
}

function setText(set: SetRequest | undefined, names: Names): string[] {
  const { status, workflowLaneId, description, fields = {} } = set ?? {}
  const values = Object.entries(fields).map(([key, value]) => {
    const field = names.fields.find((one) => one.key === key)
    return `set ${fieldName(names, key)} to ${value === null ? 'nothing' : field ? valueText(field, value) : JSON.stringify(value)}`
  })
  return [
    ...(status === undefined ? [] : [`set status to ${statusNames[status].toLowerCase()}`]),
    ...(workflowLaneId === null ? ['move it out of its lane'] : []),
    ...(workflowLaneId == null ? [] : [`move it to ${nameIn(names.lanes, workflowLaneId, 'lane')}`]),
    ...(description === undefined ? [] : ['set its description']),
    ...values,
  ]
}

/** What a rule does, in words. */
export function actionText(action: ActionRequest, names: Names): string {
  switch (action.type) {
    case 'create_task': {
      const { label, workflowLaneId, subtasks = [] } = action.task
      const lane = workflowLaneId == null ? '' : ` to ${nameIn(names.lanes, workflowLaneId, 'lane')}`
      const more = subtasks.length === 0 ? '' : ` with ${counted(subtasks.length, 'subtask')}`
      return `add ${quoted(label)}${lane}${more}`
    }
    case 'update_tasks':
      return `${and.format(setText(action.set, names))} for tasks that ${whereText(action.where, names)}`
    case 'update_task': {
      if (action.delete) return 'move it to the trash'
      const { projectId } = action
      const move =
        projectId === undefined
          ? []
          : [`move it to the project ${nameIn(names.projects, projectId, 'project')}`]
      return and.format([...move, ...setText(action.set, names)])
    }
    case 'delete_tasks':
      return `move tasks to the trash that ${whereText(action.where, names)}`
    case 'notify':
      return action.where
        ? `tell the webhooks which tasks ${whereText(action.where, names)}`
        : 'tell the webhooks'
    case 'add_comment':
      return `comment on it: ${quoted(action.text)}`
  }
}

/** A rule as a sentence: "Every Monday at 09:00: add “Weekly review”". */
export const sentenceOf = (
  { trigger, action }: Pick<RuleRequest, 'trigger' | 'action'>,
  names: Names,
): string => `${triggerText(trigger, names)}: ${actionText(action, names)}`
