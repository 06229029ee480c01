import { beforeAll, describe, expect, it } from 'vitest'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const daily = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-01T16:00', timeZone: 'Europe/Berlin' }
const once = { type: 'schedule', at: '2100-01-01T09:00:00Z' }
const due = { type: 'date', field: 'due' }
const event = { type: 'event', events: ['task.completed'] }
const create = { type: 'create_task', task: { label: 'Report' } }
const update = { type: 'update_tasks', where: { status: 0 }, set: { status: 2 } }
const finish = { type: 'update_task', set: { status: 2 } }

let tenant: TestTenant

beforeAll(async () => {
  tenant = await newTenant()
  const priorities = [{ value: 'high' }, { value: 'low' }]
  for (const body of [
    { key: 'due', label: 'Due', type: 'date' },
    { key: 'at', label: 'At', type: 'datetime' },
    { key: 'size', label: 'Size', type: 'number' },
    { key: 'priority', label: 'Priority', type: 'select', options: priorities },
  ])
    expect((await tenant.send('POST', '/fields', { body })).status).toBe(201)
})

async function refusalOf(trigger: unknown, action: unknown): Promise<unknown> {
  const body = { projectId: tenant.projectId, label: 'A rule', trigger, action }
  const reply = await tenant.send('POST', '/rules', { body })
  expect(reply.status).toBe(400)
  const { details } = (reply.body as { error: { details: { path: string; message: string }[] } }).error
  const first = `${details[0]?.path} ${details[0]?.message}`
  const more = details.length > 1 ? ` (and ${details.length - 1} more in details)` : ''
  expect(reply.body).toEqual(errorBody('invalid_request', `${first}${more}`, { details }))
  return first
}

const parts =
  'FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE, BYSETPOS, WKST, RSCALE, SKIP'
const eitherOr = 'trigger must have either rrule with start, for a repeated time, or at, for one time'
const wallTime =
  'trigger.start must be a local date and time such as 2026-11-30T09:00, without seconds and without an offset'
const ofWhere = 'status, workflowLaneId, updatedBefore, updatedAfter, createdBefore, createdAfter, q, fields'
const orDistance = 'or a distance from the run such as -P30D, +PT2H or today'
const duration = 'must be an ISO 8601 duration such as -P1D, +P2DT3H or +PT90M'
const timeOfDay = 'trigger.timeOfDay must be a time of day from 00:00 to 23:59, such as 09:00'
const keyOfDate =
  'trigger.field must be the key of a field of the type date or datetime: the account has due, at'
const isUnknown = 'is not a field of the account (it has due, at, size, priority)'
const ofSchedule = 'no task triggers this rule (there are date, time, week)'

