import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { v7 as timeOrderedUuid } from 'uuid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Submission, WholeSubmission } from '../../../lib/forms/submission.ts'
import { formKey } from '../../../lib/forms/form-item.ts'
import { submissionKey } from '../../../lib/forms/submission-item.ts'
import { getSubmissionItem } from '../../../lib/forms/submissions.ts'
import { updateProject } from '../../../lib/projects/projects.ts'
import { update } from '../../../lib/table/write-items.ts'
import { tap, testTable } from '../../support/api.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { newForm, tasksOf } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

interface Page {
  submissions: Submission[]
  next_cursor: string | null
}

const setQuota = (tenant: TestTenant, task_quota: number) =>
  updateProject(tenant, tenant.projectId, { task_quota })

describe('GET /forms/{formId}/submissions', () => {
  it('lists held and other submissions together, newest first, by pages', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const ids: string[] = []
    for (let n = 0; n < 7; n++) {
      await setQuota(tenant, n % 2 === 0 ? 100 : 0)
      const { body } = await form.submit({ name: `Ada ${n}` })
      ids.unshift((body as { submission_id: string }).submission_id)
    }
    expect((await form.submissions()).map(({ id }) => id)).toEqual(ids)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '?limit=2' : `?limit=2&cursor=${cursor}`
      const { body } = await tenant.send('GET', `/forms/${form.id}/submissions${query}`)
      const page = body as Page
      seen.push(...page.submissions.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(ids)
    const held = await form.submissions('?outcome=held')
    expect(held.map(({ id }) => id)).toEqual(ids.filter((_, index) => index % 2 === 1))
    expect((await form.submissions('?outcome=created')).map(({ id }) => id)).toEqual(
      ids.filter((_, index) => index % 2 === 0),
    )
  })

  it('shows the first two values that the sender filled in, cut, and none of a body that cannot be read', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { honeypot: 'website', source: 'generic' })
    await form.submit({ website: '', empty: ' ', name: 'Ada', message: 'x'.repeat(100), more: 'Third' })
    await form.submit({ website: 'spam', name: 'Bot' })
    const { body } = await tenant.send('GET', `/forms/${form.id}/submissions`)
    expect((body as Page).submissions.map(({ words }) => words)).toEqual([
      ['Bot'],
      ['Ada', `${'x'.repeat(80)}…`],
    ])
  })

  it('does not show what is older than the retention of the form', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    const form = await newForm(tenant, { retentionDays: 1 })
    await form.submit({ name: 'Ada' })
    vi.advanceTimersByTime(24 * 60 * 60 * 1000 + 1_000)
    expect(await form.submissions()).toEqual([])
  })
})

describe('GET /forms/{formId}/submissions/{submissionId}', () => {
  it('shows the body as it came, as text or in base64', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const raw = '{"name":  "Ada Löw"}'
    const { body } = await form.submit(raw)
    const path = `/forms/${form.id}/submissions/${(body as { submission_id: string }).submission_id}`
    const { submission } = (await tenant.send('GET', path)).body as { submission: WholeSubmission }
    expect(submission).toMatchObject({
      outcome: 'created',
      raw: { content_type: 'application/json', body: raw, is_base64: false },
    })
    const other = await newTenant()
    expect(await other.send('GET', path)).toMatchObject({
      status: 404,
      body: errorBody('form_not_found', 'There is no such form.'),
    })
  })
})

describe('an uploaded file', () => {
  const upload = async (text: string) => {
    const data = new FormData()
    data.append('message', 'Line 1\r\nLine "2" ü')
    data.append('the "cv"', new File([text], 'My "cv".pdf', { type: 'application/pdf' }))
    data.append('photo', new File([], ''))
    const encoded = new Response(data) // each time with another boundary
    const type = encoded.headers.get('content-type') ?? ''
    return [Buffer.from(await encoded.arrayBuffer()), { 'Content-Type': type }] as const
  }

  it('is not stored: its name and size stand in its place, and a replay makes the same task', async () => {
    vi.useFakeTimers({ toFake: ['Date'] }) // no minute ends between the two
    const tenant = await newTenant()
    const form = await newForm(tenant)
    await setQuota(tenant, 0)
    const { body } = await form.submit(...(await upload('private content')))
    const path = `/forms/${form.id}/submissions/${(body as { submission_id: string }).submission_id}`
    const { submission } = (await tenant.send('GET', path)).body as { submission: WholeSubmission }
    expect(submission).toMatchObject({ outcome: 'held', raw: { is_base64: false } })
    expect(submission.raw.body).toContain('My "cv".pdf (15 bytes)')
    expect(submission.raw.body).not.toMatch(/private content|application\/pdf/)
    await setQuota(tenant, 100)
    await form.submit(...(await upload('private content')))
    const [task] = await tasksOf(tenant)
    expect(task?.description).toBe('message: Line 1\r\nLine "2" ü\nthe "cv": My "cv".pdf (15 bytes)')
    const replayed = await tenant.send('POST', `${path}/replay`)
    expect(replayed.body).toMatchObject({ submission: { outcome: 'duplicate', task_id: task?.id } })
  })
})

