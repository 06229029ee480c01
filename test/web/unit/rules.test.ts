import { describe, expect, it } from 'vitest'
import type { Field } from '../../../client/src/index.ts'
import { draftOf, emptyDraft, ruleRequest, type RuleDraft } from '../../../web/src/rules/draft.ts'
import { requestOf } from '../../../web/src/rules/requests.ts'
import { repeatOf, rruleOf } from '../../../web/src/rules/schedule.ts'
import { sentenceOf } from '../../../web/src/rules/sentence.ts'
import { missingIn } from '../../../web/src/rules/words.ts'

type Parts = Parameters<typeof draftOf>[0]

const common = {
  description: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
}
const field = (key: string, label: string, type: Field['type']): Field => ({
  ...{ ...common, key, label, type },
  ...(type === 'select' && { options: [{ value: 'high', label: 'High' }] }),
})

const names = {
  lanes: [{ id: 'lane-1', label: 'Review' }],
  projects: [{ id: 'project-2', label: 'Archive' }],
  fields: [
    field('due', 'Due', 'date'),
    field('starts', 'Starts', 'datetime'),
    field('priority', 'Priority', 'select'),
    field('hours', 'Hours', 'number'),
  ],
}

const schedule = (rrule: string): Parts['trigger'] => ({
  ...{ type: 'schedule', rrule, start: '2026-11-30T09:00', time_zone: 'Asia/Kathmandu', catch_up: 'last' },
})
const due = (more: object): Parts['trigger'] => ({
  ...{ type: 'date', field: 'due', offset: '-P1D', time_of_day: '09:00', late: 'skip' },
  ...{ time_zone: 'Asia/Kathmandu', ...more },
})
const notify: Parts['action'] = { type: 'notify' }
const monday = schedule('FREQ=WEEKLY;BYDAY=MO')

const said = (trigger: Parts['trigger'], action: Parts['action']) =>
  sentenceOf(requestOf({ label: 'A rule', trigger, action }), names)

