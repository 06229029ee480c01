import { describe, expect, it } from 'vitest'
import { newTenant } from '../../support/tenant.ts'

const schedule = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-01-01T07:00' }
const create = { type: 'create_task', task: { label: 'A' } }

/** Tries to create a rule. */
async function tried(rule: { trigger?: object; action?: object }) {
  const { send, projectId } = await newTenant()
  await send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
  await send('POST', '/fields', { body: { key: 'when', label: 'When', type: 'datetime' } })
  const body = { projectId, label: 'L', trigger: schedule, action: create, ...rule }
  return send('POST', '/rules?dryRun=true', { body })
}

describe('a wrong rule', () => {
  it.each([
    [{ trigger: {} }, 'trigger.type is required: one of schedule, date, event'],
    [{ trigger: { type: 'cron' } }, 'trigger.type must be one of schedule, date, event'],
    [
      { action: { type: 'createTask' } },
      'action.type must be one of create_task, update_tasks, update_task, delete_tasks, notify, add_comment',
    ],
    [
      { trigger: { ...schedule, timezone: 'UTC' } },
      'trigger.timezone is not a field of this request (it takes rrule, start, timeZone, catchUp, at)',
    ],
    [
      { action: { type: 'create_task', task: { label: 'A', projectId: 'p' } } },
      'action.task.projectId is not a field of this request (it takes label, description, status, workflowLaneId,',
    ],
    [
      { trigger: { ...schedule, start: '2026-01-01T07:00:00' } },
      'trigger.start must be a local date and time such as 2026-11-30T09:00, without seconds and without an offset',
    ],
  ])('is refused with what to write instead: %j', async (rule, message) => {
    const { status, body } = await tried(rule)
    expect(status).toBe(400)
    expect((body as { error: { message: string } }).error.message).toContain(message)
  })
})

describe('a rule', () => {
  it('takes null for what may be left out', async () => {
    const trigger = { ...schedule, at: null, timeZone: null, catchUp: null }
    const action = { type: 'create_task', task: { label: 'A', status: null, fields: null }, ifOpen: null }
    const { status, body } = await tried({ trigger, action })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      rule: {
        trigger: { time_zone: 'UTC', catch_up: 'last' },
        action: { task: { label: 'A' }, if_open: 'create' },
      },
    })
  })

  it.each([
    [{ field: 'due' }, 'P0D'],
    [{ field: 'due', offset: '-PT2H' }, '-PT2H'],
    [{ field: 'when', offset: '-P1DT30M' }, '-P1DT30M'],
  ])('of a date needs no offset, and takes hours: %j', async (trigger, offset) => {
    const { status, body } = await tried({
      trigger: { type: 'date', ...trigger },
      action: { type: 'notify' },
    })
    expect({ status, body }).toMatchObject({ status: 200, body: { rule: { trigger: { offset } } } })
  })
})
