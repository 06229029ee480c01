import { isTasksApiError } from '../../../client/src/index.ts'
import { maxRules } from '../../../lib/contract/limits.ts'
import { asSentence, explain } from '../ui/explain.ts'
import { counted } from '../ui/format.ts'
import { triggerType, type RuleDraft } from './draft.ts'
import type { Rule, Run } from './requests.ts'
import { isCompared } from './where.ts'

/** What became of a run, in words. */
export const outcomeNames: Record<NonNullable<Run['outcome']>, string> = {
  done: 'Done',
  skipped: 'Skipped',
  failed: 'Failed',
}

/** An outcome with the colour of its badge. */
export function outcomeOf(outcome: Run['outcome']): { label: string; tone: string } {
  if (outcome === null) return { label: 'Running', tone: 'busy' }
  return { label: outcomeNames[outcome], tone: { done: 'good', skipped: 'busy', failed: 'bad' }[outcome] }
}

/** How a rule is, with the colour of its badge. */
export function stateOf({ status, preparing }: Rule): { label: string; tone: string } {
  if (status === 'disabled') return { label: 'Disabled', tone: 'bad' }
  if (status === 'paused') return { label: 'Paused', tone: 'busy' }
  return preparing ? { label: 'Preparing', tone: 'busy' } : { label: 'Active', tone: 'good' }
}

type Effect = Pick<Run, 'created' | 'updated' | 'matched' | 'outcome' | 'comment_id'>

/** What a run has done, as the rest of a sentence; undefined: to no task. */
export function effectOf({ created, updated, matched, comment_id: commentId }: Effect): string | undefined {
  if (created.length > 0) return `made ${counted(created.length, 'task')}`
  if (updated > 0) return `changed ${counted(updated, 'task')}`
  if (commentId !== undefined) return 'added a comment'
  return matched > 0 ? `was about ${counted(matched, 'task')}` : undefined
}

/** What a run would do, as a dry run has found. */
export function tried(
  { action }: Pick<Rule, 'action'>,
  { created, updated, matched, outcome, reason }: Run,
): string {
  if (outcome === 'skipped') return `It would do nothing. ${reason ?? ''}`.trim()
  if (action.type === 'notify')
    return matched > 0
      ? `It would tell the webhooks of ${counted(matched, 'task')}.`
      : 'It would tell the webhooks.'
  if (action.type === 'add_comment') return 'It would add a comment.'
  if (created.length > 0) return `It would make ${counted(created.length, 'task')}.`
  return updated > 0 ? `It would change ${counted(updated, 'task')}.` : 'It would find no task to change.'
}

/** What is wrong with a rule, by the path of the API; `other` is everything that has no path. */
export type Problems = Readonly<Partial<Record<string, string>>>

type Check = readonly [isMissing: boolean, path: string, text: string]

function checksOfSchedule({ schedule: { repeat, ...schedule }, time }: RuleDraft): Check[] {
  if (repeat === 'once') return [[schedule.once === '', 'trigger.at', 'Say when it runs.']]
  return [
    [repeat === 'weekly' && schedule.weekdays.length === 0, 'trigger.rrule', 'Choose at least one day.'],
    [
      repeat === 'own' && schedule.rrule.trim() === '',
      'trigger.rrule',
      'Write a rule of RFC 5545, such as FREQ=HOURLY;BYMINUTE=0,30.',
    ],
    [schedule.from === '', 'trigger.start', 'Say from which day on.'],
    [time === '', 'trigger.start', 'Say at which time.'],
  ]
}

function checksOfTrigger(draft: RuleDraft): Check[] {
  const { when, date, event, time } = draft
  if (when === 'schedule') return checksOfSchedule(draft)
  if (when === 'date')
    return [
      [date.field === '', 'trigger.field', 'Choose a field that holds dates.'],
      [time === '', 'trigger.timeOfDay', 'Say at which time.'],
    ]
  if (when === 'event')
    return [
      [event.events.length === 0, 'trigger.events', 'Choose at least one.'],
      [event.changed?.length === 0, 'trigger.changed', 'Choose at least one field.'],
    ]
  return []
}

