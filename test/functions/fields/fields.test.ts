import { describe, expect, it } from 'vitest'
import type { Field } from '../../../lib/fields/field.ts'
import { maxFields, maxRetiredFields } from '../../../lib/contract/limits.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const due = { key: 'due', label: 'Due', type: 'date' }
const priority = {
  ...{ key: 'priority', label: 'Priority', type: 'select' },
  options: [{ value: 'high', label: 'High', color: 'red' }, { value: 'low' }],
}

const create = (tenant: TestTenant, body: object) => tenant.send('POST', '/fields', { body })
const list = async (tenant: TestTenant) =>
  ((await tenant.send('GET', '/fields')).body as { fields: Field[] }).fields // checked against its declaration
const keys = async (tenant: TestTenant) => (await list(tenant)).map(({ key }) => key)

const time = expect.stringMatching(/^\d{4}-.*Z$/) as string

describe('POST /fields', () => {
  it('adds a field at the end, with a label for each option', async () => {
    const tenant = await newTenant()
    await create(tenant, due)
    const reply = await create(tenant, priority)
    expect(reply).toMatchObject({ status: 201, headers: { location: '/v1/fields/priority' } })
    const options = [
      { value: 'high', label: 'High', color: 'red' },
      { value: 'low', label: 'low' },
    ]
    const made = { ...priority, options, created_at: time, updated_at: time }
    expect(reply.body).toEqual({ field: made })
    expect(await list(tenant)).toEqual([{ ...due, created_at: time, updated_at: time }, made])
  })

  it('refuses a key that is in use', async () => {
    const tenant = await newTenant()
    await create(tenant, due)
    const message = 'The account has a field with this key: change it, or use another key.'
    expect(await create(tenant, { ...due, label: 'Other' })).toMatchObject({
      status: 409,
      body: errorBody('field_exists', message),
    })
    expect((await list(tenant)).map(({ label }) => label)).toEqual(['Due'])
  })

  it.each([
    [
      { ...due, key: 'Due' },
      'key must be a lower-case letter, then at most 39 lower-case letters, digits and underscores',
    ],
    [
      { ...due, key: '__proto__' },
      'key must be a lower-case letter, then at most 39 lower-case letters, digits and underscores',
    ],
    [
      { ...due, type: 'day' },
      'type must be one of text, number, checkbox, date, datetime, select, multi_select, url, member',
    ],
    [{ ...due, label: 'x'.repeat(61) }, 'label must be at most 60 characters long'],
    [{ ...due, options: [{ value: 'a' }] }, 'options is for the types select and multi_select only'],
    [{ ...priority, options: undefined }, 'options is required for the types select and multi_select'],
    [{ ...priority, options: [] }, 'options must hold 1 to 50 options'],
    [{ ...priority, options: [{ value: 'a' }, { value: 'a' }] }, 'options must hold different values'],
    [
      { ...priority, options: [{ value: 'a, b' }] },
      'options.0.value must not contain a comma, a semicolon or a line break',
    ],
    [
      { ...priority, options: [{ value: 'a', color: 'mauve' }] },
      'options.0.color must be one of gray, red, orange, yellow, green, teal, blue, purple, pink',
    ],
  ])('refuses %j', async (body, message) => {
    const tenant = await newTenant()
    expect(await create(tenant, body)).toMatchObject({ status: 400, body: { error: { message } } })
    expect(await list(tenant)).toEqual([])
  })

  it('takes 50 fields, also when the last ones are made at once', async () => {
    const tenant = await newTenant()
    // each of those at once is a try more for all others, and a busy machine has no time for 50
    const atOnce = 5
    for (let n = 0; n < maxFields - atOnce; n++) await create(tenant, { ...due, key: `field_${n}` })
    const replies = await Promise.all(
      Array.from({ length: 2 * atOnce }, (_, n) => create(tenant, { ...due, key: `last_${n}` })),
    )
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array<number>(atOnce).fill(201), ...Array<number>(atOnce).fill(429)])
    expect(await list(tenant)).toHaveLength(maxFields)
    expect(replies.find(({ status }) => status === 429)?.body).toEqual(
      errorBody('quota_exceeded', 'The account has 50 fields: delete one first.'),
    )
  })

  it('takes 200 KiB of them', async () => {
    const tenant = await newTenant()
    const options = Array.from({ length: 50 }, (_, n) => ({
      value: `${n}${'ä'.repeat(58)}`,
      label: `${n}${'ö'.repeat(58)}`,
    }))
    let made = 0
    for (;;) {
      const reply = await create(tenant, { ...priority, key: `field_${made}`, options })
      if (reply.status !== 201) {
        expect(reply).toMatchObject({ status: 429, body: { error: { code: 'quota_exceeded' } } })
        break
      }
      made++
    }
    expect(JSON.stringify(await list(tenant)).length).toBeLessThan(200 * 1024)
    expect(made).toBeGreaterThan(10)
  })
})

