import * as z from 'zod/mini'
import { exampleIds as ids, labelLimit, labelRule, type FieldTexts } from '../contract/field-texts.ts'
import { label, timestamp, uuid } from '../contract/fields.ts'
import { maxFailedRuns, maxPreviewedTimes, defaultPreviewedTimes } from '../contract/limits.ts'
import { action, shownAction } from './action.ts'
import { runOutcomes } from './run.ts'
import { shownTrigger, trigger } from './trigger.ts'

export const ruleStatuses = ['active', 'paused', 'disabled'] as const

/** A rule in answers. */
export const rule = z.object({
  id: uuid,
  label: z.string(),
  project_id: uuid,
  status: z.literal(ruleStatuses),
  disabled_reason: z.nullable(z.string()),
  trigger: shownTrigger,
  action: shownAction,
  next_at: z.nullable(timestamp),
  last_run: z.nullable(z.object({ at: timestamp, outcome: z.literal(runOutcomes), tasks: z.int() })),
  preparing: z.boolean(),
  bound: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Rule = z.output<typeof rule>

/** When a rule will run. */
export const occurrences = z.array(z.object({ at: timestamp, task_id: z.optional(uuid) }))
export type Occurrences = z.output<typeof occurrences>

/** The status of the rule: one that is not active does not run, and shows when it would. */
export const preview = z.object({ status: z.literal(ruleStatuses), occurrences })
export const ruleAnswer = z.object({ rule })
/** A rule as a dry run of its creation answers it. */
export const ruleWithPreview = z.object({ rule, preview: z.optional(preview) })

export const newRule = z.strictObject({
  projectId: uuid,
  label,
  trigger,
  action,
  status: z._default(z.literal(['active', 'paused']), 'active'),
})
export type NewRule = z.output<typeof newRule>

export const ruleChange = z.strictObject({
  label: z.optional(label),
  trigger: z.optional(trigger),
  action: z.optional(action),
  status: z.optional(z.literal(['active', 'paused'])),
})
export type RuleChange = z.output<typeof ruleChange>

/** How many times a preview shows. A query parameter arrives as text. */
export const previewCount = z._default(
  z.pipe(
    z.string().check(
      z.refine((text) => /^[1-9][0-9]?$/.test(text) && Number(text) <= maxPreviewedTimes, {
        error: `must be a whole number from 1 to ${maxPreviewedTimes}`,
      }),
    ),
    z.transform(Number),
  ),
  defaultPreviewedTimes,
)

const exampleTrigger = {
  type: 'schedule' as const,
  rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  start: '2026-11-01T16:00',
}

/** The texts of a rule. */
export const ruleTexts = (): FieldTexts<Rule> => ({
  id: { meaning: 'The id of the rule', example: ids.ruleId },
  label: { meaning: `The name of the rule, ${labelLimit()}`, example: 'Monthly report' },
  project_id: { meaning: 'The project that it works in', example: ids.projectId },
  status: {
    meaning: `\`active\`, \`paused\` by a person or after its only time, or \`disabled\` by the service after ${maxFailedRuns} failed runs in a row`,
    example: 'active',
  },
  disabled_reason: { meaning: 'Why the service disabled it; else null', example: null },
  trigger: {
    meaning: 'When it runs, as it was given, with defaults',
    example: { ...exampleTrigger, time_zone: 'Europe/Berlin', catch_up: 'last' },
  },
  action: {
    meaning: 'What it does, as it was given, with defaults',
    example: {
      type: 'create_task',
      task: { label: 'Report {{date}}', fields: { due: '+P2D' }, subtasks: [] },
      if_open: 'create',
    },
  },
  next_at: {
    meaning: 'When it runs next; null if no time is known',
    example: '2026-11-30T15:00:00.000Z',
  },
  last_run: {
    meaning:
      'The last run by its trigger: its time, its outcome, and how many tasks it wrote; null before the first. Runs by hand are in the log only',
    example: { at: '2026-10-30T15:00:00.000Z', outcome: 'done', tasks: 1 },
  },
  preparing: {
    meaning:
      'Whether a rule with the trigger `date` is still looking for the dates of the tasks that are there',
    example: false,
  },
  bound: { meaning: 'Whether a token that is bound to projects made or changed it', example: false },
  created_at: { meaning: 'When the rule was created', example: '2026-11-20T09:00:00.000Z' },
  updated_at: { meaning: 'When a person last changed the rule', example: '2026-11-20T09:00:00.000Z' },
})

/** The texts of the bodies of rules. */
export const ruleBodyTexts = (): FieldTexts<z.input<typeof newRule>> => ({
  projectId: { meaning: 'The project that it works in', example: ids.projectId },
  label: { meaning: `The name of the rule, ${labelRule()}`, example: 'Monthly report' },
  trigger: {
    meaning:
      'When it runs. `schedule`: repeatedly, by an `rrule` of RFC 5545 with `start`, the wall time in `timeZone` from which it counts, or once, `at` a time; `catchUp` says what happens after an outage: the `last` missed time runs, `all` run, or `none`. `date`: when the time that the `field` of a task names, at `timeOfDay` in `timeZone` if it is a date, plus `offset` has come, for tasks that are not done and meet `where`; with `late` = `fire` also for a time that has passed. `event`: when one of `events` happens to a task, if one of the fields in `changed` changed and it then meets `where`. Writes by rules trigger no rule',
    example: { ...exampleTrigger, timeZone: 'Europe/Berlin' },
  },
  action: {
    meaning:
      'What it does. `create_task`: creates `task`, whose texts can have {{date}}, {{time}}, {{week}} and, unless on a schedule, {{task.label}} and other fields of the task; its dates can be distances such as `+P2D`; with `ifOpen` = `skip` not while the last one is open. `update_tasks`: gives all tasks that meet `where` the values of `set`, as a conditional change does; times can be distances such as `-P30D`. `delete_tasks`: moves all tasks that meet `where` into the trash. `update_task`: gives the task of a date or an event the values of `set`, moves it to `projectId`, or moves it into the trash if `delete` is true. `add_comment`: adds a comment with `text`, which can have the same placeholders, to the task of a date or an event. `notify`: sends the event `rule.fired` to webhooks; on a schedule with `where`, also the tasks that meet it',
    example: {
      type: 'create_task',
      task: { label: 'Report {{date}}', fields: { due: '+P2D' } },
    },
  },
  status: { meaning: '`active`, or `paused`; `active` by default', example: 'active' },
})
