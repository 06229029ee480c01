import { ApiError, invalidFields, notFound, type ErrorDetail } from '../contract/api-error.ts'
import { checkValues, dateFieldProblem, unknownKey } from '../fields/check.ts'
import { readDefinitions } from '../fields/definitions.ts'
import type { FieldInputs } from '../fields/values.ts'
import { findProject } from '../projects/read.ts'
import type { Tenant } from '../table/tenant.ts'
import { checkLane } from '../tasks/update-where.ts'
import { needsActive, type Action } from './action.ts'
import {
  allFieldTypes,
  expandSet,
  setProblems,
  taskProblems,
  textProblem,
  whereProblems,
  type FieldTypes,
} from './expand.ts'
import type { RuleItem } from './rule-item.ts'
import { nextOf, scheduleOf } from './schedule.ts'
import { checkSpacing } from './time/occurrences.ts'
import { parseDuration } from './time/duration.ts'
import { parseRecurrence } from './time/recurrence.ts'
import { parseTimeOfDay, parseWallTime } from './time/wall-time.ts'
import { timeZoneProblem } from './time/zone.ts'
import type { Trigger, TriggerOf } from './trigger.ts'
import { filterAt, type RuleWhere } from './where.ts'

/** What the name of a value begins with, in the list of what an event changed. */
const valuePrefix = 'fields.'

type Checked = Pick<RuleItem, 'project_id' | 'trigger' | 'action'>

const at = (path: string, problem: string | undefined): ErrorDetail[] =>
  problem === undefined ? [] : [{ path, message: problem }]

const of = (path: string, result: { problem: string } | object): ErrorDetail[] =>
  'problem' in result ? at(path, result.problem) : []

const below = (path: string, details: readonly ErrorDetail[]): ErrorDetail[] =>
  details.map((one) => ({ path: `${path}.${one.path}`, message: one.message }))

function scheduleProblems(trigger: TriggerOf<'schedule'>): ErrorDetail[] {
  const { rrule, start, timeZone } = trigger
  if (rrule === undefined || start === undefined) {
    const isPast = nextOf(trigger, Date.now()) === undefined
    return [
      ...at('trigger.at', isPast ? 'must be in the future' : undefined),
      ...at('trigger.timeZone', timeZoneProblem(timeZone)),
    ]
  }
  const syntax = [
    ...of('trigger.rrule', parseRecurrence(rrule)),
    ...of('trigger.start', parseWallTime(start)),
    ...at('trigger.timeZone', timeZoneProblem(timeZone)),
  ]
  const schedule = syntax.length > 0 ? undefined : scheduleOf(trigger)
  if (!schedule) return syntax
  const spacing = checkSpacing(schedule)
  if (spacing !== undefined) return at('trigger.rrule', spacing)
  return nextOf(trigger, Date.now()) === undefined
    ? at('trigger.rrule', 'must occur again: it has no time in the future')
    : []
}

async function dateProblems(tenant: Tenant, trigger: TriggerOf<'date'>): Promise<ErrorDetail[]> {
  return [
    ...at('trigger.field', await dateFieldProblem(tenant, trigger.field)),
    ...of('trigger.offset', parseDuration(trigger.offset)),
    ...of('trigger.timeOfDay', parseTimeOfDay(trigger.timeOfDay)),
    ...at('trigger.timeZone', timeZoneProblem(trigger.timeZone)),
  ]
}

async function eventProblems(tenant: Tenant, { changed = [] }: TriggerOf<'event'>): Promise<ErrorDetail[]> {
  const definitions = await readDefinitions(tenant)
  return changed.flatMap((name, index) => {
    const key = name.startsWith(valuePrefix) ? name.slice(valuePrefix.length) : undefined
    const isKnown = key === undefined || definitions.fields.some((one) => one.key === key)
    return at(`trigger.changed.${index}`, isKnown ? undefined : unknownKey(tenant, definitions))
  })
}

function triggerProblems(tenant: Tenant, trigger: Trigger): Promise<ErrorDetail[]> | ErrorDetail[] {
  switch (trigger.type) {
    case 'schedule':
      return scheduleProblems(trigger)
    case 'date':
      return dateProblems(tenant, trigger)
    case 'event':
      return eventProblems(tenant, trigger)
  }
}

/** Which triggers each action takes. */
const triggersOf: Record<Action['type'], readonly Trigger['type'][]> = {
  create_task: ['schedule', 'date', 'event'],
  update_tasks: ['schedule'],
  update_task: ['date', 'event'],
  delete_tasks: ['schedule'],
  notify: ['schedule', 'date', 'event'],
  add_comment: ['date', 'event'],
}