describe('a replay', () => {
  it('makes all held tasks once the quota is raised, none twice, and counts them off', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    await setQuota(tenant, 0)
    for (let n = 0; n < 6; n++) await form.submit({ name: `Ada ${n}` })
    await setQuota(tenant, 4)
    const path = `/forms/${form.id}/replay`
    const first = await tenant.send('POST', path)
    expect(first.body).toMatchObject({ created: 4, duplicates: 0, still_held: 2, has_more: false })
    await setQuota(tenant, 100)
    const [second, third] = await Promise.all([tenant.send('POST', path), tenant.send('POST', path)])
    expect([second.status, third.status]).toEqual([200, 200])
    const labels = (await tasksOf(tenant)).map(({ label }) => label).sort()
    expect(labels).toEqual(['Ada 0', 'Ada 1', 'Ada 2', 'Ada 3', 'Ada 4', 'Ada 5'])
    expect(await form.read()).toMatchObject({ held_count: 0 })
    expect((await form.submissions()).map(({ outcome }) => outcome)).toEqual(Array(6).fill('created'))
  })

  it('says of each task which of several calls at once has made it', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    await setQuota(tenant, 0)
    for (let n = 0; n < 12; n++) await form.submit({ name: `Ada ${n}` })
    await setQuota(tenant, 100)
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => tenant.send('POST', `/forms/${form.id}/replay`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const counts = replies.map(({ body }) => body as { created: number; still_held: number })
    expect(counts.reduce((sum, { created }) => sum + created, 0)).toBe(12)
    expect(counts.map(({ still_held }) => still_held)).toEqual([0, 0, 0, 0])
    expect(await tenant.taskCount()).toBe(12)
  })

  it('of one submission uses the mapping of now, also while the form is paused', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { mapping: { label: '{{absent}}' } })
    const { body } = await form.submit({ name: 'Ada' })
    const id = (body as { submission_id: string }).submission_id
    await tenant.send('PATCH', `/forms/${form.id}`, {
      body: { mapping: { label: '{{name}}' }, paused: true },
    })
    const replayed = await tenant.send('POST', `/forms/${form.id}/submissions/${id}/replay`)
    const [task] = await tasksOf(tenant)
    expect(replayed.body).toMatchObject({
      submission: { id, outcome: 'created', reason: null, task_id: task?.id },
    })
    expect(task).toMatchObject({ label: 'Ada' })
    const again = await tenant.send('POST', `/forms/${form.id}/submissions/${id}/replay`)
    expect(again.body).toEqual(replayed.body)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('of spam makes its task where the honeypot was a mistake', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { honeypot: 'name' })
    const { body } = await form.submit({ name: 'Ada' })
    const id = (body as { submission_id: string }).submission_id
    await tenant.send('PATCH', `/forms/${form.id}`, { body: { honeypot: null } })
    await setQuota(tenant, 0)
    const path = `/forms/${form.id}/submissions/${id}/replay`
    expect((await tenant.send('POST', path)).body).toMatchObject({ submission: { outcome: 'held' } })
    expect(await form.read()).toMatchObject({ held_count: 1 })
    await setQuota(tenant, 1)
    expect((await tenant.send('POST', path)).body).toMatchObject({ submission: { outcome: 'created' } })
    expect(await form.read()).toMatchObject({ held_count: 0 })
    expect(await form.submissions()).toHaveLength(1)
  })
})

describe('held submissions', () => {
  const countHeld = (tenant: TestTenant, id: string, count: number) =>
    update(tenant, {
      Key: formKey(tenant, id),
      UpdateExpression: 'SET held_count = :count',
      ExpressionAttributeValues: { ':count': count },
    })

  it('beyond 1,000 are answered 429, and not stored', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { paused: true })
    await form.submit({ name: 'Ada' })
    const [sample] = await form.submissions()
    if (!sample) throw new Error('nothing is held')
    const held = await getSubmissionItem(tenant, form.id, sample.id)
    const copies = Array.from({ length: 999 }, () => ({ ...held, id: timeOrderedUuid() }))
    for (let start = 0; start < copies.length; start += 25) {
      const writes = copies
        .slice(start, start + 25)
        .map((copy) => ({ PutRequest: { Item: { ...copy, ...submissionKey(tenant, form.id, copy) } } }))
      const RequestItems = { [testTable.name]: writes }
      await testTable.client.send(new BatchWriteCommand({ RequestItems }))
    }
    await countHeld(tenant, form.id, 1_000)
    const { status, headers, body } = await form.submit({ name: 'Grace' })
    const message = 'This form holds too many submissions already. Try again later.'
    expect({ status, body }).toEqual({ status: 429, body: errorBody('quota_exceeded', message) })
    expect(headers['retry-after']).toBe('3600')
    expect(await form.read()).toMatchObject({ held_count: 1_000 })
  })

  it('that were purged are counted off before one is refused', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { paused: true })
    await form.submit({ name: 'Ada 1' })
    await countHeld(tenant, form.id, 1_000) // 999 were purged by the TTL
    expect((await form.submit({ name: 'Ada 2' })).status).toBe(200)
    expect(await form.read()).toMatchObject({ held_count: 2 })
  })
})
