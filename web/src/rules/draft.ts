import type { Field, Task } from '../../../client/src/index.ts'
import { dayOf, minuteOf } from '../ui/day.ts'
import { ownTimeZone } from '../ui/time-zone.ts'
import {
  requestOf,
  textOf,
  type ActionRequest,
  type RuleParts,
  type TriggerRequest,
  type Rule,
} from './requests.ts'
import { scheduleOf, scheduleRequest, type ScheduleDraft } from './schedule.ts'
import { textsOfValues, valuesOf, type ValueTexts } from './values.ts'
import { anyTask, noLane, whereDraft, whereRequest, type WhereDraft } from './where.ts'

type EventTrigger = Extract<TriggerRequest, { type: 'event' }>
export type TaskEvent = EventTrigger['events'][number]
export type WatchedField = NonNullable<EventTrigger['changed']>[number]

export const unitNames = { minutes: 'minutes', hours: 'hours', days: 'days', weeks: 'weeks' } as const
export type Unit = keyof typeof unitNames

/** A rule while it is edited. */
export interface RuleDraft {
  /** Empty: what the rule does. */
  label: string
  /** `kept`: a trigger that the form has no controls for. */
  when: TriggerRequest['type'] | 'kept'
  schedule: ScheduleDraft
  /** Of day, `09:00`. */
  time: string
  timeZone: string
  date: { field: string; side: 'at' | 'before' | 'after'; count: string; unit: Unit; late: boolean }
  event: { events: readonly TaskEvent[]; changed: readonly WatchedField[] | null }
  where: WhereDraft
  /** `kept`: an action that the form has no controls for. */
  then: 'create' | 'update' | 'trash' | 'comment' | 'notify' | 'kept'
  task: {
    label: string
    description: string
    /** Empty: as the lane says. */
    status: string
    /** Empty: none. */
    laneId: string
    /** One per line. */
    subtasks: string
    values: ValueTexts
    skipsWhileOpen: boolean
  }
  /** What tasks become; what is empty stays as it is. */
  set: { status: string; laneId: string; projectId: string; values: ValueTexts }
  /** What the comment says. */
  comment: string
  keptTrigger?: TriggerRequest
  keptAction?: ActionRequest
}

/** What a new rule is before a person edits it. */
export function emptyDraft(): RuleDraft {
  const now = new Date()
  return {
    label: '',
    when: 'schedule',
    schedule: {
      ...{
        repeat: 'weekly',
        interval: '1',
        weekdays: ['MO'],
        on: 'day',
        day: '1',
        ordinal: '1',
        weekday: 'MO',
      },
      ...{ month: '1', rrule: '', from: dayOf(now), once: minuteOf(new Date(now.getTime() + 3_600_000)) },
      catchUp: 'last',
    },
    time: '09:00',
    timeZone: ownTimeZone() ?? 'UTC',
    date: { field: '', side: 'before', count: '1', unit: 'days', late: false },
    event: { events: ['task.created'], changed: null },
    where: anyTask,
    then: 'create',
    task: {
      label: '',
      description: '',
      status: '',
      laneId: '',
      subtasks: '',
      values: {},
      skipsWhileOpen: false,
    },
    set: { status: '', laneId: '', projectId: '', values: {} },
    comment: '',
  }
}

/** The type of a draft's trigger. */
export const triggerType = ({ when, keptTrigger }: RuleDraft): TriggerRequest['type'] =>
  when === 'kept' ? (keptTrigger?.type ?? 'schedule') : when

const durations: Record<Unit, (count: string) => string> = {
  minutes: (count) => `PT${count}M`,
  hours: (count) => `PT${count}H`,
  days: (count) => `P${count}D`,
  weeks: (count) => `P${count}W`,
}
const units = Object.keys(unitNames) as Unit[] // its own

const offsetOf = ({ side, count, unit }: RuleDraft['date']): string =>
  side === 'at' ? 'PT0S' : `${side === 'before' ? '-' : ''}${durations[unit](count.trim())}`

/** The distance of a duration; one of several units is that of the next date. */
export function distanceOf(offset: string): Pick<RuleDraft['date'], 'side' | 'count' | 'unit'> | undefined {
  if (/^[+-]?P(T?0[A-Z])$/.test(offset)) return { side: 'at', count: '1', unit: 'days' }
  const [, sign, count = ''] = /^([+-]?)PT?(\d+)[A-Z]$/.exec(offset) ?? []
  const bare = offset.replace(/^[+-]/, '')
  const unit = units.find((one) => durations[one](count) === bare)
  return unit && { side: sign === '-' ? 'before' : 'after', count, unit }
}

/** The trigger of a draft. */
export function triggerRequest(draft: RuleDraft, fields: readonly Field[]): TriggerRequest {
  const { when, keptTrigger, schedule, time, timeZone, date, event } = draft
  if (when === 'kept' && keptTrigger) return keptTrigger
  const where = whereRequest(draft.where, fields)
  if (when === 'date')
    return {
      type: 'date',
      field: date.field,
      offset: offsetOf(date),
      timeOfDay: time,
      timeZone: timeZone.trim(),
      ...(where && { where }),
      late: date.late ? 'fire' : 'skip',
    }
  if (when === 'event') {
    const { events, changed } = event
    return {
      type: 'event',
      events: [...events],
      ...(changed && { changed: [...changed] }),
      ...(where && { where }),
    }
  }
  return scheduleRequest(schedule, time, timeZone.trim())
}

const statusOf = (text: string) => (text === '' ? {} : { status: Number(text) as Task['status'] }) // an option of the field
const laneOf = (laneId: string) =>
  laneId === '' ? {} : { workflowLaneId: laneId === noLane ? null : laneId }