describe('a rule as a sentence', () => {
  it.each([
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=DAILY;INTERVAL=3', 'Every 3 days'],
    ['FREQ=WEEKLY;BYDAY=MO,TH', 'Every Monday and Thursday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', 'Every 2 weeks on Friday'],
    ['FREQ=MONTHLY;BYMONTHDAY=2', 'Every month on the 2nd'],
    [
      'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD',
      'Every month on the 31st, or the last day of a shorter month,',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'Every month on the last working day'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', 'Every month on the first working day'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'Every month on the second Tuesday'],
    ['FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR', 'Every 3 months on the last Friday'],
    ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15', 'Every year on 15 April'],
    ['FREQ=HOURLY;BYMINUTE=0,30', 'By the rule FREQ=HOURLY;BYMINUTE=0,30'],
  ])('%s: %s', (rrule, sentence) => {
    expect(said(schedule(rrule), notify)).toBe(`${sentence} at 09:00 in Asia/Kathmandu: tell the webhooks`)
  })

  it.each([
    [due({}), 'One day before “Due” at 09:00 in Asia/Kathmandu'],
    [due({ offset: 'P2W' }), '2 weeks after “Due” at 09:00 in Asia/Kathmandu'],
    [due({ field: 'starts', offset: '-PT30M' }), '30 minutes before “Starts”'],
    [due({ field: 'starts', offset: 'PT0S' }), 'When “Starts” comes'],
    [
      due({ where: { status: [0], workflow_lane_id: 'lane-1', fields: { priority: 'high' } } }),
      'One day before “Due” at 09:00 in Asia/Kathmandu, for tasks that are open, are in “Review”, and have “Priority” equal to High',
    ],
    [
      { type: 'event', events: ['task.created', 'task.completed'] } satisfies Parts['trigger'],
      'When a task is created or is completed',
    ],
    [
      {
        ...{ type: 'event', events: ['task.updated'], changed: ['workflow_lane_id', 'fields.due'] },
        where: { workflow_lane_id: null },
      } satisfies Parts['trigger'],
      'When a task is changed otherwise and lane or “Due” changed, for tasks that are in no lane',
    ],
  ])('of a date or an event: %#', (trigger, sentence) => {
    expect(said(trigger, notify)).toBe(`${sentence}: tell the webhooks`)
  })

  it.each<[Parts['action'], string]>([
    [
      {
        type: 'create_task',
        task: {
          ...{ label: 'Weekly review', workflow_lane_id: 'lane-1' },
          subtasks: [{ label: 'One', is_completed: false }],
        },
        if_open: 'create',
      },
      'add “Weekly review” to “Review” with 1 subtask',
    ],
    [
      { type: 'update_tasks', where: { status: [0, 1], updated_before: '-P30D' }, set: { status: 2 } },
      'set status to done for tasks that are open or in progress and were not changed since 30 days ago',
    ],
    [
      { type: 'delete_tasks', where: { q: 'spam', fields: { due: { before: '-P7D' } } } },
      'move tasks to the trash that contain “spam” and have “Due” before 7 days before the run',
    ],
    [
      { type: 'update_task', set: { workflow_lane_id: 'lane-1', fields: { due: '+P2D' } } },
      'move it to “Review” and set “Due” to 2 days later',
    ],
    [{ type: 'update_task', project_id: 'project-2' }, 'move it to the project “Archive”'],
    [{ type: 'update_task', set: { workflow_lane_id: 'gone' } }, 'move it to a lane that is not there'],
    [{ type: 'update_task', delete: true }, 'move it to the trash'],
    [{ type: 'add_comment', text: 'Late' }, 'comment on it: “Late”'],
    [
      { type: 'notify', where: { fields: { due: { exists: true } } } },
      'tell the webhooks which tasks have “Due” set',
    ],
  ])('that ends with what it does: %#', (action, sentence) => {
    expect(said(monday, action)).toBe(`Every Monday at 09:00 in Asia/Kathmandu: ${sentence}`)
  })
})

describe('the form of a rule', () => {
  const triggers: Parts['trigger'][] = [
    monday,
    schedule('SKIP=BACKWARD;RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2'),
    schedule('FREQ=DAILY;COUNT=3'),
    { type: 'schedule', at: '2027-01-05T10:30:00.000Z', time_zone: 'UTC', catch_up: 'none' },
    due({}),
    due({ offset: 'PT0S', late: 'fire', where: { q: 'x', fields: { hours: { min: 2 } } } }),
    due({ offset: '-P1DT2H' }),
    due({ where: { created_after: '-P1D' } }),
    {
      type: 'event',
      events: ['task.created'],
      changed: ['fields'],
      where: { fields: { due: { before: 'today' } } },
    },
  ]
  const actions: Parts['action'][] = [
    notify,
    { type: 'notify', where: { status: [0] } },
    {
      ...{ type: 'create_task', if_open: 'skip' },
      task: {
        ...{ label: 'A', description: 'B', status: 1, workflow_lane_id: 'lane-1' },
        subtasks: [{ label: 'One', is_completed: false }],
        fields: { due: '+P2D', priority: 'high', hours: 0 },
      },
    },
    {
      type: 'create_task',
      task: { label: 'A', subtasks: [], external_id: 'week-{{week}}' },
      if_open: 'create',
    },
    { type: 'update_tasks', where: { status: [0] }, set: { status: 2, fields: { due: null } } },
    { type: 'update_tasks', where: { workflow_lane_id: null }, set: { workflow_lane_id: null } },
    { type: 'update_task', set: { status: 1 }, project_id: 'project-2' },
    { type: 'update_task', delete: true },
    { type: 'add_comment', text: 'Of {{task.label}}' },
    { type: 'delete_tasks', where: { updated_before: '-P30D' } },
  ]
  const pairs = triggers.flatMap((trigger) => actions.map((action) => ({ label: 'A rule', trigger, action })))

  it.each(pairs)('makes each rule as it was: $trigger.type, $action.type', (rule) => {
    expect(ruleRequest(draftOf(rule, names.fields), names.fields, '')).toEqual(requestOf(rule))
  })

  it.each([
    [due({ offset: '-P1DT2H' }), true],
    [due({ where: { created_after: '-P1D' } }), true],
    [due({}), false],
    [schedule('FREQ=DAILY;COUNT=3'), false],
  ])('keeps a trigger that it has no controls for: %#', (trigger, isKept) => {
    expect(draftOf({ label: 'A rule', trigger, action: notify }, names.fields).when === 'kept').toBe(isKept)
  })

  it.each([
    [
      'external id',
      { type: 'create_task', task: { label: 'A', subtasks: [], external_id: 'x' }, if_open: 'create' },
    ],
    [
      'a ticked subtask',
      {
        type: 'create_task',
        task: { label: 'A', subtasks: [{ label: 'B', is_completed: true }] },
        if_open: 'create',
      },
    ],
    [
      'a field that is gone',
      { type: 'update_tasks', where: { status: [0] }, set: { fields: { gone: 'x' } } },
    ],
    ['two conditions', { type: 'delete_tasks', where: { fields: { due: 'today', priority: 'high' } } }],
  ] as [string, Parts['action']][])('keeps an action with %s', (_, action) => {
    expect(draftOf({ label: 'A rule', trigger: monday, action }, names.fields).then).toBe('kept')
  })

  it.each(['29', '30', '31'])('means the last day of a month without the %s', (day) => {
    const { schedule: draft } = emptyDraft()
    const monthly = { ...draft, repeat: 'monthly' as const, on: 'day' as const, day }
    expect(rruleOf(monthly)).toBe(`FREQ=MONTHLY;BYMONTHDAY=${day};RSCALE=GREGORIAN;SKIP=BACKWARD`)
    expect(repeatOf(rruleOf(monthly), draft)).toMatchObject({ repeat: 'monthly', on: 'day', day })
    expect(rruleOf({ ...monthly, day: '28' })).toBe('FREQ=MONTHLY;BYMONTHDAY=28')
  })
})

describe('what the form of a rule needs', () => {
  const { schedule, date, event, task, where } = emptyDraft()
  const whole = { ...emptyDraft(), task: { ...task, label: 'A' } }
  const condition = { ...where, field: 'due', operator: 'before' as const }

  it.each<[Partial<RuleDraft>, string[]]>([
    [{}, []],
    [{ task }, ['action.task.label']],
    [{ schedule: { ...schedule, weekdays: [] } }, ['trigger.rrule']],
    [{ schedule: { ...schedule, repeat: 'own' } }, ['trigger.rrule']],
    [{ schedule: { ...schedule, repeat: 'once', once: '' } }, ['trigger.at']],
    [{ time: '' }, ['trigger.start']],
    [{ when: 'date' }, ['trigger.field']],
    [{ when: 'date', date: { ...date, field: 'due' }, time: '' }, ['trigger.timeOfDay']],
    [{ when: 'event', event: { ...event, events: [] } }, ['trigger.events']],
    [{ when: 'event', event: { ...event, changed: [] } }, ['trigger.changed']],
    [{ when: 'event', where: condition }, ['trigger.where.fields']],
    [{ when: 'event', where: { ...condition, operator: 'set' } }, []],
    [{ then: 'update' }, ['action.set', 'action.where']],
    [{ when: 'event', then: 'comment' }, ['action.text']],
    [{ then: 'trash' }, ['action.where']],
    [{ then: 'notify', where: condition }, ['action.where.fields']],
    [{ where: condition }, []],
  ])('%j: %j', (changes, paths) => {
    expect(Object.keys(missingIn({ ...whole, ...changes }, false, false))).toEqual(paths)
  })
})