describe('a wrong trigger is refused with its path and what to write instead', () => {
  it.each<[trigger: unknown, message: string]>([
    [undefined, 'trigger is required'],
    ['daily', 'trigger must be an object'],
    [{}, 'trigger.type is required: one of schedule, date, event'],
    [{ type: 'cron' }, 'trigger.type must be one of schedule, date, event'],
    [{ type: 'schedule' }, eitherOr],
    [{ ...daily, ...once }, eitherOr],
    [{ ...daily, rrule: undefined }, eitherOr],
    [
      { ...daily, start: undefined },
      'trigger.start must be given with rrule: the wall time from which the rule counts, such as 2026-11-30T09:00',
    ],
    [
      { ...once, start: '2026-11-01T16:00' },
      'trigger.start must be left out with at: it is the time from which an rrule counts',
    ],
    [{ ...once, at: '2020-01-01T09:00:00Z' }, 'trigger.at must be in the future'],
    [{ ...once, at: '2100-01-01' }, 'trigger.at must be a time such as 2026-11-21T12:00:00Z'],
    [
      { ...once, timeZone: 'Europe/Berln' },
      'trigger.timeZone must be the name of a time zone such as Europe/Berlin',
    ],
    [
      { ...daily, timeZone: 'America/St Johns' },
      'trigger.timeZone must be the name of a time zone such as America/St_Johns',
    ],
    [
      { ...daily, timeZone: '+01:00' },
      'trigger.timeZone must be the name of a time zone such as Europe/Berlin: an offset does not say when clocks change',
    ],
    [{ ...daily, start: '2026-11-01' }, wallTime],
    [{ ...daily, start: '2026-02-30T09:00' }, wallTime],
    [{ ...daily, start: '2026-11-01T09:00+01:00' }, wallTime],
    [
      { ...daily, rrule: 'daily' },
      'trigger.rrule must be parts such as FREQ=WEEKLY;BYDAY=MO, with one semicolon between them: “DAILY” is none',
    ],
    [
      { ...daily, rrule: 'FREQ=MINUTELY' },
      'trigger.rrule must have FREQ with one of HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, not “MINUTELY”: write minutes as FREQ=HOURLY;BYMINUTE=0,15,30,45',
    ],
    [
      { ...daily, rrule: 'FREQ=DAILY;BYSECOND=3' },
      'trigger.rrule must not have BYSECOND: leave it out, because rules run at whole minutes',
    ],
    [
      { ...daily, rrule: 'FREQ=DAILY;BYTIME=9' },
      `trigger.rrule must not have “BYTIME”: the parts are ${parts}`,
    ],
    [
      { ...daily, rrule: 'FREQ=DAILY;COUNT=2;UNTIL=21000101' },
      'trigger.rrule must have COUNT or UNTIL, not both',
    ],
    [
      { ...daily, rrule: 'FREQ=DAILY;UNTIL=20200101' },
      'trigger.rrule must occur again: it has no time in the future',
    ],
    [
      { ...daily, rrule: 'FREQ=HOURLY;BYMINUTE=0,4' },
      'trigger.rrule must have times at least 5 minutes apart: the minutes 0 and 4 of BYMINUTE are closer',
    ],
    [
      { ...daily, rrule: 'FREQ=HOURLY;BYMINUTE=0,58' },
      'trigger.rrule must have times at least 5 minutes apart: the minutes 58 and 0 of BYMINUTE are closer',
    ],
    [{ ...daily, catchUp: 'first' }, 'trigger.catchUp must be one of last, all, none'],
    [
      { ...daily, every: 'day' },
      'trigger.every is not a field of this request (it takes rrule, start, timeZone, catchUp, at)',
    ],
  ])('%j', async (trigger, message) => {
    expect(await refusalOf(trigger, create)).toBe(message)
  })

  it.each<[trigger: unknown, message: string]>([
    [{ type: 'date' }, 'trigger.field is required'],
    [{ ...due, field: 'deadline' }, keyOfDate],
    [{ ...due, field: 'size' }, keyOfDate],
    [{ ...due, offset: '1 day' }, `trigger.offset ${duration}`],
    [{ ...due, offset: '-P367D' }, 'trigger.offset must be at most 366 days, before or after'],
    [{ ...due, timeOfDay: '9:00' }, timeOfDay],
    [{ ...due, timeOfDay: '24:00' }, timeOfDay],
    [
      { ...due, timeZone: 'Berlin' },
      'trigger.timeZone must be the name of a time zone such as Europe/Berlin',
    ],
    [{ ...due, late: 'maybe' }, 'trigger.late must be one of fire, skip'],
    [{ ...due, where: {} }, 'trigger.where must say which tasks are meant: it is empty'],
    [{ ...due, where: { fields: {} } }, 'trigger.where must say which tasks are meant: it is empty'],
    [{ ...due, where: { fields: { size2: 1 } } }, `trigger.where.fields.size2 ${isUnknown}`],
    [
      { ...due, where: { fields: { due: 'tomorrow' } } },
      `trigger.where.fields.due must be a date such as 2026-12-24, ${orDistance}`,
    ],
    [
      { ...due, where: { updatedBefore: 'yesterday' } },
      `trigger.where.updatedBefore must be a time such as 2026-11-21T12:00:00Z, ${orDistance}`,
    ],
    [{ ...due, where: { updatedBefore: '-P30' } }, `trigger.where.updatedBefore ${duration}`],
    [
      { ...due, where: { status: 3 } },
      'trigger.where.status must be 0, 1 or 2, or a list of at least one of them',
    ],
    [
      { ...due, where: { label: 'x' } },
      `trigger.where.label is not a field of this request (it takes ${ofWhere})`,
    ],
    [{ type: 'event' }, 'trigger.events is required'],
    [{ ...event, events: [] }, 'trigger.events must name at least one type of event'],
    [
      { ...event, events: ['task.*'] },
      'trigger.events.0 must be one of task.created, task.completed, task.reopened, task.updated, task.deleted, task.restored',
    ],
    [{ ...event, changed: [] }, 'trigger.changed must name at least one field'],
    [
      { ...event, changed: ['lane'] },
      'trigger.changed.0 must be one of label, status, project_id, workflow_lane_id, position, description, subtasks, external_id, fields, or fields. and the key of a field',
    ],
    [{ ...event, changed: ['status', 'fields.deadline'] }, `trigger.changed.1 ${isUnknown}`],
    [
      { ...event, events: ['task.deleted'] },
      'trigger.events must not have task.deleted with update_task: a task in the trash cannot be changed',
    ],
  ])('%j', async (trigger, message) => {
    expect(await refusalOf(trigger, finish)).toBe(message)
  })
})

