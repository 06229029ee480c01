import { afterEach, describe, expect, it, vi } from 'vitest'
import { calendarRateLimit, maxCalendarEntries } from '../../../lib/contract/limits.ts'
import { createUrlKey } from '../../../lib/shared/url-key.ts'
import { update } from '../../../lib/table/write-items.ts'
import { accountKey } from '../../../lib/tokens/account.ts'
import { send, tap } from '../../support/api.ts'
import { withoutSharing, isOwnWork } from '../../support/shared-counts.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { eventsIn, newCalendar, newDateField, type TestCalendar } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

const notFound = { status: 404, body: errorBody('route_not_found', 'There is no such route.') }

const due = (date: string | null, more: object = {}) => ({ fields: { due: date }, ...more })

/** A tenant with the field `due`, and a calendar of it. */
async function newGround(settings: object = {}, type = 'date') {
  const tenant = await newTenant()
  await newDateField(tenant, 'due', type)
  return { tenant, calendar: await newCalendar(tenant, settings) }
}

/** Sets the clock forward, until the last write counts as settled and a minute's memory is over. */
function later(minutes = 2) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
}

/** What a read of the calendar costs, once its key is known. */
async function costOf(read: () => Promise<{ status: number }>): Promise<{ status: number; cost: string[] }> {
  tap.reset()
  tap.answerInstead = withoutSharing
  const { status } = await read()
  const cost = tap.exchanges.filter(isOwnWork).map(({ operation, units }) => `${operation} ${units}`)
  return { status, cost }
}