describe('PATCH /fields/{key}', () => {
  it('changes the label and replaces the options', async () => {
    const tenant = await newTenant()
    await create(tenant, priority)
    const body = { label: 'Urgency', options: [{ value: 'low', label: 'Low' }, { value: 'none' }] }
    const options = [
      { value: 'low', label: 'Low' },
      { value: 'none', label: 'none' },
    ]
    const changed = { ...priority, label: 'Urgency', options, created_at: time, updated_at: time }
    expect(await tenant.send('PATCH', '/fields/priority', { body })).toMatchObject({
      status: 200,
      body: { field: changed },
    })
    expect(await list(tenant)).toEqual([changed])
  })

  it.each([
    ['c', { beforeKey: 'a' }, ['c', 'a', 'b']],
    ['a', { afterKey: 'c' }, ['b', 'c', 'a']],
    ['a', { afterKey: 'b' }, ['b', 'a', 'c']],
    ['b', { beforeKey: 'b' }, ['a', 'b', 'c']],
  ])('moves %s %j', async (key, body, order) => {
    const tenant = await newTenant()
    for (const one of ['a', 'b', 'c']) await create(tenant, { ...due, key: one })
    expect((await tenant.send('PATCH', `/fields/${key}`, { body })).status).toBe(200)
    expect(await keys(tenant)).toEqual(order)
  })

  it('changes nothing when nothing is given', async () => {
    const tenant = await newTenant()
    await create(tenant, priority)
    const [before] = await list(tenant)
    expect(await tenant.send('PATCH', '/fields/priority', { body: {} })).toMatchObject({
      status: 200,
      body: { field: before },
    })
    expect(await list(tenant)).toEqual([before])
    expect((await tenant.send('PATCH', '/fields/nope', { body: {} })).status).toBe(404)
  })

  it('refuses options for a date, a place beside no field, and two places', async () => {
    const tenant = await newTenant()
    await create(tenant, due)
    const send = (body: object) => tenant.send('PATCH', '/fields/due', { body })
    const before = await list(tenant)
    expect(await send({ options: [{ value: 'a' }] })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'options' }] } },
    })
    expect(await send({ label: 'Other', beforeKey: 'nope' })).toMatchObject({
      status: 404,
      body: errorBody('field_not_found', 'There is no such field.'),
    })
    expect((await send({ beforeKey: 'a', afterKey: 'b' })).status).toBe(400)
    expect(await list(tenant)).toEqual(before)
  })

  it('keeps every one of many changes at once', async () => {
    const tenant = await newTenant()
    for (let n = 0; n < 10; n++) await create(tenant, { ...due, key: `field_${n}` })
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        tenant.send('PATCH', `/fields/field_${n}`, { body: { label: `New ${n}` } }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
    expect((await list(tenant)).map(({ label }) => label)).toEqual(
      Array.from({ length: 10 }, (_, n) => `New ${n}`),
    )
  })
})

describe('DELETE /fields/{key}', () => {
  it('retires the key, which comes back with the same type only, at the end', async () => {
    const tenant = await newTenant()
    await create(tenant, due)
    await create(tenant, priority)
    expect(await tenant.send('DELETE', '/fields/due')).toMatchObject({ status: 200, body: { success: true } })
    expect(await keys(tenant)).toEqual(['priority'])
    const gone = { status: 404, body: errorBody('field_not_found', 'There is no such field.') }
    expect(await tenant.send('DELETE', '/fields/due')).toMatchObject(gone)
    expect(await tenant.send('PATCH', '/fields/due', { body: { label: 'X' } })).toMatchObject(gone)
    expect(await tenant.send('PATCH', '/fields/priority', { body: { afterKey: 'due' } })).toMatchObject(gone)
    const message =
      'This key was used for the type date, and tasks may still have its values: use this type, or another key.'
    expect(await create(tenant, { ...due, type: 'text' })).toMatchObject({
      status: 409,
      body: errorBody('field_exists', message),
    })
    expect((await create(tenant, { ...due, label: 'Back' })).status).toBe(201)
    expect(await keys(tenant)).toEqual(['priority', 'due'])
  })

  it('remembers 200 keys', async () => {
    const tenant = await newTenant()
    for (let n = 0; n < maxRetiredFields; n++) {
      await create(tenant, { ...due, key: `field_${n}` })
      expect((await tenant.send('DELETE', `/fields/field_${n}`)).status).toBe(200)
    }
    await create(tenant, due)
    expect(await tenant.send('DELETE', '/fields/due')).toMatchObject({
      status: 429,
      body: { error: { code: 'quota_exceeded' } },
    })
    expect((await create(tenant, { ...due, key: 'field_0' })).status).toBe(201)
    expect((await tenant.send('DELETE', '/fields/due')).status).toBe(200)
  })
})
