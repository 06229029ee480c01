import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { maxBulkOperations } from '../../../lib/contract/limits.ts'
import { tap, testPort, type Reply } from '../../support/api.ts'
import { transactionUnits } from '../../support/local-units.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { newForm, tasksOf } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

const idsOf = ({ body }: Reply) => (body as { submission_ids?: string[] }).submission_ids

/** A list of events, as SendGrid sends them: all of them, or the first ones. */
const events = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    email: `p${index}@example.com`,
    message: `Bounce ${index}`,
  }))

const shown = async (tenant: Parameters<typeof tasksOf>[0]) =>
  (await tasksOf(tenant)).map(({ label, description }) => [label, description])

describe('several events in one body are as many submissions', () => {
  const [ada, bob] = [{ message: 'The door' }, { message: 'The window' }]

  it.each<[string, unknown, string, string]>([
    ['a list', [ada, bob], '0.message', ''],
    ['Asana', { events: [ada, bob] }, 'events.0.message', ''],
    ['LINE', { destination: 'U1', events: [ada, bob] }, 'events.0.message', 'destination: U1'],
    [
      'Xero',
      { events: [ada, bob], firstEventSequence: 1, lastEventSequence: 2, entropy: 'S0M3' },
      'events.0.message',
      'entropy: S0M3',
    ],
    [
      'Smartsheet',
      { nonce: 'n', webhookId: 7, scope: 'sheet', scopeObjectId: 8, events: [ada, bob] },
      'events.0.message',
      'scope: sheet',
    ],
    ['Microsoft Graph', { value: [ada, bob] }, 'value.0.message', ''],
    ['Meta', { object: 'page', entry: [ada, bob] }, 'entry.0.message', 'object: page'],
  ])('of %s', async (_sender, body, key, beside) => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { mapping: { label: `{{${key}}}` } })
    const reply = await form.submit(body)
    const ids = idsOf(reply) ?? []
    expect(reply).toMatchObject({ status: 200, body: { received: true, submission_id: ids[0] } })
    expect(await shown(tenant)).toEqual([
      ['The door', expect.stringContaining(beside)],
      ['The window', expect.stringContaining(beside)],
    ])
    const submissions = await form.submissions()
    expect(submissions.map(({ id, outcome }) => [id, outcome])).toEqual([
      [ids[1], 'created'],
      [ids[0], 'created'],
    ])
  })

  it('of Mailchimp, which puts its list into a form', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ mandrill_events: JSON.stringify([ada, bob]) }).toString()
    expect(idsOf(await form.submit(body, headers))).toHaveLength(2)
    expect((await shown(tenant)).map(([label]) => label)).toEqual(['The door', 'The window'])
  })

  it('each with its own part of the body, which a replay reads again', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { paused: true })
    const [first = '', second = ''] = idsOf(await form.submit([ada, bob], { 'webhook-id': 'msg_1' })) ?? []
    const read = (id: string) => tenant.send('GET', `/forms/${form.id}/submissions/${id}`)
    expect(await read(second)).toMatchObject({
      body: { submission: { outcome: 'held', raw: { body: JSON.stringify([bob]) } } },
    })
    expect((await read(first)).status).toBe(200)
    await tenant.send('POST', `/forms/${form.id}/replay`)
    expect((await shown(tenant)).map(([label]) => label)).toEqual(['The door', 'The window'])
  })

  it('but a list of answers is one submission, and so are one event and a field that is called as a list', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const answers = [
      { name: 'subject', value: 'The door' },
      { name: 'email', value: 'ada@example.com' },
    ]
    const single = [
      answers,
      [ada],
      { message: 'Which ones?', events: [ada, bob] },
      [ada, 'The window'],
      { message: 'None', events: [] },
    ]
    for (const body of single)
      expect(Object.keys((await form.submit(body)).body as object)).not.toContain('submission_ids')
    expect(await form.submissions()).toHaveLength(single.length)
    expect((await tasksOf(tenant))[0]).toMatchObject({ label: 'The door' })
  })

  it('of responses with answers', async () => {
    const form = await newForm(await newTenant())
    const response = (id: string, value: string) => ({ id, answers: [{ question: 'What?', value }] })
    expect(idsOf(await form.submit([response('r1', 'The door'), response('r2', 'The window')]))).toHaveLength(
      2,
    )
  })

  it('is said in a preview', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const preview = (body: unknown) =>
      tenant.send('POST', `/forms/${form.id}/preview`, {
        body: { contentType: 'application/json', body: JSON.stringify(body) },
      })
    const { body } = await preview([ada, bob])
    expect(body).toMatchObject({
      task: { label: 'The door' },
      warnings: [
        'The body has 2 submissions, each with its task: this is the first.',
        'This submission has no id, so repeats are recognised only for a day.',
      ],
    })
    expect((await preview({ events: [] })).body).toMatchObject({
      task: null,
      warnings: [expect.stringContaining('The list of events is empty')],
    })
  })
})