function pairProblems(trigger: Trigger, action: Action): ErrorDetail[] {
  const takes = triggersOf[action.type]
  if (!takes.includes(trigger.type)) {
    const others = Object.entries(triggersOf).flatMap(([type, takenBy]) =>
      takenBy.includes(trigger.type) ? [type] : [],
    )
    return at('action.type', `must be one of ${others.join(', ')} with a trigger of the type ${trigger.type}`)
  }
  if (trigger.type === 'schedule') return []
  if (action.type === 'notify' && action.where)
    return at('action.where', 'is for a schedule: put the conditions into trigger.where')
  return trigger.type === 'event' && needsActive(action) && trigger.events.includes('task.deleted')
    ? at(
        'trigger.events',
        `must not have task.deleted with ${action.type}: a task in the trash cannot be changed`,
      )
    : []
}

/** The conditions of a rule, with their paths. */
const wheresOf = (trigger: Trigger, action: Action): [path: string, where: RuleWhere][] => [
  ...('where' in trigger && trigger.where ? [['trigger.where', trigger.where] as [string, RuleWhere]] : []),
  ...('where' in action && action.where ? [['action.where', action.where] as [string, RuleWhere]] : []),
]

const textProblems = (trigger: Trigger, action: Action, types: FieldTypes): ErrorDetail[] => {
  const available = { hasTask: trigger.type !== 'schedule', types }
  return [
    ...(action.type === 'create_task' ? below('action.task', taskProblems(action.task, available)) : []),
    ...('set' in action && action.set ? below('action.set', setProblems(action.set, available)) : []),
    ...(action.type === 'add_comment' ? at('action.text', textProblem(action.text, available)) : []),
    ...wheresOf(trigger, action).flatMap(([path, where]) => below(path, whereProblems(where, { types }))),
  ]
}

/** Runs a check whose errors name parts of a body, and names them from the rule's own root. */
async function under(path: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await check()
  } catch (error) {
    const [first, ...others] = (error instanceof ApiError ? (error.extras.details ?? []) : []).map((one) => ({
      path: `${path}.${one.path.replace(/^where\./, '')}`,
      message: one.message,
    }))
    throw first ? invalidFields(first, ...others) : error
  }
}

const hasPlaceholder = (value: unknown): boolean => typeof value === 'string' && value.includes('{{')

/** The values that are the same at each run, but for their distances: those with placeholders depend on a task. */
const fixedOf = (fields: FieldInputs): FieldInputs =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !hasPlaceholder(value)))

/** The values and the lane that an action gives a task, and their place in the rule. */
function givenBy(action: Action): {
  path: string
  fields?: FieldInputs | undefined
  laneId?: string | null | undefined
} {
  if (action.type === 'create_task')
    return { path: 'action.task', fields: action.task.fields, laneId: action.task.workflowLaneId }
  const set = 'set' in action ? action.set : undefined
  return { path: 'action.set', fields: set?.fields, laneId: set?.workflowLaneId }
}

/**
 * Checks what no schema can judge, so that a rule that is stored can run: times, zones, placeholders, fields, lanes.
 * @throws ApiError invalid_request, with the path of each problem; project_not_found, lane_not_found
 */
export async function checkRule(tenant: Tenant, { project_id, trigger, action }: Checked): Promise<void> {
  const refuse = ([first, ...others]: readonly ErrorDetail[]) => {
    if (first) throw invalidFields(first, ...others)
  }
  refuse([...pairProblems(trigger, action), ...(await triggerProblems(tenant, trigger))])
  const types = await allFieldTypes(tenant)
  refuse(textProblems(trigger, action, types))
  const moment = { atMs: Date.now(), timeZone: trigger.type === 'event' ? 'UTC' : trigger.timeZone }
  const { path, fields, laneId } = givenBy(action)
  if (fields) {
    const expanded = expandSet({ fields: fixedOf(fields) }, moment, types).fields
    await under(path, () => checkValues(tenant, expanded))
  }
  for (const [place, where] of wheresOf(trigger, action)) {
    await under(place, () => filterAt(tenant, where, moment))
    // a search for tasks finds none in a lane that is not there, but a rule would do so at each run
    if (where.workflowLaneId != null) await checkLane(tenant, project_id, where.workflowLaneId)
  }
  const target = (action.type === 'update_task' ? action.projectId : undefined) ?? project_id
  if (laneId != null) await checkLane(tenant, target, laneId)
  else if (!(await findProject(tenant, target))) throw notFound('project')
}
