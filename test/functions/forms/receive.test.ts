import { afterEach, describe, expect, it, vi } from 'vitest'
import { createUrlKey } from '../../../lib/shared/url-key.ts'
import { updateProject } from '../../../lib/projects/projects.ts'
import { tap, testPort } from '../../support/api.ts'
import { stopClock } from '../../support/stop-clock.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { newForm, submitTo, tasksOf } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
const received = { received: true, submission_id: uuid }
const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }
const noRoute = errorBody('route_not_found', 'There is no such route.')

/** Sends a form as a browser does that then shows the answer as a page. */
const browse = (key: string, body = 'name=Ada', headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${testPort}/v1/hooks/${key}`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { ...urlencoded, Accept: 'text/html,application/xhtml+xml', ...headers },
  })

const labelsOf = async (tenant: TestTenant) => (await tasksOf(tenant)).map(({ label }) => label)

describe('POST /hooks/{key}', () => {
  it('stores a JSON submission and makes its task, and its answer does not show the task', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const { status, headers, body } = await form.submit({ name: 'Ada', message: 'Call me' })
    expect({ status, body }).toEqual({ status: 200, body: received })
    expect(headers['access-control-allow-origin']).toBe('*')
    const [task] = await tasksOf(tenant)
    expect(task).toMatchObject({ label: 'Call me', description: 'name: Ada\nmessage: Call me', status: 0 })
    expect(await form.submissions()).toEqual([
      {
        id: (body as typeof received).submission_id,
        received_at: expect.any(String) as unknown,
        outcome: 'created',
        reason: null,
        task_id: task?.id,
        warnings: [],
      },
    ])
    expect(await tenant.taskCount()).toBe(1)
  })

  it('reads a form as a browser encodes it, and puts no file into the task', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { mapping: { label: 'From {{name}}', description: '{{all}}' } })
    await form.submit('name=Ada+L%C3%B6w&message=Hi', urlencoded)
    const data = new FormData()
    data.append('name', 'Grace')
    data.append('cv', new File(['private content'], 'cv.pdf', { type: 'application/pdf' }))
    const encoded = new Response(data)
    const type = encoded.headers.get('content-type') ?? ''
    await form.submit(Buffer.from(await encoded.arrayBuffer()), { 'Content-Type': type })
    const tasks = await tasksOf(tenant)
    expect(tasks.map(({ label }) => label)).toEqual(['From Ada Löw', 'From Grace'])
    expect(tasks[1]?.description).toContain('cv.pdf')
    expect(tasks[1]?.description).not.toContain('private content')
  })

  it('applies the mapping with its lane and status', async () => {
    const tenant = await newTenant()
    const workflowLaneId = await tenant.newLane()
    const mapping = { label: '{{/who/name}}', externalId: 'mail-{{email}}', status: 1, workflowLaneId }
    const form = await newForm(tenant, { mapping })
    await form.submit({ who: { name: 'Ada' }, email: 'ada@example.com' })
    expect(await tasksOf(tenant)).toMatchObject([
      { label: 'Ada', status: 1, workflow_lane_id: workflowLaneId, external_id: 'mail-ada@example.com' },
    ])
    expect((await tenant.send('GET', '/tasks/ext:mail-ada@example.com')).status).toBe(200)
  })

  it('thanks a browser with a page that may do nothing, or sends it on', async () => {
    const tenant = await newTenant()
    const page = await browse((await newForm(tenant)).key)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('Thank you')
    const form = await newForm(tenant, { redirectUrl: 'https://example.com/thanks?a=1' })
    const redirect = await browse(form.key)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      303,
      'https://example.com/thanks?a=1',
    ])
    expect(await tenant.taskCount()).toBe(2)
  })

  it('answers 404 to every key that nobody has, as to a path that does not exist', async () => {
    const tenant = await newTenant()
    const { key } = await newForm(tenant)
    const unknown = createUrlKey('hk', tenant.accountId, crypto.randomUUID()).key
    const foreign = createUrlKey('hk', crypto.randomUUID(), crypto.randomUUID()).key
    const mistyped = key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    for (const wrong of [unknown, foreign, mistyped, 'hk_', 'x', `${key}0`]) {
      const { status, body } = await submitTo(wrong, { name: 'Ada' })
      expect({ wrong, status, body }).toEqual({ wrong, status: 404, body: noRoute })
    }
    const page = await browse(unknown)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('This form does not exist any more.')
    expect(await tenant.taskCount()).toBe(0)
  })

  it.each([
    ['application/json', '{"a": ', 400, 'invalid_request'],
    ['application/json', `[${'['.repeat(100)}1${']'.repeat(100)}]`, 400, 'invalid_request'],
    ['text/plain', 'hello', 415, 'unsupported_media_type'],
    ['multipart/form-data', 'no boundary', 400, 'invalid_request'],
    ['multipart/form-data; boundary=x', 'not multipart', 400, 'invalid_request'],
    ['application/json', JSON.stringify({ a: 'x'.repeat(64 * 1024) }), 413, 'payload_too_large'],
  ])('refuses %s %.20s with %d, and stores nothing', async (type, body, expected, code) => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const reply = await form.submit(body, { 'Content-Type': type })
    expect(reply).toMatchObject({ status: expected, body: { error: { code } } })
    expect(await form.submissions()).toEqual([])
    expect(await tenant.taskCount()).toBe(0)
  })

  it.each(['?utm_source=mail&utm_source=web', '?name=Eve', '?__proto__=1', '?%ZZ&=', '?'])(
    'ignores the query %s, which is no part of the submission',
    async (query) => {
      const tenant = await newTenant()
      const form = await newForm(tenant)
      const { status, body } = await submitTo(`${form.key}${query}`, { name: 'Ada' })
      expect({ status, body }).toEqual({ status: 200, body: received })
      await form.submit({ name: 'Ada' })
      expect((await form.submissions()).map(({ outcome }) => outcome)).toEqual(['duplicate', 'created'])
      expect(await tasksOf(tenant)).toMatchObject([{ label: 'Ada', description: 'name: Ada' }])
    },
  )

  it('takes an inbound mail whose parts are not UTF-8, and warns of what it had to guess', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { mapping: { label: '{{subject}}', description: '{{text}}' } })
    const send = async (charsets: string) => {
      const parts = [
        ['subject', Buffer.from('Grüße an alle')],
        ['text', Buffer.from('Viele Gr\xFC\xDFe', 'latin1')],
        ['charsets', Buffer.from(charsets)],
      ] as const
      const bytes = parts.flatMap(([name, value]) => [
        Buffer.from(`--xYzZY\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
        value,
        Buffer.from('\r\n'),
      ])
      const headers = { 'Content-Type': 'multipart/form-data; boundary=xYzZY' }
      return form.submit(Buffer.concat([...bytes, Buffer.from('--xYzZY--\r\n')]), headers)
    }
    expect((await send('{"text":"iso-8859-1"}')).status).toBe(200)
    expect((await send('{}')).status).toBe(200)
    const task = { label: 'Grüße an alle', description: 'Viele Grüße' }
    expect(await tasksOf(tenant)).toMatchObject([task, task])
    expect((await form.submissions()).map(({ warnings }) => warnings)).toEqual([
      [expect.stringContaining('read as windows-1252 and may be wrong: text.')],
      [],
    ])
  })

  it('takes every kind of JSON', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const headers = { 'Content-Type': 'application/vnd.api+json; charset=utf-8' }
    expect((await form.submit('{"name": "Ada"}', headers)).status).toBe(200)
    expect(await labelsOf(tenant)).toEqual(['Ada'])
  })

  it('takes a field named __proto__, and braces in values, as text', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { mapping: { label: '{{name}}', description: '{{__proto__}}' } })
    await form.submit('{"name": "{{all}} {{name}}", "__proto__": "own"}')
    expect(await tasksOf(tenant)).toMatchObject([{ label: '{{all}} {{name}}', description: 'own' }])
  })
})

