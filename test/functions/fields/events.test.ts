import { describe, expect, it } from 'vitest'
import { get } from '../../../lib/table/read-items.ts'
import { anyTask, taskKey, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { taskEvent } from '../../../lib/webhooks/event.ts'
import { wants } from '../../../lib/webhooks/event-filter.ts'
import { taskEventOf } from '../../../lib/webhooks/task-event.ts'
import type { WebhookItem } from '../../../lib/webhooks/webhook-item.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

async function itemOf(tenant: TestTenant, id: string): Promise<TaskItem> {
  const item = anyTask(await get(tenant, taskKey(tenant, id)))
  if (!item) throw new Error('The task is not there.')
  return item
}

/** The event of a change of a task with the values `due` and `customer`. */
async function eventOf(change: object) {
  const tenant = await newTenant()
  for (const [key, type] of Object.entries({ due: 'date', customer: 'text', note: 'text' })) {
    await tenant.send('POST', '/fields', { body: { key, label: key, type } })
  }
  const { id } = await tenant.createTask({ fields: { due: '2026-01-01', customer: 'Ada' } })
  const before = await itemOf(tenant, id)
  await tenant.send('PATCH', `/tasks/${id}`, { body: change })
  const event = taskEventOf(before, await itemOf(tenant, id))
  if (!event) throw new Error('There is no event.')
  return taskEvent.parse(event)
}

const watching = (changed_fields: WebhookItem['changed_fields']): WebhookItem => ({
  ...{ id: 'w', url: 'https://example.com', event_types: ['task.*'], status: 'active', secrets: [] },
  ...{ created_at: '', updated_at: '', ...(changed_fields && { changed_fields }) },
})

describe('the event of a change of values', () => {
  it('names each value, with what it was before', async () => {
    const event = await eventOf({ label: 'New', fields: { due: null, note: 'First', customer: 'Ada' } })
    expect(event.data.changed).toEqual(['label', 'fields.due', 'fields.note'])
    expect(event.data.previous).toEqual({ label: 'A task', fields: { due: '2026-01-01', note: null } })
    expect(event.data.task.fields).toEqual({ customer: 'Ada', note: 'First' })
  })

  it('tells null of a value that there was not, also where every object has something of that name', async () => {
    const tenant = await newTenant()
    for (const key of ['constructor', 'note']) {
      await tenant.send('POST', '/fields', { body: { key, label: key, type: 'text' } })
    }
    const { id } = await tenant.createTask({ fields: { note: 'Text' } })
    const before = await itemOf(tenant, id)
    await tenant.send('PATCH', `/tasks/${id}`, { body: { fields: { constructor: 'Own' } } })
    const event = taskEventOf(before, await itemOf(tenant, id))
    expect(event?.data.previous.fields).toEqual(Object.fromEntries([['constructor', null]]))
  })

  it('reaches webhooks that watch this value, or all values', async () => {
    const event = await eventOf({ fields: { due: '2026-02-02' } })
    expect(wants(watching(['fields.due']), event)).toBe(true)
    expect(wants(watching(['fields']), event)).toBe(true)
    expect(wants(watching(undefined), event)).toBe(true)
    expect(wants(watching(['fields.note', 'label']), event)).toBe(false)
    const other = await eventOf({ label: 'New' })
    expect(wants(watching(['fields', 'fields.due']), other)).toBe(false)
  })

  it.each([['due'], ['fields.'], ['fields.Due'], ['fields.a.b']])(
    'cannot be asked for as %s',
    async (name) => {
      const { send } = await newTenant()
      const body = { url: 'https://example.com', changedFields: [name] }
      expect(await send('POST', '/webhooks', { body })).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining('or fields. and the key of a field') as unknown } },
      })
    },
  )
})