describe('GET /calendars/{key}.ics', () => {
  it('shows the tasks with a date, as whole days', async () => {
    const { tenant, calendar } = await newGround()
    const task = await tenant.createTask(due('2026-12-31', { label: 'Call Ada, please; soon' }))
    await tenant.createTask({ label: 'Whenever' })
    const reply = await calendar.read()
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(reply.headers['content-disposition']).toContain(`filename*=UTF-8''tasks-Due%20tasks.ics`)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(eventsIn(reply)).toEqual([
      { uid: task.id, summary: 'Call Ada, please; soon', start: '2026-12-31', end: '2027-01-01' },
    ])
  })

  it('shows times in UTC', async () => {
    const { tenant, calendar } = await newGround({}, 'datetime')
    await tenant.createTask(due('2026-12-24T18:00:00+02:00'))
    expect(eventsIn(await calendar.read())).toMatchObject([{ start: '2026-12-24T16:00:00Z' }])
    expect((await calendar.read()).body).toContain('DTSTART:20261224T160000Z\r\n')
  })

  it('shows long texts in Unicode as they are', async () => {
    const { tenant, calendar } = await newGround()
    const label = `${'Ä'.repeat(60)}${'👩‍👩‍👧‍👦\u{1f600}'.repeat(40)}, 漢字; a\nb \\ c`
    await tenant.createTask(due('2026-12-24', { label, description: label.repeat(2) }))
    const reply = await calendar.read()
    expect(eventsIn(reply)).toMatchObject([{ summary: label }])
    for (const line of String(reply.body).split('\r\n'))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('leaves out done tasks, those in the trash, and those whose date was removed, and takes them again', async () => {
    const { tenant, calendar } = await newGround()
    const [done, trashed, cleared] = [
      await tenant.createTask(due('2026-12-01', { label: 'done' })),
      await tenant.createTask(due('2026-12-02', { label: 'trashed' })),
      await tenant.createTask(due('2026-12-03', { label: 'cleared' })),
    ]
    await tenant.createTask(due('2026-12-04', { label: 'in progress', status: 1 }))
    expect(await calendar.labels()).toEqual(['cleared', 'done', 'in progress', 'trashed'])
    await tenant.send('PATCH', `/tasks/${done.id}`, { body: { status: 2 } })
    await tenant.send('DELETE', `/tasks/${trashed.id}`)
    await tenant.send('PATCH', `/tasks/${cleared.id}`, { body: due(null) })
    expect(await calendar.labels()).toEqual(['in progress'])
    await tenant.send('POST', `/tasks/${trashed.id}/restore`)
    await tenant.send('PATCH', `/tasks/${done.id}`, { body: { status: 0 } })
    expect(await calendar.labels()).toEqual(['done', 'in progress', 'trashed'])
  })

  it('shows the tasks of its projects alone, also after a move', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const [second, third] = [await tenant.newProject(), await tenant.newProject()]
    const calendar = await newCalendar(tenant, { projectIds: [tenant.projectId, second] })
    const one = await tenant.createTask(due('2026-12-01', { label: 'one' }))
    await tenant.createTask(due('2026-12-01', { label: 'two', projectId: second }))
    await tenant.createTask(due('2026-12-01', { label: 'three', projectId: third }))
    expect(await calendar.labels()).toEqual(['one', 'two'])
    await tenant.send('PATCH', `/tasks/${one.id}`, { body: { projectId: third } })
    expect(await calendar.labels()).toEqual(['two'])
  })

  it('is empty, and still a calendar, when its only project is gone', async () => {
    const tenant = await newTenant()
    await newDateField(tenant)
    const projectId = await tenant.newProject()
    const calendar = await newCalendar(tenant, { projectIds: [projectId] })
    expect((await tenant.send('DELETE', `/projects/${projectId}`)).status).toBe(200)
    const reply = await calendar.read()
    expect(reply.status).toBe(200)
    expect(eventsIn(reply)).toEqual([])
  })

  it('goes on with the values that tasks keep of a deleted field', async () => {
    const { tenant, calendar } = await newGround()
    const { id } = await tenant.createTask(due('2026-12-24', { label: 'kept' }))
    await tenant.send('DELETE', '/fields/due')
    expect(await calendar.labels()).toEqual(['kept'])
    await tenant.send('PATCH', `/tasks/${id}`, { body: due(null) })
    expect(await calendar.labels()).toEqual([])
  })

  it('links to the task in the web interface, where there is one', async () => {
    const { tenant, calendar } = await newGround()
    const { id } = await tenant.createTask(due('2026-12-24', { description: 'About it' }))
    vi.stubEnv('PUBLIC_ORIGIN', 'https://t.example.com')
    const route = `https://t.example.com/#/projects/${tenant.projectId}/tasks/${id}`
    const text = String((await calendar.read()).body).replaceAll('\r\n ', '')
    expect(text).toContain(`URL:${route}\r\n`)
    expect(text).toContain(String.raw`DESCRIPTION:About it\n\n${route}`)
    vi.stubEnv('WEB_INTERFACE', 'off')
    const without = String((await calendar.read()).body)
    expect(without).toContain('DESCRIPTION:About it\r\n')
    expect(without).not.toContain('URL:')
    vi.unstubAllEnvs()
  })

  it('answers a foreign, unknown or mistyped key as where there is no route', async () => {
    const { tenant, calendar } = await newGround()
    const key = calendar.path.slice('/calendars/'.length)
    const { calendar: elsewhere } = await newGround()
    const keyOf = (accountId: string, id: string) => `${createUrlKey('ck', accountId, id).key}.ics`
    const wrong = [
      keyOf(tenant.accountId, calendar.id),
      keyOf(tenant.accountId, elsewhere.id),
      keyOf(crypto.randomUUID(), calendar.id),
      key.replace('ck_', 'hk_'),
      key.replace('.ics', ''),
      `${key.slice(0, -5)}${key.at(-5) === 'a' ? 'b' : 'a'}.ics`,
      calendar.id,
    ]
    for (const file of wrong) {
      const { status, body } = await send('GET', `/calendars/${file}`)
      expect({ status, body }).toEqual(notFound)
    }
    // a browser gets the same error, not the page of a form
    const { body } = await send('GET', `/calendars/${wrong[0]}`, { headers: { Accept: 'text/html' } })
    expect(body).toEqual(notFound.body)
  })

  it('ignores query parameters', async () => {
    const { calendar } = await newGround()
    expect((await send('GET', `${calendar.path}?nocache=1&fields[x]=1`)).status).toBe(200)
  })

  it('names the other methods of its path', async () => {
    const { calendar } = await newGround()
    const { status, headers } = await send('POST', calendar.path, { body: {} })
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'DELETE, GET, PATCH' })
  })

  it('answers 403 plan_required on the free plan', async () => {
    const { tenant, calendar } = await newGround()
    await update(tenant, {
      Key: accountKey(tenant.accountId),
      UpdateExpression: 'SET #plan = :free',
      ExpressionAttributeNames: { '#plan': 'plan' },
      ExpressionAttributeValues: { ':free': 'free' },
    })
    const { status, body } = await calendar.read()
    expect(status).toBe(403)
    expect(body).toMatchObject({ error: { code: 'plan_required' } })
  })
})