describe('a submission that cannot make a task now', () => {
  it.each([
    [
      'the quota is reached',
      (tenant: TestTenant) => updateProject(tenant, tenant.projectId, { task_quota: 0 }),
      {},
      /quota/,
    ],
    ['the form is paused', () => Promise.resolve(), { paused: true }, /paused/],
    ['the mapping gives no label', () => Promise.resolve(), { mapping: { label: '{{absent}}' } }, /label/],
    [
      'the lane is gone',
      () => Promise.resolve(),
      { mapping: { workflowLaneId: crypto.randomUUID() } },
      /lane/,
    ],
  ])('is held when %s, and answered 200', async (_, prepare, settings, reason) => {
    const tenant = await newTenant()
    const form = await newForm(tenant, settings)
    await prepare(tenant)
    const { status, body } = await form.submit({ name: 'Ada' })
    expect({ status, body }).toEqual({ status: 200, body: received })
    expect(await form.submissions()).toMatchObject([
      { outcome: 'held', reason: expect.stringMatching(reason) as string, task_id: null },
    ])
    expect(await form.read()).toMatchObject({ held_count: 1 })
    expect(await tenant.taskCount()).toBe(0)
  })

  it('is held when the project is gone', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { projectId: await tenant.newProject() })
    const { project_id } = await form.read()
    await tenant.send('DELETE', `/projects/${project_id}`)
    expect((await form.submit({ name: 'Ada' })).status).toBe(200)
    expect(await form.submissions('?outcome=held')).toMatchObject([{ outcome: 'held' }])
  })
})

describe('spam', () => {
  it('is kept without a task when the honeypot is filled in, for seven days', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { honeypot: 'website' })
    expect((await form.submit('name=Ada&website=', urlencoded)).status).toBe(200)
    expect((await form.submit('name=Bot&website=spam', urlencoded)).status).toBe(200)
    expect(await labelsOf(tenant)).toEqual(['Ada'])
    expect(await form.submissions('?outcome=spam')).toMatchObject([{ outcome: 'spam', task_id: null }])
  })

  it('is what comes from a website that the form does not allow', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { allowedOrigins: ['https://example.com'] })
    await form.submit({ name: 'Ada' }, { Origin: 'https://example.com' })
    await form.submit({ name: 'Eve' }, { Origin: 'https://evil.example' })
    expect(await labelsOf(tenant)).toEqual(['Ada'])
    expect((await form.submissions()).map(({ outcome }) => outcome)).toEqual(['spam', 'created'])
  })
})

describe('the limit', () => {
  it('of the form is 429 with Retry-After, and nothing is stored', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { rateLimit: 3 })
    const replies = []
    for (let n = 0; n < 5; n++) replies.push(await form.submit({ name: `Ada ${n}` }))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(Number(replies[4]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await tenant.taskCount()).toBe(3)
    const page = await browse(form.key)
    expect(page.status).toBe(429)
    expect(await page.text()).toContain('your entries are still there')
  })

  it('of one address is ten a minute for what a browser sends, and does not hold for form services', async () => {
    stopClock()
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const browser = { Origin: 'https://example.com' }
    const statuses = []
    for (let n = 0; n < 12; n++) statuses.push((await form.submit({ name: `Ada ${n}` }, browser)).status)
    expect(statuses).toEqual([...(Array(10).fill(200) as number[]), 429, 429])
    expect((await form.submit({ name: 'Service' })).status).toBe(200)
  })
})
