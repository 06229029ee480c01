import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Form } from '../../../lib/forms/form.ts'
import { tap } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { keyOf, newForm, submitTo } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

const time = expect.stringMatching(/Z$/) as string
const notFound = errorBody('form_not_found', 'There is no such form.')

describe('forms', () => {
  it('POST answers 201 with the form and its URL, which no other answer shows', async () => {
    const tenant = await newTenant()
    const { projectId } = tenant
    const { status, headers, body } = await tenant.send('POST', '/forms', {
      body: { projectId, name: ' Contact ' },
    })
    expect(status).toBe(201)
    const { form } = body as { form: Form & { url: string } }
    expect(form).toEqual({
      ...{
        id: form.id,
        name: 'Contact',
        project_id: projectId,
        source: null,
        mapping: null,
        signature: null,
      },
      ...{ honeypot: null, redirect_url: null, allowed_origins: null, dedupe_by: null },
      ...{ time_zone: null, paused: false },
      ...{
        rate_limit: 600,
        retention_days: 30,
        held_count: 0,
        old_url_until: null,
        created_at: time,
        updated_at: time,
      },
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/hooks\/hk_/) as string,
    })
    expect(headers.location).toBe(`/v1/forms/${form.id}`)
    const { url, ...shown } = form
    expect((await tenant.send('GET', `/forms/${form.id}`)).body).toEqual({ form: shown })
    expect((await tenant.send('GET', '/forms')).body).toEqual({ forms: [shown] })
    expect(url).toContain(keyOf(url))
  })

  it('PATCH changes the fields that are sent, null removes one, and the mapping can be read', async () => {
    const tenant = await newTenant()
    const workflowLaneId = await tenant.newLane()
    const form = await newForm(tenant, { honeypot: 'url', redirectUrl: 'https://example.com/' })
    const mapping = { label: '{{name}}', externalId: '{{id}}', status: 2, workflowLaneId }
    const { body } = await tenant.send('PATCH', `/forms/${form.id}`, {
      body: {
        name: 'Orders',
        mapping,
        honeypot: null,
        paused: true,
        rateLimit: 5,
        retentionDays: 1,
        dedupeBy: '/id',
        timeZone: 'Europe/Berlin',
      },
    })
    expect((body as { form: Form }).form).toMatchObject({
      ...{ name: 'Orders', honeypot: null, redirect_url: 'https://example.com/', paused: true },
      ...{ rate_limit: 5, retention_days: 1, dedupe_by: '/id', time_zone: 'Europe/Berlin' },
      mapping: { label: '{{name}}', external_id: '{{id}}', status: 2, workflow_lane_id: workflowLaneId },
    })
    expect(await form.read()).toEqual((body as { form: Form }).form)
  })

  it('PATCH that answers 503 because storage cannot be read has changed nothing', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const before = await form.read()
    tap.faults = (operation) => (operation === 'GetItem' ? 'throttle' : undefined)
    const refused = await tenant.send('PATCH', `/forms/${form.id}`, { body: { paused: true } })
    expect(refused.status).toBe(503)
    tap.reset()
    expect(await form.read()).toEqual(before)
  })

  it('PATCH answers with the form as it was after its own write, also beside others', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const changes = [
      { name: 'Orders' },
      { paused: true },
      { rateLimit: 5 },
      { retentionDays: 1 },
      { source: 'tally' },
    ]
    const replies = await Promise.all(
      changes.map((body) => tenant.send('PATCH', `/forms/${form.id}`, { body })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200))
    const answered = replies
      .map(({ body }) => (body as { form: Form }).form)
      .sort((a, b) => a.updated_at.localeCompare(b.updated_at))
    expect(new Set(answered.map(({ updated_at }) => updated_at)).size).toBe(5)
    expect(answered.at(-1)).toEqual(await form.read())
    expect(answered.at(-1)).toMatchObject({
      ...{ name: 'Orders', paused: true, rate_limit: 5, retention_days: 1, source: 'tally' },
    })
  })

  it.each([
    [{ mapping: { label: '{{name' } }, 'mapping.label', /\{\{ without its \}\}/],
    [{ mapping: { label: ' ' } }, 'mapping.label', /visible character/],
    [{ mapping: { colour: 'red' } }, 'mapping.colour', /not a field/],
    [{ allowedOrigins: ['https://example.com/path'] }, 'allowedOrigins.0', /origin/],
    [{ redirectUrl: 'javascript:alert(1)' }, 'redirectUrl', /web address/],
    [{ rateLimit: 6_001 }, 'rateLimit', /1 to 6000/],
    [{ retentionDays: 41 }, 'retentionDays', /1 to 40/],
    [{ signature: { scheme: 'hmac', secret: 's' } }, 'signature.header', /required/],
    [{ source: 'fax' }, 'source', /one of/],
  ])('refuses %j with 400 that names %s', async (settings, path, message) => {
    const tenant = await newTenant()
    const { projectId } = tenant
    const reply = await tenant.send('POST', '/forms', { body: { projectId, name: 'Contact', ...settings } })
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    const { details } = (reply.body as { error: { details: { path: string; message: string }[] } }).error
    expect(details).toContainEqual({ path, message: expect.stringMatching(message) as string })
    expect((await tenant.send('GET', '/forms')).body).toEqual({ forms: [] })
  })

  it('needs a project of the account, and answers 404 to a foreign form', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()]
    const body = { projectId: other.projectId, name: 'Contact' }
    const made = await tenant.send('POST', '/forms', { body })
    expect(made).toMatchObject({
      status: 404,
      body: errorBody('project_not_found', 'There is no such project.'),
    })
    const form = await newForm(tenant)
    const moved = await tenant.send('PATCH', `/forms/${form.id}`, { body: { projectId: other.projectId } })
    expect(moved.status).toBe(404)
    for (const method of ['GET', 'DELETE']) {
      expect(await other.send(method, `/forms/${form.id}`)).toMatchObject({ status: 404, body: notFound })
    }
  })

  it('needs the scope hooks, and write too where tasks will be written', async () => {
    const tenant = await newTenant()
    const token = await tenant.newToken(['hooks'])
    const form = await newForm(tenant)
    expect((await tenant.send('GET', '/forms', { token })).status).toBe(200)
    const { projectId } = tenant
    for (const [method, path, body] of [
      ['POST', '/forms', { projectId, name: 'Contact' }],
      ['PATCH', `/forms/${form.id}`, { paused: true }],
      ['POST', `/forms/${form.id}/rotate-url`, {}],
      ['POST', `/forms/${form.id}/replay`, undefined],
    ] as const) {
      const reply = await tenant.send(method, path, { token, ...(body && { body }) })
      expect(reply).toMatchObject({ status: 403, body: { error: { required_scope: 'write' } } })
    }
    const listed = await tenant.send('GET', `/forms/${form.id}/submissions`, { token })
    expect(listed).toMatchObject({ status: 403, body: { error: { required_scope: 'read' } } })
  })

  it('answers 429 to the 51st form, also of many that race', async () => {
    const tenant = await newTenant()
    for (let n = 0; n < 48; n++) await newForm(tenant)
    const { projectId } = tenant
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => tenant.send('POST', '/forms', { body: { projectId, name: 'More' } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429, 429])
    expect(((await tenant.send('GET', '/forms')).body as { forms: Form[] }).forms).toHaveLength(50)
  })

  it('DELETE ends the form: 404 from then on, and the URL within a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    const form = await newForm(tenant)
    expect((await tenant.send('DELETE', `/forms/${form.id}`)).body).toEqual({ success: true })
    expect(await tenant.send('GET', `/forms/${form.id}`)).toMatchObject({ status: 404, body: notFound })
    vi.advanceTimersByTime(60_001)
    expect((await form.submit({ name: 'Ada' })).status).toBe(404)
  })
})

