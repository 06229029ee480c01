import { describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { readFeed } from '../../support/feed.ts'
import { tap } from '../../support/api.ts'
import { isOwnWork, withoutSharing } from '../../support/shared-counts.ts'
import { defineFields, ofEveryType } from '../../support/definitions.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { snapshot } from '../../support/requests.ts'

const options = [{ value: 'high', label: 'High' }, { value: 'mid' }, { value: 'low' }]
const definitions = ofEveryType(options)

const values = {
  customer: 'Ada',
  estimate: 2.5,
  billable: false,
  due: '2026-12-24',
  meeting: '2026-12-24T18:00:00.000Z',
  priority: 'high',
  tags: ['high', 'low'],
  link: 'https://example.com/',
}

/** Values as they may be sent; they are stored as `values`. */
const given = {
  ...values,
  customer: '  Ada ',
  meeting: '2026-12-24T19:00:00+01:00',
  tags: ['low', 'high'],
  link: 'HTTPS://Example.com',
}

const tenantWithFields = async (): Promise<TestTenant> => defineFields(await newTenant(), definitions)

const taskIn = (reply: { body: unknown }) => (reply.body as { task: Task }).task // checked against its declaration
const read = async (tenant: TestTenant, id: string) => taskIn(await tenant.send('GET', `/tasks/${id}`))

describe('values of fields', () => {
  it('are refused to a token without the scope read by errors that name no field and no option', async () => {
    const tenant = await tenantWithFields()
    const { projectId } = tenant
    const { id } = await tenant.createTask()
    const token = await tenant.newToken(['write', 'hooks'])
    const names = [...definitions.map(({ key }) => key), ...options.map(({ value }) => value)]
    const wrong = { nothing: 1, priority: 'wrong', tags: ['wrong'] }
    const csv = { 'Content-Type': 'text/csv' }
    const form = { label: 'Form', projectId, preset: 'generic', mapping: { fields: { nothing: '{{x}}' } } }
    const answers = [
      await tenant.send('POST', '/tasks', { token, body: { projectId, label: 'A', fields: wrong } }),
      await tenant.send('PATCH', `/tasks/${id}`, { token, body: { fields: wrong } }),
      await tenant.send('POST', '/tasks/bulk', {
        token,
        body: { operations: [{ op: 'update', id, fields: wrong }] },
      }),
      await tenant.send('POST', '/forms', { token, body: form }),
      await tenant.send('POST', `/projects/${projectId}/import?format=csv`, {
        ...{ token, headers: csv, body: 'label,fields.estimate,fields.priority\nA,1,wrong\n' },
      }),
    ]
    for (const { body } of answers) {
      const told = JSON.stringify(body)
      const own = ['priority', 'tags', 'estimate'] // as the caller has written them
      for (const name of names.filter((one) => !own.includes(one)))
        expect(told).not.toMatch(new RegExp(`\\b${name}\\b`))
    }
    expect(JSON.stringify(answers[0]?.body)).toContain('is not a field of the account')
    const reader = await tenant.send('POST', '/tasks', { body: { projectId, label: 'A', fields: wrong } })
    expect(JSON.stringify(reader.body)).toContain('high, mid, low')
  })

  it('are stored by a create, a dry run, a bulk create and their replays, and shown everywhere', async () => {
    const tenant = await tenantWithFields()
    const body = { projectId: tenant.projectId, label: 'A task', fields: given }
    const tried = await tenant.send('POST', '/tasks?dryRun=true', { body })
    expect(taskIn(tried).fields).toEqual(values)
    const headers = { 'Idempotency-Key': 'once' }
    const created = taskIn(await tenant.send('POST', '/tasks', { body, headers }))
    expect(created.fields).toEqual(values)
    const replayed = await tenant.send('POST', '/tasks', { body, headers })
    expect(replayed.headers['idempotency-replayed']).toBe('true')
    expect(taskIn(replayed)).toEqual(created)
    const operations = [{ op: 'create', ...body }]
    const bulk = await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    expect(bulk.body).toMatchObject({ succeeded: 1, results: [{ task: { fields: values } }] })
    expect((await read(tenant, created.id)).fields).toEqual(values)
    const { body: page } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
    expect((page as { tasks: Task[] }).tasks.map(({ fields }) => fields)).toEqual([values, values])
    const { changes } = await readFeed(tenant)
    expect(changes.map(({ task }) => (task as Task).fields)).toEqual([values, values])
  })

  it('are changed key by key, and taken off by null and by an empty list', async () => {
    const tenant = await tenantWithFields()
    const { id } = await tenant.createTask({ fields: given })
    const change = async (body: object) => taskIn(await tenant.send('PATCH', `/tasks/${id}`, { body }))
    expect((await change({ fields: { due: '2027-01-01', customer: null, tags: [] } })).fields).toEqual({
      ...values,
      due: '2027-01-01',
      customer: undefined,
      tags: undefined,
    })
    const operations = [{ op: 'update', id, fields: { priority: 'low' } }]
    await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    expect((await read(tenant, id)).fields).toMatchObject({ priority: 'low', due: '2027-01-01' })
    const all = Object.fromEntries(Object.keys(values).map((key) => [key, null]))
    expect(await change({ fields: all })).not.toHaveProperty('fields')
    expect(await read(tenant, id)).not.toHaveProperty('fields')
  })

  it('are ignored as null by a create, and an empty object changes nothing', async () => {
    const tenant = await tenantWithFields()
    const { id, updated_at, fields } = await tenant.createTask({ fields: { due: null, tags: [] } })
    expect(fields).toBeUndefined()
    const reply = await tenant.send('PATCH', `/tasks/${id}`, { body: { fields: {} } })
    expect(taskIn(reply).updated_at).toBe(updated_at)
  })

  it('stay through trash, restore, a move to another project and a move in the order', async () => {
    const tenant = await tenantWithFields()
    const { id } = await tenant.createTask({ fields: given })
    await tenant.send('DELETE', `/tasks/${id}`)
    const { body: trash } = await tenant.send('GET', `/projects/${tenant.projectId}/trash`)
    expect(trash).toMatchObject({ tasks: [{ fields: values }] })
    expect(taskIn(await tenant.send('POST', `/tasks/${id}/restore`)).fields).toEqual(values)
    const body = { projectId: await tenant.newProject(), fields: { due: '2027-01-01' } }
    const moved = taskIn(await tenant.send('PATCH', `/tasks/${id}`, { body }))
    expect(moved.fields).toEqual({ ...values, due: '2027-01-01' })
    const top = await tenant.send('POST', `/tasks/${id}/move`, { body: { to: 'top' } })
    expect(taskIn(top).fields).toEqual({ ...values, due: '2027-01-01' })
  })

  it('are guarded by If-Match', async () => {
    const tenant = await tenantWithFields()
    const { id } = await tenant.createTask({ fields: given })
    const send = (version: number) =>
      tenant.send('PATCH', `/tasks/${id}`, {
        body: { fields: { due: '2027-01-01' } },
        headers: { 'If-Match': `"${version}"` },
      })
    expect((await send(7)).status).toBe(412)
    expect((await read(tenant, id)).fields).toEqual(values)
    expect((await send(1)).status).toBe(200)
  })

  it('of different keys are both written by two at once', async () => {
    const tenant = await tenantWithFields()
    const { id } = await tenant.createTask()
    const replies = await Promise.all(
      [{ due: '2027-01-01' }, { priority: 'low' }].map((fields) =>
        tenant.send('PATCH', `/tasks/${id}`, { body: { fields } }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await read(tenant, id)).fields).toEqual({ due: '2027-01-01', priority: 'low' })
  })
})

const bad: [key: string, value: unknown, message: string][] = [
  ['customer', 5, 'must be a text of 1–500 characters, at least one of them visible'],
  ['customer', 'x'.repeat(501), 'must be a text of 1–500 characters, at least one of them visible'],
  ['customer', ' \u200b', 'must be a text of 1–500 characters, at least one of them visible'],
  ['customer', '\ud800', 'must be a text of 1–500 characters, at least one of them visible'],
  ['estimate', '5', 'must be a number from -1,000,000,000,000,000 to 1,000,000,000,000,000'],
  ['estimate', 1.1e15, 'must be a number from -1,000,000,000,000,000 to 1,000,000,000,000,000'],
  ['billable', 'true', 'must be true or false'],
  ['due', '2026-02-30', 'must be a date such as 2026-12-24'],
  ['due', '2026-12-24T00:00:00Z', 'must be a date such as 2026-12-24'],
  ['meeting', '2026-12-24T18:00:00', 'must be a time such as 2026-12-24T18:00:00Z'],
  ['priority', 'urgent', 'must be one of high, mid, low'],
  ['priority', 'High', 'must be one of high, mid, low'],
  ['tags', 'high', 'must be a list of at most 20 different values of high, mid, low'],
  ['tags', ['high', 'high'], 'must be a list of at most 20 different values of high, mid, low'],
  ['tags', ['high', null], 'must be a list of at most 20 different values of high, mid, low'],
  [
    'link',
    'javascript:alert(1)',
    'must be an address that begins with http:// or https://, at most 1,000 characters long',
  ],
  [
    'link',
    `https://example.com/${'x'.repeat(1000)}`,
    'must be an address that begins with http:// or https://, at most 1,000 characters long',
  ],
  ['due', {}, 'must be a date such as 2026-12-24'],
  [
    'nope',
    'x',
    'is not a field of the account (it has customer, estimate, billable, due, meeting, priority, tags, link)',
  ],
  [
    'nope',
    null,
    'is not a field of the account (it has customer, estimate, billable, due, meeting, priority, tags, link)',
  ],
]

describe('a wrong value', () => {
  it('is refused at every door, with its key and what it takes, and nothing is written', async () => {
    const tenant = await tenantWithFields()
    const { id } = await tenant.createTask({ fields: { priority: 'low' } })
    const before = await snapshot(tenant)
    const project = tenant.projectId
    for (const [key, value, message] of bad) {
      const fields = { billable: true, [key]: value }
      const error = { code: 'invalid_request', details: [{ path: `fields.${key}`, message }] }
      const where = { status: 0 }
      const replies = [
        await tenant.send('POST', '/tasks', { body: { projectId: project, label: 'X', fields } }),
        await tenant.send('POST', '/tasks?dryRun=true', { body: { projectId: project, label: 'X', fields } }),
        await tenant.send('PATCH', `/tasks/${id}`, { body: { fields } }),
        await tenant.send('PATCH', `/projects/${project}/tasks`, { body: { where, set: { fields } } }),
      ]
      for (const reply of replies) expect(reply).toMatchObject({ status: 400, body: { error } })
      const operations = [
        { op: 'create', projectId: project, label: 'X', fields },
        { op: 'update', id, fields },
      ]
      const bulk = await tenant.send('POST', '/tasks/bulk', { body: { operations } })
      expect(bulk.body).toMatchObject({
        failed: 2,
        results: [
          { status: 400, error },
          { status: 400, error },
        ],
      })
    }
    expect(await snapshot(tenant)).toEqual(before)
  })

  it('with the key __proto__ is refused', async () => {
    const tenant = await tenantWithFields()
    const body = `{"projectId":"${tenant.projectId}","label":"X","fields":{"__proto__":"x"}}`
    expect(await tenant.send('POST', '/tasks', { body })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'fields.__proto__' }] } },
    })
  })

  it.each([[[]], ['high']])('is no object: %j', async (fields) => {
    const tenant = await tenantWithFields()
    const reply = await tenant.send('POST', '/tasks', {
      body: { projectId: tenant.projectId, label: 'X', fields },
    })
    expect(reply).toMatchObject({ status: 400, body: { error: { details: [{ path: 'fields' }] } } })
  })
})

