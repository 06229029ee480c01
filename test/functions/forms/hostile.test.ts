import { afterEach, describe, expect, it, vi } from 'vitest'
import { v7 as timeOrderedUuid } from 'uuid'
import { formKey } from '../../../lib/forms/form-item.ts'
import { newSubmission, submissionKey } from '../../../lib/forms/submission-item.ts'
import { put, update } from '../../../lib/table/write-items.ts'
import { tap, testPort } from '../../support/api.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { newForm, tasksOf } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

const browse = (key: string) =>
  fetch(`http://127.0.0.1:${testPort}/v1/hooks/${key}`, {
    method: 'POST',
    body: 'name=Ada',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
  })

describe('redirectUrl', () => {
  it.each([
    ['https://例え.jp/ありがとう', 'https://xn--r8jz45g.jp/%E3%81%82%E3%82%8A%E3%81%8C%E3%81%A8%E3%81%86'],
    ['https://example.com/dänke', 'https://example.com/d%C3%A4nke'],
    ['https://example.com/a\r\nSet-Cookie: a=b', 'https://example.com/aSet-Cookie:%20a=b'],
    ['https:///example.com/x', 'https://example.com/x'],
  ])('%j sends a browser on to an address that a header can hold', async (redirectUrl, location) => {
    const form = await newForm(await newTenant(), { redirectUrl })
    const answer = await browse(form.key)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
  })
})

describe('a deleted form', () => {
  it('shows none of its submissions any more', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const { body } = await form.submit({ name: 'Ada' })
    const path = `/forms/${form.id}/submissions/${(body as { submission_id: string }).submission_id}`
    expect((await tenant.send('GET', path)).status).toBe(200)
    await tenant.send('DELETE', `/forms/${form.id}`)
    expect(await tenant.send('GET', path)).toMatchObject({
      status: 404,
      body: errorBody('form_not_found', 'There is no such form.'),
    })
  })
})

describe('the rotation of a key', () => {
  it('answers with the form as it is then', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const { body } = await tenant.send('POST', `/forms/${form.id}/rotate-url`, { body: {} })
    const { url, ...rotated } = (body as { form: { url: string } }).form
    expect(url).toContain('/hooks/hk_')
    expect(rotated).toEqual(await form.read())
  })

  it.each([
    ['https', 'https:'],
    ['javascript', 'http:'],
    ['https, http', 'http:'],
  ])('with X-Forwarded-Proto: %s, its URL begins with %s', async (proto, scheme) => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const headers = { 'X-Forwarded-Proto': proto }
    const { body } = await tenant.send('POST', `/forms/${form.id}/rotate-url`, { body: {}, headers })
    expect(new URL((body as { form: { url: string } }).form.url).protocol).toBe(scheme)
  })
})

const dayMs = 24 * 60 * 60 * 1000

/** Puts held submissions as they are when they came some days ago. */
async function putHeld(tenant: TestTenant, formId: string, count: number, daysAgo: number): Promise<void> {
  const request = { headers: { 'content-type': 'application/json' }, bytes: Buffer.from('{"name": "Old"}') }
  const receivedAtMs = Date.now() - daysAgo * dayMs
  for (let at = 0; at < count; at += 20) {
    await Promise.all(
      Array.from({ length: Math.min(20, count - at) }, () => {
        const birth = { id: timeOrderedUuid({ msecs: receivedAtMs }), receivedAtMs, retentionDays: 30 }
        const item = newSubmission(request, birth, { outcome: 'held' })
        return put(tenant, { Item: { ...submissionKey(tenant, formId, item), ...item } })
      }),
    )
  }
}

describe('held submissions', () => {
  it('that have expired, and wait for their purge, do not keep a replay from the others', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { paused: true })
    await putHeld(tenant, form.id, 102, 31)
    await form.submit({ name: 'Ada' })
    const path = `/forms/${form.id}/replay`
    const first = (await tenant.send('POST', path)).body as { has_more: boolean; next_cursor: string }
    expect(first).toMatchObject({ created: 0, has_more: true, next_cursor: expect.any(String) as unknown })
    const second = await tenant.send('POST', `${path}?cursor=${first.next_cursor}`)
    expect(second.body).toMatchObject({ created: 1, still_held: 0, has_more: false, next_cursor: null })
    expect(await tasksOf(tenant)).toMatchObject([{ label: 'Ada' }])
  })

  it('are counted anew once an hour at most, so that a full form refuses at little cost', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { paused: true })
    await putHeld(tenant, form.id, 1_000, 29)
    await update(tenant, {
      Key: formKey(tenant, form.id),
      UpdateExpression: 'SET held_count = :count',
      ExpressionAttributeValues: { ':count': 1_000 },
    })
    expect(await form.submit({ name: 'Ada' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3600' },
    })
    tap.reset()
    expect((await form.submit({ name: 'Ada' })).status).toBe(429)
    expect(tap.exchanges.map(({ operation }) => operation)).toEqual(['TransactWriteItems'])
    const page = await browse(form.key)
    expect(page.headers.get('retry-after')).toMatch(/^3[56]\d\d$/)
    expect(await page.text()).toContain('in 60 minutes: your entries are still there')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50 * 60_000 })
    const later = await browse(form.key)
    expect(Number(later.headers.get('retry-after'))).toBeLessThanOrEqual(600)
    expect(await later.text()).toContain('in 10 minutes: your entries are still there')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1.5 * dayMs })
    expect((await form.submit({ name: 'Ada' })).status).toBe(200)
  })
})

describe('the replay of a submission that has its task', () => {
  it('makes no second one, also when the form tells submissions apart in another way now', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const { body } = await form.submit({ name: 'Ada', number: 1 })
    const id = (body as { submission_id: string }).submission_id
    const [before] = await form.submissions()
    const change = { dedupeBy: 'number', mapping: { label: '{{name}}', externalId: 'n-{{number}}' } }
    await tenant.send('PATCH', `/forms/${form.id}`, { body: change })
    const replayed = await tenant.send('POST', `/forms/${form.id}/submissions/${id}/replay`)
    expect(replayed).toMatchObject({ status: 200, body: { submission: before } })
    expect(await tenant.taskCount()).toBe(1)
  })
})
