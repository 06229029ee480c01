import { describe, expect, it } from 'vitest'
import { maxCalendars } from '../../../lib/contract/limits.ts'
import type { Calendar } from '../../../lib/calendars/calendar.ts'
import { listTokens, revokeToken } from '../../../lib/tokens/tokens.ts'
import { send } from '../../support/api.ts'
import { newScene, projectNotFound } from '../../support/bound.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { calendarOf, newCalendar, newDateField, pathOfUrl } from './support.ts'

const anyTime = expect.stringMatching(/^\d{4}-.*Z$/) as string
const anyId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
const absent = { status: 404, body: errorBody('calendar_not_found', 'There is no such calendar.') }

const created = {
  ...{ id: anyId, label: 'Due tasks', field: 'due', project_ids: null },
  ...{ old_url_until: null, created_at: anyTime, updated_at: anyTime },
}

const create = (tenant: TestTenant, body: object = {}) =>
  tenant.send('POST', '/calendars', { body: { label: 'Due tasks', field: 'due', ...body } })

const list = async (by: TestTenant['send']) =>
  ((await by('GET', '/calendars')).body as { calendars: Calendar[] }).calendars

describe('POST /calendars', () => {
  it('creates a calendar and shows its URL', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const { status, body, headers } = await create(tenant)
    const url = expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/v1\/calendars\/ck(_[0-9A-Za-z]{16,22}){3}_[0-9A-Za-z]{6}\.ics$/,
    ) as string
    expect({ status, body }).toEqual({ status: 201, body: { calendar: { ...created, url } } })
    expect(headers.location).toBe(`/v1/calendars/${(body as { calendar: Calendar }).calendar.id}`)
  })

  it('takes a field of times, and projects, each once', async () => {
    const tenant = await newTenant()
    await newDateField(tenant, 'starts', 'datetime')
    const { projectId } = tenant
    const { body } = await create(tenant, { field: 'starts', projectIds: [projectId, projectId] })
    expect(body).toMatchObject({ calendar: { field: 'starts', project_ids: [projectId] } })
  })

  it('refuses a field that is no date, names those that are, and makes nothing', async () => {
    const tenant = await newTenant()
    const refusal = async (field: string) => {
      const { status, body } = await create(tenant, { field })
      return { status, message: (body as { error: { message: string } }).error.message }
    }
    const rule = 'field must be the key of a field of the type date or datetime: the account'
    expect(await refusal('due')).toEqual({ status: 400, message: `${rule} has none` })
    await newDateField(tenant)
    await tenant.send('POST', '/fields', { body: { key: 'note', label: 'Note', type: 'text' } })
    expect(await refusal('note')).toEqual({ status: 400, message: `${rule} has due` })
    await tenant.send('DELETE', '/fields/due')
    expect(await refusal('due')).toEqual({ status: 400, message: `${rule} has none` })
    expect(await list(tenant.send)).toEqual([])
  })

  it('refuses projects that are unknown or foreign', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const { projectId: foreign } = await newTenant()
    for (const id of [crypto.randomUUID(), foreign]) {
      const { status, body } = await create(tenant, { projectIds: [tenant.projectId, id] })
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
    }
  })

  it('refuses more than ten projects, and none', async () => {
    const tenant = await newTenant()
    const many = Array.from({ length: 11 }, () => crypto.randomUUID())
    for (const [projectIds, message] of [
      [many, 'must hold at most 10 entries'],
      [[], 'must name a project'],
    ] as const) {
      const { body } = await create(tenant, { projectIds })
      expect(body).toMatchObject({ error: { details: [{ path: 'projectIds', message }] } })
    }
  })

  it(`refuses a ${maxCalendars + 1}st, and makes room again when one is deleted`, async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const made = await Promise.all(Array.from({ length: maxCalendars }, () => create(tenant)))
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    const { status, body } = await create(tenant)
    expect({ status, body }).toEqual({
      status: 429,
      body: errorBody('quota_exceeded', 'The account has 50 calendars: delete one first.'),
    })
    await tenant.send('DELETE', `/calendars/${(await list(tenant.send))[0]?.id}`)
    expect((await create(tenant)).status).toBe(201)
  })

  it('makes nothing with a token that was revoked while it is remembered', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    await create(tenant)
    const [token] = await listTokens(tenant)
    await revokeToken(tenant, String(token?.id))
    expect((await create(tenant)).status).toBe(401)
  })
})

describe('GET /calendars', () => {
  it('lists the calendars without their URLs, oldest first', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    for (const label of ['One', 'Two']) await create(tenant, { label })
    expect(await list(tenant.send)).toEqual([
      { ...created, label: 'One' },
      { ...created, label: 'Two' },
    ])
  })
})