describe('the ETag of a calendar', () => {
  const tagOf = async (read: TestCalendar['read']) => String((await read()).headers.etag)

  it('changes with what it shows, and gets a 304 while it does not', async () => {
    const { tenant, calendar } = await newGround()
    const { id } = await tenant.createTask(due('2026-12-24'))
    const tag = await tagOf(calendar.read)
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, tag.replace(/"$/, '-gzip"'), '*']) {
      const { status, body, headers } = await calendar.read({ 'If-None-Match': known })
      expect({ status, body, tag: headers.etag }).toEqual({ status: 304, body: undefined, tag })
    }
    expect((await calendar.read({ 'If-None-Match': '"other"' })).status).toBe(200)
    // a task without a date changes nothing that it shows
    await tenant.createTask()
    expect((await calendar.read({ 'If-None-Match': tag })).status).toBe(304)
    await tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Other' } })
    const changed = await calendar.read({ 'If-None-Match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(tag)
  })

  it('costs half a unit to check while nothing in the account changes, and once more each day', async () => {
    const { tenant, calendar } = await newGround()
    await tenant.createTask(due('2026-12-24'))
    const fresh = await tagOf(calendar.read)
    // another write of these seconds may still be missing in the index: only the text is compared
    expect(fresh).toMatch(/^"[0-9a-f]{32}"$/)
    later()
    const settled = await calendar.read({ 'If-None-Match': fresh })
    expect(settled.status).toBe(304)
    const tag = String(settled.headers.etag)
    expect(tag.slice(1)).toMatch(new RegExp(`^${fresh.slice(1, -1)}\\.[0-9a-f]{32}"$`))
    const check = () => calendar.read({ 'If-None-Match': tag })
    expect(await costOf(check)).toEqual({ status: 304, cost: ['Query 0.5'] })
    later(24 * 60)
    await calendar.read()
    expect(await costOf(check)).toEqual({ status: 304, cost: ['Query 0.5', 'Query 0.5'] })
    await tenant.createTask(due('2026-12-25'))
    expect((await check()).status).toBe(200)
  })

  it('changes with the calendar', async () => {
    const { tenant, calendar } = await newGround()
    await tenant.createTask(due('2026-12-24'))
    later()
    const tag = await tagOf(calendar.read)
    expect((await calendar.read({ 'If-None-Match': tag })).status).toBe(304)
    await tenant.send('PATCH', `/calendars/${calendar.id}`, { body: { label: 'Renamed' } })
    const { status, body } = await calendar.read({ 'If-None-Match': tag })
    expect(status).toBe(200)
    expect(body).toContain('NAME:Renamed')
  })
})

describe('the limits of a calendar', () => {
  it('are a rate of its own, which no other calendar and no token uses', async () => {
    const { tenant, calendar } = await newGround()
    vi.useFakeTimers({ toFake: ['Date'] })
    const first = await calendar.read()
    expect(first.headers['ratelimit-policy']).toBe(`"calendar";q=${calendarRateLimit};w=60`)
    for (let more = 1; more < calendarRateLimit; more++) expect((await calendar.read()).status).toBe(200)
    const { status, body, headers } = await calendar.read()
    expect(status).toBe(429)
    expect(headers['retry-after']).toMatch(/^\d+$/)
    expect(body).toMatchObject({
      error: {
        code: 'rate_limited',
        message: expect.stringContaining('this calendar answers 60 a minute') as string,
      },
    })
    expect((await (await newCalendar(tenant)).read()).status).toBe(200)
    expect((await tenant.send('GET', '/calendars')).status).toBe(200)
  })

  it('keep the latest 5,000 entries, and say that some are missing', async () => {
    const { tenant, calendar } = await newGround()
    await fill(tenant, maxCalendarEntries + 1)
    const reply = await calendar.read()
    const starts = [...String(reply.body).matchAll(/DTSTART;VALUE=DATE:(\d+)/g)].map(([, date]) => date)
    expect(starts).toHaveLength(maxCalendarEntries)
    expect(starts[0]).toBe('22000101')
    expect(starts).not.toContain('19990101')
    expect(reply.body).toContain('Some entries are missing')
  })
})

/** Makes many tasks with a date, of which the first has the earliest and the last the latest date. */
async function fill(tenant: TestTenant, count: number): Promise<void> {
  const dateOf = (n: number) => (n === 0 ? '1999-01-01' : n === count - 1 ? '2200-01-01' : '2026-12-24')
  for (let from = 0; from < count; from += 100) {
    const operations = Array.from({ length: Math.min(100, count - from) }, (_, n) => ({
      ...{ op: 'create', projectId: tenant.projectId, label: `Task ${from + n}` },
      fields: { due: dateOf(from + n) },
    }))
    const { body } = await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    expect(body).toMatchObject({ failed: 0 })
  }
}