function setRequest({ set: { status, laneId, values } }: RuleDraft, fields: readonly Field[]) {
  const given = valuesOf(fields, values)
  return { ...statusOf(status), ...laneOf(laneId), ...(given && { fields: given }) }
}

function taskRequest({ task }: RuleDraft, fields: readonly Field[]) {
  const { label, description, status, laneId, subtasks, values } = task
  const given = valuesOf(fields, values)
  const lines = subtasks.split('\n').filter((line) => line.trim() !== '')
  return {
    label: label.trim(),
    ...(description.trim() !== '' && { description }),
    ...statusOf(status),
    ...laneOf(laneId),
    ...(given && { fields: given }),
    subtasks: lines.map((line) => ({ label: line.trim(), isCompleted: false })),
  }
}

/** The action of a draft. */
export function actionRequest(draft: RuleDraft, fields: readonly Field[]): ActionRequest {
  const { then, keptAction, task, set } = draft
  if (then === 'kept' && keptAction) return keptAction
  if (then === 'create')
    return {
      type: 'create_task',
      task: taskRequest(draft, fields),
      ifOpen: task.skipsWhileOpen ? 'skip' : 'create',
    }
  if (then === 'comment') return { type: 'add_comment', text: draft.comment }
  const isScheduled = triggerType(draft) === 'schedule'
  const where = isScheduled ? whereRequest(draft.where, fields) : undefined
  if (then === 'notify') return { type: 'notify', ...(where && { where }) }
  if (then === 'trash')
    return isScheduled ? { type: 'delete_tasks', where: where ?? {} } : { type: 'update_task', delete: true }
  const changes = setRequest(draft, fields)
  if (isScheduled) return { type: 'update_tasks', where: where ?? {}, set: changes }
  const { projectId } = set
  return {
    type: 'update_task',
    ...((projectId === '' || Object.keys(changes).length > 0) && { set: changes }),
    ...(projectId !== '' && { projectId }),
  }
}

function withTrigger(draft: RuleDraft, trigger: TriggerRequest, fields: readonly Field[]): RuleDraft {
  if (trigger.type === 'schedule') {
    const timeZone = trigger.timeZone ?? 'UTC'
    return { ...draft, when: 'schedule', timeZone, ...scheduleOf(trigger, draft.schedule) }
  }
  const where = whereDraft(trigger.where, fields)
  if (trigger.type === 'event') {
    const { events, changed = null } = trigger
    return { ...draft, when: 'event', event: { events, changed }, where }
  }
  const { field, offset = 'PT0S', timeOfDay = '09:00', timeZone = 'UTC', late = 'skip' } = trigger
  return {
    ...draft,
    ...{ when: 'date', time: timeOfDay, timeZone, where },
    date: { ...draft.date, ...distanceOf(offset), field, late: late === 'fire' },
  }
}

const laneText = (laneId: string | null | undefined) => (laneId === null ? noLane : (laneId ?? ''))
const statusText = (status: number | undefined) => (status === undefined ? '' : String(status))

function withAction(draft: RuleDraft, action: ActionRequest, fields: readonly Field[]): RuleDraft {
  const where = 'where' in action ? { where: whereDraft(action.where, fields) } : {}
  if (action.type === 'create_task') {
    const { label, description, status, workflowLaneId, subtasks = [], fields: values } = action.task
    return {
      ...draft,
      then: 'create',
      task: {
        label,
        description: description ?? '',
        status: statusText(status),
        laneId: workflowLaneId ?? '',
        subtasks: subtasks.map((one) => one.label).join('\n'),
        values: textsOfValues(fields, values),
        skipsWhileOpen: action.ifOpen === 'skip',
      },
    }
  }
  if (action.type === 'notify') return { ...draft, ...where, then: 'notify' }
  if (action.type === 'add_comment') return { ...draft, then: 'comment', comment: action.text }
  if (action.type === 'delete_tasks' || (action.type === 'update_task' && action.delete))
    return { ...draft, ...where, then: 'trash' }
  const { status, workflowLaneId, fields: values } = action.set ?? {}
  return {
    ...draft,
    ...where,
    then: 'update',
    set: {
      status: statusText(status),
      laneId: laneText(workflowLaneId),
      projectId: action.type === 'update_task' ? (action.projectId ?? '') : '',
      values: textsOfValues(fields, values),
    },
  }
}

/** The draft of a rule. A part that the form would change, because it has no controls for it, is kept as it is. */
export function draftOf(
  rule: Pick<Rule, 'label' | 'trigger' | 'action'>,
  fields: readonly Field[],
): RuleDraft {
  const { label, trigger, action } = requestOf(rule)
  const timed = withTrigger({ ...emptyDraft(), label }, trigger, fields)
  const isTimed = textOf(triggerRequest(timed, fields)) === textOf(trigger)
  const before = isTimed ? timed : { ...emptyDraft(), label, when: 'kept' as const, keptTrigger: trigger }
  const draft = withAction(before, action, fields)
  const isWhole = textOf(actionRequest(draft, fields)) === textOf(action)
  return isWhole ? draft : { ...before, then: 'kept', keptAction: action }
}

/** What a draft makes. @param fallback the label of a rule without one */
export const ruleRequest = (draft: RuleDraft, fields: readonly Field[], fallback: string): RuleParts => ({
  label: draft.label.trim() === '' ? fallback : draft.label.trim(),
  trigger: triggerRequest(draft, fields),
  action: actionRequest(draft, fields),
})
