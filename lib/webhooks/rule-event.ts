import { maxDigestTasks } from '../contract/limits.ts'
import { toTask, type TaskItem } from '../tasks/task-item.ts'
import type { RuleDisabled, RuleFailed, RuleFired, StoredEvent } from './event.ts'
import { isLarge, shortened, withoutFields } from './task-event.ts'
import { eventTimeMs } from './webhook-item.ts'

/*
 * The events of rules. Whoever makes one gives its id: `eventIdAt` of an id that is computed from what happened, such as the
 * rule, the task and the occurrence. So a repeat has the same id, and is queued once.
 */

/** A rule, as its events name it. */
type Rule = RuleFired['data']['rule']

const nameOf = ({ id, label, project_id }: Rule): Rule => ({ id, label, project_id })

/** What every event of a rule has: it goes to webhooks that see the rule's project. */
const commonOf = (id: string, { project_id }: Rule) => ({
  projectIds: [project_id],
  id,
  timestamp: new Date(eventTimeMs(id)).toISOString(),
})

/** Takes fields out of the tasks of a large event, and at last the last tasks of a digest, and names what it lacks. */
function shortenedDigest(event: RuleFired): RuleFired {
  const { task, tasks, ...rest } = event.data
  const short = shortened(event, (left) => ({
    ...event,
    data: {
      ...rest,
      ...(task && { task: withoutFields(task, left) }),
      ...(tasks && { tasks: tasks.map((one) => withoutFields(one, left)) }),
      truncated: left,
    },
  }))
  if (!isLarge(short)) return short
  const { tasks: all = [], truncated = [], ...others } = short.data
  const withFirst = (count: number): RuleFired => ({
    ...short,
    data: { ...others, tasks: all.slice(0, count), truncated: [...truncated, 'tasks'] },
  })
  let count = all.length
  while (count > 0 && isLarge(withFirst(count))) count--
  return withFirst(count)
}

/** What a rule has fired for. */
interface Firing {
  /** The id of the event: it has its time. */
  id: string
  rule: Rule
  /** The time for which it fired. */
  at: string
  /** The task that triggered it. */
  task?: TaskItem | undefined
  /** The field of the task, and its value, whose time has come. */
  field?: { key: string; value: string } | undefined
  /** How many tasks match, and the first of them. */
  digest?: { matched: number; tasks: readonly TaskItem[] } | undefined
}

/** Returns the event of a rule that fired. */
export function firedEvent({ id, rule, at, task, field, digest }: Firing): RuleFired & StoredEvent {
  const { projectIds, ...common } = commonOf(id, rule)
  const event = shortenedDigest({
    ...common,
    type: 'rule.fired',
    data: {
      rule: nameOf(rule),
      occurrence: { at },
      ...(task && { task: toTask(task).task }),
      ...(field && { field }),
      ...(digest && {
        matched: digest.matched,
        tasks: digest.tasks.slice(0, maxDigestTasks).map((one) => toTask(one).task),
      }),
    },
  })
  return { ...event, projectIds }
}

/** Returns the event of a run that failed. */
export const failedEvent = ({
  id,
  rule,
  run,
}: {
  id: string
  rule: Rule
  run: RuleFailed['data']['run']
}): RuleFailed & StoredEvent => ({
  ...commonOf(id, rule),
  type: 'rule.failed',
  data: {
    rule: nameOf(rule),
    run: {
      id: run.id,
      due_at: run.due_at,
      error: { code: run.error.code, message: run.error.message },
    },
  },
})

/** Returns the event of a rule that was disabled. */
export const disabledEvent = ({
  id,
  rule,
}: {
  id: string
  rule: RuleDisabled['data']['rule']
}): RuleDisabled & StoredEvent => ({
  ...commonOf(id, rule),
  type: 'rule.disabled',
  data: { rule: { ...nameOf(rule), disabled_reason: rule.disabled_reason } },
})