describe('POST /forms/{formId}/rotate-url', () => {
  const rotate = async (tenant: Awaited<ReturnType<typeof newTenant>>, id: string, body: object = {}) => {
    const reply = await tenant.send('POST', `/forms/${id}/rotate-url`, { body })
    expect(reply.status).toBe(200)
    return keyOf((reply.body as { form: { url: string } }).form.url)
  }

  it('gives a new URL, and the one before stays valid for a day unless told otherwise', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const reply = await tenant.send('POST', `/forms/${form.id}/rotate-url`, { body: {} })
    const { url, ...rotated } = (reply.body as { form: Form & { url: string } }).form
    expect(rotated).toEqual(await form.read())
    const dayMs = 24 * 60 * 60 * 1000
    expect(rotated.old_url_until).toBe(new Date(Date.now() + dayMs).toISOString())
    const key = keyOf(url)
    expect(key).not.toBe(form.key)
    expect([(await form.submit({ a: 1 })).status, (await submitTo(key, { a: 2 })).status]).toEqual([200, 200])
    vi.advanceTimersByTime(dayMs + 60_001)
    expect(await form.read()).toMatchObject({ old_url_until: null })
    expect([(await form.submit({ a: 3 })).status, (await submitTo(key, { a: 4 })).status]).toEqual([404, 200])
  })

  it('with 0 hours ends the one before within a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const key = await rotate(tenant, form.id, { oldValidHours: 0 })
    vi.advanceTimersByTime(60_001)
    expect([(await form.submit({ a: 1 })).status, (await submitTo(key, { a: 2 })).status]).toEqual([404, 200])
  })

  it('leaves both new URLs of two rotations that race valid', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const keys = await Promise.all([rotate(tenant, form.id), rotate(tenant, form.id)])
    for (const [n, key] of keys.entries()) expect((await submitTo(key, { n })).status).toBe(200)
  })
})

describe('POST /forms/{formId}/preview', () => {
  it('shows fields, task and warnings of a sample, and stores nothing', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const { status, body } = await tenant.send('POST', `/forms/${form.id}/preview`, {
      body: {
        contentType: 'application/json',
        body: '{"name": "Ada", "email": "ada@example.com"}',
        mapping: { label: 'Call {{name}} {{phone}}', externalId: '{{email}}' },
      },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      fields: [
        { key: 'name', label: 'name', value: 'Ada' },
        { key: 'email', label: 'email', value: 'ada@example.com' },
      ],
      task: { label: 'Call Ada', external_id: 'ada@example.com', status: 0, workflow_lane_id: null },
    })
    expect((body as { warnings: string[] }).warnings.join()).toContain('{{phone}}')
    expect(await form.submissions()).toEqual([])
    expect(await tenant.taskCount()).toBe(0)
  })

  it('warns of a lane that the project does not have', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const lane = await tenant.newLane()
    const warningsFor = async (workflowLaneId: string) => {
      const sample = { contentType: 'application/json', body: '{"id": 1}', mapping: { workflowLaneId } }
      const { body } = await tenant.send('POST', `/forms/${form.id}/preview`, { body: sample })
      return (body as { warnings: string[] }).warnings
    }
    const noLane = "The form's project does not have the mapping's lane: a submission would be held."
    expect(await warningsFor(lane)).not.toContain(noLane)
    expect(await warningsFor(crypto.randomUUID())).toContain(noLane)
    await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${lane}`)
    expect(await warningsFor(lane)).toContain(noLane)
  })
})