describe('a wrong action is refused with its path and what to write instead', () => {
  const task = (fields: object) => ({ type: 'create_task', task: { label: 'Report', ...fields } })
  const set = (fields: object) => ({ ...update, set: fields })

  it.each<[action: unknown, message: string]>([
    [undefined, 'action is required'],
    [
      {},
      'action.type is required: one of create_task, update_tasks, update_task, delete_tasks, notify, add_comment',
    ],
    [
      { type: 'email' },
      'action.type must be one of create_task, update_tasks, update_task, delete_tasks, notify, add_comment',
    ],
    [
      finish,
      'action.type must be one of create_task, update_tasks, delete_tasks, notify with a trigger of the type schedule',
    ],
    [{ type: 'create_task' }, 'action.task is required'],
    [{ type: 'create_task', task: {} }, 'action.task.label is required'],
    [
      task({ projectId: crypto.randomUUID() }),
      'action.task.projectId is not a field of this request (it takes label, description, status, workflowLaneId, externalId, subtasks, fields)',
    ],
    [
      task({ id: crypto.randomUUID(), position: '0|i00000:1' }),
      'action.task.id is not a field of this request (it takes label, description, status, workflowLaneId, externalId, subtasks, fields)',
    ],
    [
      task({ subtasks: [{ id: crypto.randomUUID(), label: 'Step' }] }),
      'action.task.subtasks.0.id is not a field of this request (it takes label, isCompleted)',
    ],
    [task({ label: '{{task.label}}' }), `action.task.label has {{task.label}}: ${ofSchedule}`],
    [
      task({ label: '{{dat}}' }),
      'action.task.label has {{dat}}: there is no such placeholder (there are date, time, week)',
    ],
    [
      task({ label: 'On {{date' }),
      'action.task.label has {{ without its }}: a placeholder is {{key}}, with no braces within',
    ],
    [
      task({ subtasks: [{ label: 'x' }, { label: '{{y}}' }] }),
      'action.task.subtasks.1.label has {{y}}: there is no such placeholder (there are date, time, week)',
    ],
    [task({ fields: { deadline: '+P2D' } }), `action.task.fields.deadline ${isUnknown}`],
    [
      task({ fields: { due: 'tomorrow' } }),
      `action.task.fields.due must be a date such as 2026-12-24, ${orDistance}`,
    ],
    [task({ fields: { due: '+P2' } }), `action.task.fields.due ${duration}`],
    [task({ fields: { due: 'P2D' } }), 'action.task.fields.due must have its sign: +P2D or -P2D'],
    [set({ fields: { at: 'PT3H' } }), 'action.set.fields.at must have its sign: +PT3H or -PT3H'],
    [
      { ...update, where: { updatedBefore: 'P30D' } },
      'action.where.updatedBefore must have its sign: +P30D or -P30D',
    ],
    [
      task({ fields: { size: '+P2D' } }),
      'action.task.fields.size must be a number from -1,000,000,000,000,000 to 1,000,000,000,000,000',
    ],
    [task({ fields: { priority: 'urgent' } }), 'action.task.fields.priority must be one of high, low'],
    [task({ status: 3 }), 'action.task.status must be one of 0, 1, 2'],
    [task({ workflowLaneId: 'Finance' }), 'action.task.workflowLaneId must be a UUID'],
    [{ ...create, ifOpen: 'wait' }, 'action.ifOpen must be one of create, skip'],
    [{ ...update, where: {} }, 'action.where must say which tasks are meant: it is empty'],
    [{ ...update, where: undefined }, 'action.where is required'],
    [set({}), 'action.set must say what the tasks become: it is empty'],
    [{ ...update, set: undefined }, 'action.set is required'],
    [
      set({ label: 'x' }),
      'action.set.label is not a field of this request (it takes status, workflowLaneId, description, fields)',
    ],
    [
      set({ fields: { at: 'soon' } }),
      `action.set.fields.at must be a time such as 2026-12-24T18:00:00Z, ${orDistance}`,
    ],
    [set({ description: '{{task.label}}' }), `action.set.description has {{task.label}}: ${ofSchedule}`],
    [{ type: 'delete_tasks' }, 'action.where is required'],
  ])('%j', async (action, message) => {
    expect(await refusalOf(daily, action)).toBe(message)
  })

  const setOrMove = 'action must have set, projectId or both, or else delete'

  it.each<[action: unknown, message: string]>([
    [
      update,
      'action.type must be one of create_task, update_task, notify, add_comment with a trigger of the type event',
    ],
    [
      { type: 'notify', where: { status: 0 } },
      'action.where is for a schedule: put the conditions into trigger.where',
    ],
    [{ type: 'add_comment' }, 'action.text is required'],
    [{ type: 'add_comment', text: ' ' }, 'action.text must contain at least one visible character'],
    [
      { type: 'add_comment', text: 'At {{now' },
      'action.text has {{ without its }}: a placeholder is {{key}}, with no braces within',
    ],
    [{ type: 'update_task' }, setOrMove],
    [{ ...finish, delete: true }, setOrMove],
    [{ type: 'update_task', delete: false }, 'action.delete must be true'],
    [{ type: 'update_task', set: {} }, 'action.set must say what the tasks become: it is empty'],
    [{ type: 'update_task', projectId: 'Archive' }, 'action.projectId must be a UUID'],
    [
      { type: 'create_task', task: { label: '{{task.name}}' } },
      'action.task.label has {{task.name}}: there is no such placeholder (there are date, time, week, task.id, task.label, task.status, task.project_id, task.workflow_lane_id, task.position, task.description, task.external_id, task.created_at, task.updated_at, task.fields.due, task.fields.at, task.fields.size, task.fields.priority)',
    ],
  ])('%j', async (action, message) => {
    expect(await refusalOf(event, action)).toBe(message)
  })

  it.each([
    [
      'lane_not_found',
      daily,
      { type: 'create_task', task: { label: 'A', workflowLaneId: crypto.randomUUID() } },
    ],
    ['lane_not_found', daily, { ...update, set: { workflowLaneId: crypto.randomUUID() } }],
    ['lane_not_found', daily, { ...update, where: { workflowLaneId: crypto.randomUUID() } }],
    ['lane_not_found', { ...due, where: { workflowLaneId: crypto.randomUUID() } }, finish],
    ['lane_not_found', { ...event, where: { workflowLaneId: crypto.randomUUID() } }, finish],
    ['project_not_found', event, { type: 'update_task', projectId: crypto.randomUUID() }],
  ])('%s', async (code, trigger, action) => {
    const body = { projectId: tenant.projectId, label: 'A rule', trigger, action }
    expect(await tenant.send('POST', '/rules', { body })).toMatchObject({
      status: 404,
      body: { error: { code } },
    })
  })

  it('no lane is named by a condition on tasks without one', async () => {
    const action = { ...update, where: { workflowLaneId: null } }
    const body = { projectId: tenant.projectId, label: 'A rule', trigger: daily, action }
    expect(await tenant.send('POST', '/rules?dryRun=true', { body })).toMatchObject({ status: 200 })
  })

  it('names all problems at once, and stores nothing', async () => {
    const body = {
      projectId: tenant.projectId,
      label: 'A rule',
      trigger: { ...daily, rrule: 'FREQ=SOMETIMES', timeZone: 'X' },
      action: create,
    }
    const { details } = (
      (await tenant.send('POST', '/rules', { body })).body as { error: { details: object[] } }
    ).error
    expect(details).toMatchObject([{ path: 'trigger.rrule' }, { path: 'trigger.timeZone' }])
    expect((await tenant.send('GET', '/rules')).body).toEqual({ rules: [] })
  })
})