/** What the form needs that is not filled in yet, in words. */
export function missingIn(draft: RuleDraft, hasConditions: boolean, hasChanges: boolean): Problems {
  const { when, then, task, where } = draft
  const isScheduled = triggerType(draft) === 'schedule'
  const wherePath = isScheduled ? 'action.where' : 'trigger.where'
  const hasWhere = isScheduled ? then !== 'create' && then !== 'kept' : when !== 'kept'
  const checks: Check[] = [
    ...checksOfTrigger(draft),
    [
      hasWhere && where.field !== '' && isCompared(where.operator) && where.value.trim() === '',
      `${wherePath}.fields`,
      'Say with which value.',
    ],
    [then === 'create' && task.label.trim() === '', 'action.task.label', 'Say what the task is called.'],
    [then === 'comment' && draft.comment.trim() === '', 'action.text', 'Say what the comment says.'],
    [then === 'update' && !hasChanges, 'action.set', 'Choose what changes.'],
    [
      isScheduled && (then === 'update' || then === 'trash') && !hasConditions,
      'action.where',
      'Say which tasks are meant: all of them would be too many.',
    ],
  ]
  return Object.fromEntries(checks.filter(([isMissing]) => isMissing).map(([, path, text]) => [path, text]))
}

/** The paths beside whose fields a problem is shown. Others are shown at the end. */
const shownPaths = [
  'label',
  ...[
    'rrule',
    'start',
    'at',
    'timeZone',
    'catchUp',
    'field',
    'offset',
    'timeOfDay',
    'events',
    'changed',
    'where',
  ].map((name) => `trigger.${name}`),
  ...['label', 'description', 'workflowLaneId', 'status', 'subtasks', 'fields'].map(
    (name) => `action.task.${name}`,
  ),
  ...['action.set', 'action.projectId', 'action.where', 'action.text'],
]

const isAt = (path: string, place: string) => path === place || path.startsWith(`${place}.`)

/** What is wrong with a rule that the service refused. */
export function problemsOf(error: unknown): Problems {
  if (isTasksApiError(error, 'quota_exceeded'))
    return { other: `The account has ${maxRules} rules, as many as it may: delete one that is not needed.` }
  if (!isTasksApiError(error, 'invalid_request') || error.details.length === 0)
    return { other: explain(error) }
  const problems: Record<string, string> = {}
  for (const { path, message } of error.details) {
    const isShown = shownPaths.some((place) => isAt(path, place))
    const [, line] = /^action\.task\.subtasks\.(\d+)/.exec(path) ?? []
    const inLine = line === undefined ? asSentence(message) : `Line ${Number(line) + 1}: ${message}.`
    const [key, text] = isShown ? [path, inLine] : ['other', `${path} ${message}.`]
    problems[key] = [problems[key], text].filter(Boolean).join(' ')
  }
  return problems
}

/** What is wrong at a path or below it, without what other fields show. */
export function problemAt(
  problems: Problems,
  path: string,
  except: readonly string[] = [],
): string | undefined {
  const texts = Object.entries(problems)
    .filter(([key]) => isAt(key, path) && !except.some((place) => isAt(key, place)))
    .map(([, text]) => text)
  return texts.length === 0 ? undefined : texts.join(' ')
}

/** What is said of problems at the end of a form: those without a field, or that fields have problems beside them. */
export const summaryOf = ({ other, ...fields }: Problems): string =>
  other ?? (Object.keys(fields).length > 0 ? 'Not saved: look at the marked fields.' : '')

/** An error as a message for people, where there is no field to show it beside. */
export const explainRule = (error: unknown): string => Object.values(problemsOf(error)).join(' ')