describe('definitions that change', () => {
  it('take a new field and a new option at once, although they are cached', async () => {
    const tenant = await tenantWithFields()
    const { id } = await tenant.createTask({ fields: { priority: 'low' } })
    const change = (fields: object) => tenant.send('PATCH', `/tasks/${id}`, { body: { fields } })
    await tenant.send('POST', '/fields', { body: { key: 'late', label: 'Late', type: 'text' } })
    expect((await change({ late: 'yes' })).status).toBe(200)
    await tenant.send('PATCH', '/fields/priority', { body: { options: [{ value: 'new' }] } })
    expect((await change({ priority: 'new' })).status).toBe(200)
    expect((await change({ priority: 'low' })).status).toBe(400)
  })

  it('leave tasks the values of removed options and of deleted fields, which null takes off', async () => {
    const tenant = await tenantWithFields()
    const fields = { priority: 'low', due: '2027-01-01' }
    const { id } = await tenant.createTask({ fields })
    await tenant.send('PATCH', '/fields/priority', { body: { options: [{ value: 'new' }] } })
    await tenant.send('DELETE', '/fields/due')
    expect((await read(tenant, id)).fields).toEqual(fields)
    const change = (values: object) => tenant.send('PATCH', `/tasks/${id}`, { body: { fields: values } })
    expect(await change({ due: '2027-01-02' })).toMatchObject({
      status: 400,
      body: {
        error: {
          details: [
            {
              path: 'fields.due',
              message: 'is a deleted field: it takes no new values, and null takes one off',
            },
          ],
        },
      },
    })
    expect(taskIn(await change({ due: null })).fields).toEqual({ priority: 'low' })
  })

  it('answer a repeat as the first request, although they do not take its values any more', async () => {
    const tenant = await tenantWithFields()
    const fields = { ...given, priority: 'low', billable: null }
    const body = { projectId: tenant.projectId, label: 'A task', fields }
    const send = () => tenant.send('POST', '/tasks', { body, headers: { 'Idempotency-Key': 'once' } })
    const first = await send()
    await tenant.send('PATCH', '/fields/priority', { body: { options: [{ value: 'new' }] } })
    expect(await send()).toMatchObject({ status: 201, body: first.body })
    const operations = [{ op: 'create', ...body }]
    const bulk = () =>
      tenant.send('POST', '/tasks/bulk', { body: { operations }, headers: { 'Idempotency-Key': 'once' } })
    expect(await bulk()).toMatchObject({ body: { failed: 1 } })
  })

  it('answer a repeat in the order of the options when they were written', async () => {
    const tenant = await tenantWithFields()
    const body = { projectId: tenant.projectId, label: 'A task', fields: { tags: ['low', 'high'] } }
    const send = () => tenant.send('POST', '/tasks', { body, headers: { 'Idempotency-Key': 'once' } })
    const first = await send()
    expect(taskIn(first).fields).toEqual({ tags: ['high', 'low'] })
    await tenant.send('PATCH', '/fields/tags', { body: { options: options.toReversed() } })
    expect(await send()).toMatchObject({ status: 201, body: first.body })
  })

  it('leave no value that no definition ever allowed, while both change at once', async () => {
    const tenant = await tenantWithFields()
    const { id } = await tenant.createTask()
    const sets = [['high'], ['mid', 'low'], ['low', 'new'], ['high', 'new']]
    const work = Array.from({ length: 40 }, (_, n) =>
      n % 4 === 0
        ? tenant.send('PATCH', '/fields/priority', {
            body: { options: (sets[(n / 4) % 4] ?? []).map((value) => ({ value })) },
          })
        : tenant.send('PATCH', `/tasks/${id}`, {
            body: { fields: { priority: ['high', 'mid', 'low', 'new', 'never'][n % 5] } },
          }),
    )
    const statuses = new Set((await Promise.all(work)).map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 200 && status !== 400)).toEqual([])
    expect((await read(tenant, id)).fields?.priority).not.toBe('never')
  })
})

describe('what they cost', () => {
  const sent = () => tap.exchanges.filter(isOwnWork).map(({ operation, units }) => `${operation} ${units}`)

  it('is one read of the definitions, once a minute', async () => {
    const tenant = await tenantWithFields()
    const { id } = await tenant.createTask()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 61_000)
      const change = () => tenant.send('PATCH', `/tasks/${id}`, { body: { fields: { due: '2027-01-01' } } })
      await tenant.send('GET', `/tasks/${id}`) // reads the token
      tap.reset()
      tap.answerInstead = withoutSharing
      await change()
      expect(sent()).toEqual(['GetItem 1', 'UpdateItem 4'])
      tap.exchanges.length = 0
      await change()
      expect(sent()).toEqual(['UpdateItem 4'])
      tap.exchanges.length = 0
      await tenant.createTask({ fields: { due: '2027-01-01' } })
      expect(sent()).toEqual(['TransactWriteItems 6'])
    } finally {
      tap.reset()
      vi.useRealTimers()
    }
  })
})