describe('PATCH /calendars/{calendarId}', () => {
  it('changes what is given; the URL stays and shows the change', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    await newDateField(tenant, 'starts', 'datetime')
    const calendar = await newCalendar(tenant)
    await calendar.read() // it is remembered
    const task = await tenant.createTask({ fields: { starts: '2026-12-24T18:00:00+02:00' } })
    const change = { label: 'Starts', field: 'starts', projectIds: [tenant.projectId] }
    const { status, body } = await tenant.send('PATCH', `/calendars/${calendar.id}`, { body: change })
    const changed = { ...created, label: 'Starts', field: 'starts', project_ids: [tenant.projectId] }
    expect({ status, body }).toEqual({ status: 200, body: { calendar: changed } })
    expect(await calendar.labels()).toEqual([task.label])
    expect((await calendar.read()).body).toContain('NAME:Starts\r\n')
  })

  it('takes null for all projects, and changes nothing without a field', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const { id } = await newCalendar(tenant, { projectIds: [tenant.projectId] })
    const all = await tenant.send('PATCH', `/calendars/${id}`, { body: { projectIds: null } })
    expect(all.body).toMatchObject({ calendar: { project_ids: null } })
    const same = await tenant.send('PATCH', `/calendars/${id}`, { body: {} })
    expect(same).toMatchObject({ status: 200, body: all.body })
  })

  it('refuses a field that is no date', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const { id } = await newCalendar(tenant)
    const { status, body } = await tenant.send('PATCH', `/calendars/${id}`, { body: { field: 'label' } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { details: [{ path: 'field' }] } })
  })
})

describe('POST /calendars/{calendarId}/rotate-url', () => {
  const rotate = (tenant: TestTenant, id: string, body: object = {}) =>
    tenant.send('POST', `/calendars/${id}/rotate-url`, { body })

  it('gives a new URL, beside which the old one stays valid for a day', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const old = await newCalendar(tenant)
    const rotated = await rotate(tenant, old.id)
    const { url, ...calendar } = calendarOf(rotated)
    expect(rotated.status).toBe(200)
    expect(calendar).toEqual({ ...created, old_url_until: anyTime })
    const hours = (Date.parse(calendar.old_url_until ?? '') - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    expect(pathOfUrl(url)).not.toBe(old.path)
    for (const path of [old.path, pathOfUrl(url)]) expect((await send('GET', path)).status).toBe(200)
  })

  it('ends the old URL at once with oldValidHours = 0', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const old = await newCalendar(tenant)
    expect((await old.read()).status).toBe(200)
    expect(calendarOf(await rotate(tenant, old.id, { oldValidHours: 0 })).old_url_until).toBeNull()
    const { status, body } = await old.read()
    expect({ status, body }).toEqual({
      status: 404,
      body: errorBody('route_not_found', 'There is no such route.'),
    })
  })
})

describe('DELETE /calendars/{calendarId}', () => {
  it('ends its URL, and leaves the tasks', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const task = await tenant.createTask({ fields: { due: '2026-12-24' } })
    const { id } = await newCalendar(tenant)
    const { status, body } = await tenant.send('DELETE', `/calendars/${id}`)
    expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    expect(await list(tenant.send)).toEqual([])
    const again = await tenant.send('DELETE', `/calendars/${id}`)
    expect({ status: again.status, body: again.body }).toEqual(absent)
    expect((await tenant.send('GET', `/tasks/${task.id}`)).body).toEqual({ task })
  })
})

describe('calendars of a bound token', () => {
  it('have its projects alone: its own by default, never all', async () => {
    const { tenant, own, other, bound } = await newScene()
    await newDateField(tenant)
    const by = { ...tenant, send: bound }
    const mine = calendarOf(await create(by))
    expect(mine.project_ids).toEqual([own])
    const task = await tenant.createTask({ fields: { due: '2026-12-24' } })
    await tenant.createTask({ projectId: other, fields: { due: '2026-12-24' } })
    const { body } = await send('GET', pathOfUrl(mine.url))
    expect(String(body).match(/UID:.*/g)).toEqual([`UID:${task.id}`])
    const refused = [
      await create(by, { projectIds: [other] }),
      await create(by, { projectIds: null }),
      await bound('PATCH', `/calendars/${mine.id}`, { body: { projectIds: null } }),
      await bound('PATCH', `/calendars/${mine.id}`, { body: { projectIds: [own, other] } }),
    ]
    for (const { status, body } of refused)
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
  })

  it('are the only ones that it sees', async () => {
    const { tenant, own, other, bound } = await newScene()
    await newDateField(tenant)
    const within = await newCalendar(tenant, { projectIds: [own] })
    const beyond = [
      await newCalendar(tenant),
      await newCalendar(tenant, { projectIds: [other] }),
      await newCalendar(tenant, { projectIds: [own, other] }),
    ]
    expect((await list(bound)).map(({ id }) => id)).toEqual([within.id])
    for (const { id } of beyond) {
      for (const reply of [
        await bound('PATCH', `/calendars/${id}`, { body: { label: 'x' } }),
        await bound('POST', `/calendars/${id}/rotate-url`, { body: {} }),
        await bound('DELETE', `/calendars/${id}`),
      ])
        expect({ status: reply.status, body: reply.body }).toEqual(absent)
    }
    expect(await list(tenant.send)).toHaveLength(4)
    expect((await bound('DELETE', `/calendars/${within.id}`)).status).toBe(200)
  })
})