describe('a list that comes again makes nothing twice', () => {
  it.each<[string, Record<string, string>]>([
    ['known by an id', { 'svix-id': 'msg_1' }],
    ['known by what it holds', {}],
  ])('%s', async (_, headers) => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    // two that are alike are two
    const body = [...events(2), ...events(1)]
    await form.submit(body, headers)
    await form.submit(body, headers)
    expect(await tasksOf(tenant)).toHaveLength(3)
    const outcomes = (await form.submissions()).map(({ outcome }) => outcome)
    expect(outcomes).toEqual([...Array<string>(3).fill('duplicate'), ...Array<string>(3).fill('created')])
  })

  it('hours later, and when HubSpot counts its attempts', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const body = (attemptNumber: number) =>
      events(2).map((event) => ({ ...event, attemptNumber, objectId: 1 }))
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() })
    await form.submit(body(0))
    vi.advanceTimersByTime(20 * 60 * 60 * 1000)
    await form.submit(body(1))
    expect(await tasksOf(tenant)).toHaveLength(2)
  })

  it('and completes what was stored in part', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    let writes = 0
    tap.faults = (operation) =>
      operation === 'TransactWriteItems' && ++writes > 3 ? 'server-error' : undefined
    expect(await form.submit(events(5))).toMatchObject({ status: 503 })
    tap.reset()
    expect(await tasksOf(tenant)).toHaveLength(3)
    expect(await form.submit(events(5))).toMatchObject({ status: 200 })
    expect((await shown(tenant)).map(([label]) => label)).toEqual(events(5).map(({ message }) => message))
  })
})

describe('a list', () => {
  it('that is empty is refused in words, and so is one with too many, and nothing is stored', async () => {
    const form = await newForm(await newTenant())
    expect(await form.submit([])).toMatchObject({
      status: 400,
      body: errorBody('invalid_request', 'The body is an empty list: it has no submission.'),
    })
    expect(await form.submit(events(maxBulkOperations + 1))).toMatchObject({
      status: 413,
      body: errorBody(
        'payload_too_large',
        'The body has 101 submissions: send at most 100 at once. None of them was stored.',
      ),
    })
    expect(await form.submissions()).toEqual([])
  })

  it('counts as many requests as it has submissions', async () => {
    const form = await newForm(await newTenant(), { rateLimit: 5 })
    expect((await form.submit(events(3))).status).toBe(200)
    expect((await form.submit(events(3))).status).toBe(429)
    expect(await form.submissions()).toHaveLength(3)
  })

  it('costs what its submissions cost one by one', async () => {
    const form = await newForm(await newTenant())
    await form.submit({ name: 'Makes the form known' })
    tap.reset()
    await form.submit(events(3), { 'Idempotency-Key': 'delivery-1' })
    expect(tap.exchanges).toEqual(
      Array(3).fill({ operation: 'TransactWriteItems', units: transactionUnits(8, 2) }),
    )
  })

  it.each([
    ['Asana and LINE', { events: [] }],
    ['Xero', { events: [], firstEventSequence: 0, lastEventSequence: 0, entropy: 'S0M3' }],
    ['Mailchimp', 'mandrill_events=%5B%5D'],
  ])('of %s that is empty asks whether somebody listens, and must be signed', async (_sender, sent) => {
    const form = await newForm(await newTenant(), {
      signature: { scheme: 'hmac', secret: 'known', header: 'x-xero-signature', encoding: 'base64' },
    })
    const body = typeof sent === 'string' ? sent : JSON.stringify(sent)
    // not by `submit`: these answers are those of the senders' protocols, not of the contract
    const ask = (secret: string) =>
      fetch(`http://127.0.0.1:${testPort}/v1/hooks/${form.key}`, {
        method: 'POST',
        headers: {
          'Content-Type': typeof sent === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
          'X-Xero-Signature': createHmac('sha256', secret).update(body).digest('base64'),
        },
        body,
      })
    expect((await ask('unknown')).status).toBe(401)
    const reply = await ask('known')
    expect([reply.status, await reply.json()]).toEqual([200, { received: true }])
    expect(await form.submissions()).toEqual([])
  })
})
