import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Submission } from '../../../lib/forms/submission.ts'
import { tap } from '../../support/api.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newForm, tasksOf, type TestForm } from './support.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

const outcomesOf = async (form: TestForm) => (await form.submissions()).map(({ outcome }) => outcome)

const idOf = ({ body }: { body: unknown }) => (body as { submission_id: string }).submission_id

/** What became of a submission. */
const outcomeOf = async (form: TestForm, reply: { body: unknown }) =>
  (await form.submissions()).find(({ id }) => id === idOf(reply))

/** Replays one submission. */
async function replay(tenant: TestTenant, form: TestForm, id: string): Promise<Submission> {
  const { status, body } = await tenant.send('POST', `/forms/${form.id}/submissions/${id}/replay`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { submission: Submission }).submission
}

/** Changes a form, and lets the minute end for which the functions remember it. Date must be faked. */
async function change(tenant: TestTenant, form: TestForm, body: object): Promise<void> {
  expect(await tenant.send('PATCH', `/forms/${form.id}`, { body })).toMatchObject({ status: 200 })
  vi.advanceTimersByTime(61_000)
}

/** Deletes a project and the tasks that the form has made in it: they can never be restored. */
async function deleteWithTasks(tenant: TestTenant, form: TestForm, projectId: string): Promise<void> {
  for (const { outcome, task_id } of await form.submissions())
    if (outcome === 'created') await tenant.send('DELETE', `/tasks/${String(task_id)}`)
  expect(await tenant.send('DELETE', `/projects/${projectId}`)).toMatchObject({ status: 200 })
}

const fakeDate = (now = '2026-11-21T12:00:30.000Z') =>
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })

describe('a repeated submission', () => {
  it('makes one task of 20 that race, and says duplicate of the others', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const headers = { 'Idempotency-Key': 'delivery-1' }
    const replies = await Promise.all(Array.from({ length: 20 }, () => form.submit({ name: 'Ada' }, headers)))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const [task, ...others] = await tasksOf(tenant)
    expect(others).toEqual([])
    const submissions = await form.submissions()
    expect(submissions.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
    expect(
      submissions.filter(({ outcome, task_id }) => outcome === 'duplicate' && task_id === task?.id),
    ).toHaveLength(19)
  })

  it('is known by the field that the form names, and makes no second task after its task was deleted', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { dedupeBy: 'email' })
    await form.submit({ name: 'Ada', email: 'ada@example.com' })
    const [task] = await tasksOf(tenant)
    await tenant.send('DELETE', `/tasks/${String(task?.id)}`)
    await form.submit({ name: 'Ada again', email: 'ada@example.com' })
    expect(await tasksOf(tenant)).toEqual([])
    expect((await form.submissions())[0]).toMatchObject({ outcome: 'duplicate', task_id: task?.id })
  })
})

describe('the same body without an id', () => {
  it.each([
    ['12:00:00.000', '12:00:59.999', 1],
    ['12:00:00.000', '12:01:00.000', 2],
    ['12:00:55.000', '12:01:05.000', 1],
    ['12:00:59.999', '12:01:59.998', 1],
    ['12:00:59.999', '12:01:59.999', 2],
    // two functions whose clocks differ: the later one has written first
    ['12:01:00.000', '12:00:59.999', 1],
  ])('at %s and at %s makes tasks: %d', async (first, second, tasks) => {
    fakeDate()
    const tenant = await newTenant()
    const form = await newForm(tenant)
    vi.setSystemTime(new Date(`2026-11-21T${first}Z`))
    await form.submit({ name: 'Ada' })
    vi.setSystemTime(new Date(`2026-11-21T${second}Z`))
    await form.submit({ name: 'Ada' })
    expect(await tenant.taskCount()).toBe(tasks)
    const [task] = await tasksOf(tenant)
    const submissions = await form.submissions()
    const duplicate = submissions.filter(({ outcome }) => outcome === 'duplicate')
    expect(duplicate.map(({ task_id }) => task_id)).toEqual(tasks === 1 ? [task?.id] : [])
  })

  it('counts its minute from the first, and not from a repeat', async () => {
    fakeDate()
    const tenant = await newTenant()
    const form = await newForm(tenant)
    for (let n = 0; n < 5; n++) {
      await form.submit({ name: 'Ada' })
      vi.advanceTimersByTime(30_000)
    }
    expect(await outcomesOf(form)).toEqual(['created', 'duplicate', 'created', 'duplicate', 'created'])
  })

  it('makes one task of ten that race over the turn of a minute', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant)
    fakeDate('2026-11-21T12:00:59.995Z')
    const sent = Array.from({ length: 10 }, () => {
      const reply = form.submit({ name: 'Ada' })
      vi.advanceTimersByTime(1)
      return reply
    })
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await tenant.taskCount()).toBe(1)
  })

  it('that was held is one task for each minute too, in whatever order it is replayed', async () => {
    fakeDate()
    const tenant = await newTenant()
    const form = await newForm(tenant, { paused: true })
    const ids: string[] = []
    for (const pauseMs of [40_000, 21_000, 100_000, 0]) {
      ids.push(idOf(await form.submit({ name: 'Ada' })))
      vi.advanceTimersByTime(pauseMs)
    }
    const outcomes: string[] = []
    for (const id of ids.reverse()) outcomes.push((await replay(tenant, form, id)).outcome)
    // at 161, 61, 40 and 0 seconds
    expect(outcomes).toEqual(['created', 'created', 'duplicate', 'created'])
  })
})

describe('with an external id in the mapping', () => {
  const mapping = { label: '{{name}}', externalId: 'mail-{{email}}' }
  const ada = { name: 'Ada', email: 'ada@example.com' }
  const edited = { name: 'Ada', email: 'ada@example.org' }

  it.each<[string, object, (form: TestForm, body: object) => Promise<unknown>]>([
    ['Idempotency-Key', {}, (form, body) => form.submit(body, { 'Idempotency-Key': 'delivery-1' })],
    ['dedupeBy', { dedupeBy: 'number' }, (form, body) => form.submit({ ...body, number: 7 })],
    [
      "the sender's own id",
      {},
      (form, body) =>
        form.submit(new URLSearchParams({ submissionID: '1', rawRequest: q(body) }).toString(), {
          'Content-Type': 'application/x-www-form-urlencoded',
        }),
    ],
  ])('the same submission by %s is one task, also with another external id', async (_, settings, submit) => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { mapping, ...settings })
    for (const body of [ada, edited, ada]) await submit(form, body)
    const tasks = await tasksOf(tenant)
    expect(tasks).toMatchObject([{ external_id: 'mail-ada@example.com' }])
    const [third, second, first] = await form.submissions()
    const task_id = tasks[0]?.id
    expect(first).toMatchObject({ outcome: 'created', task_id })
    expect(second).toMatchObject({ outcome: 'duplicate', task_id })
    expect(third).toMatchObject({ outcome: 'duplicate', task_id })
  })

  /** The answers as Jotform sends them. */
  const q = (body: object) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(body).map(([key, value]) => [`q3_${key}`, value as string])),
    )

  it('another submission with the same external id is a duplicate, as ever', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { mapping })
    await form.submit(ada, { 'Idempotency-Key': 'delivery-1' })
    await form.submit({ ...ada, name: 'Ada again' }, { 'Idempotency-Key': 'delivery-2' })
    const tasks = await tasksOf(tenant)
    expect(tasks).toMatchObject([{ label: 'Ada' }])
    expect((await form.submissions())[0]).toMatchObject({ outcome: 'duplicate', task_id: tasks[0]?.id })
  })

  it('20 edits of one submission that race are one task', async () => {
    const tenant = await newTenant()
    const form = await newForm(tenant, { mapping })
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        form.submit({ ...ada, email: `ada${n % 4}@example.com` }, { 'Idempotency-Key': 'delivery-1' }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const tasks = await tasksOf(tenant)
    expect(tasks).toHaveLength(1)
    const submissions = await form.submissions()
    expect(new Set(submissions.map(({ task_id }) => task_id))).toEqual(new Set([tasks[0]?.id]))
    expect(submissions.filter(({ outcome }) => outcome === 'created')).toHaveLength(1)
  })

  it.each([
    ['gets', {}, { mapping }],
    ['loses', { mapping }, { mapping: null }],
    ['changes', { mapping }, { mapping: { ...mapping, externalId: 'other-{{email}}' } }],
  ])('a repeat is one also after the mapping %s its external id', async (_, before, after) => {
    fakeDate()
    const tenant = await newTenant()
    const form = await newForm(tenant, before)
    const headers = { 'Idempotency-Key': 'delivery-1' }
    await form.submit(ada, headers)
    await change(tenant, form, after)
    await form.submit(ada, headers)
    const tasks = await tasksOf(tenant)
    expect(tasks).toHaveLength(1)
    expect((await form.submissions())[0]).toMatchObject({ outcome: 'duplicate', task_id: tasks[0]?.id })
  })

  it('a repeat is one while its task is in the trash, and makes a new task once the trash is purged', async () => {
    fakeDate()
    const tenant = await newTenant()
    const form = await newForm(tenant, { mapping })
    const submit = (body: object) => form.submit(body, { 'Idempotency-Key': 'delivery-1' })
    await submit(ada)
    const [task] = await tasksOf(tenant)
    const duplicate = { outcome: 'duplicate', task_id: task?.id }
    await tenant.send('DELETE', `/tasks/${String(task?.id)}`)
    expect(await outcomeOf(form, await submit(edited))).toMatchObject(duplicate)
    await tenant.send('POST', `/tasks/${String(task?.id)}/restore`)
    expect(await outcomeOf(form, await submit(edited))).toMatchObject(duplicate)
    await tenant.send('DELETE', `/tasks/${String(task?.id)}`)
    vi.advanceTimersByTime(41 * 24 * 60 * 60 * 1000)
    expect(await outcomeOf(form, await submit(edited))).toMatchObject({ outcome: 'created' })
    expect(await tasksOf(tenant)).toMatchObject([{ external_id: 'mail-ada@example.org' }])
  })

  it('the task of a deleted project keeps no other from being made', async () => {
    fakeDate()
    const tenant = await newTenant()
    const lost = await tenant.newProject()
    const form = await newForm(tenant, { projectId: lost })
    const headers = { 'Idempotency-Key': 'delivery-1' }
    await form.submit(ada, headers)
    await deleteWithTasks(tenant, form, lost)
    await change(tenant, form, { projectId: tenant.projectId, mapping })
    const again = await form.submit(ada, headers)
    expect(await outcomeOf(form, again)).toMatchObject({ outcome: 'created' })
    const repeat = await form.submit(ada, headers)
    expect(await outcomeOf(form, repeat)).toMatchObject({ outcome: 'duplicate' })
    expect(await tasksOf(tenant)).toMatchObject([{ external_id: 'mail-ada@example.com' }])
  })
})

describe('the replay of', () => {
  const settings: [string, object][] = [
    ['dedupeBy', { dedupeBy: 'number' }],
    ['the mapping', { mapping: { externalId: 'n-{{number}}' } }],
    ['both', { dedupeBy: 'number', mapping: { label: 'Another {{name}}', externalId: 'n-{{number}}' } }],
    ['nothing', {}],
  ]

  it.each(settings)('a duplicate keeps the task of the first, after a change of %s', async (_, after) => {
    fakeDate()
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const headers = { 'Idempotency-Key': 'delivery-1' }
    await form.submit({ name: 'Ada', number: 1 }, headers)
    await form.submit({ name: 'Ada', number: 2 }, headers)
    const before = await form.submissions()
    await change(tenant, form, after)
    for (const submission of before) expect(await replay(tenant, form, submission.id)).toEqual(submission)
    expect(await form.submissions()).toEqual(before)
    expect(await tenant.taskCount()).toBe(1)
  })

  it.each(settings)('both keeps the first task in the trash, after a change of %s', async (_, after) => {
    fakeDate()
    const tenant = await newTenant()
    const form = await newForm(tenant)
    const headers = { 'Idempotency-Key': 'delivery-1' }
    await form.submit({ name: 'Ada', number: 1 }, headers)
    await form.submit({ name: 'Ada', number: 2 }, headers)
    const before = await form.submissions()
    await tenant.send('DELETE', `/tasks/${String(before[0]?.task_id)}`)
    await change(tenant, form, after)
    for (const submission of before) expect(await replay(tenant, form, submission.id)).toEqual(submission)
    expect(await tenant.taskCount()).toBe(0)
  })

  it('a submission makes a new task where its own is lost: in the trash of a deleted project', async () => {
    fakeDate()
    const tenant = await newTenant()
    const lost = await tenant.newProject()
    const form = await newForm(tenant, { projectId: lost, dedupeBy: 'name' })
    const first = idOf(await form.submit({ name: 'Ada' }))
    const second = idOf(await form.submit({ name: 'Ada' }))
    await deleteWithTasks(tenant, form, lost)
    await change(tenant, form, { projectId: tenant.projectId })
    const made = await replay(tenant, form, second)
    expect(made).toMatchObject({ outcome: 'created' })
    expect(await tasksOf(tenant)).toMatchObject([{ id: made.task_id }])
    expect(await replay(tenant, form, first)).toMatchObject({ task_id: made.task_id })
    expect(await tenant.taskCount()).toBe(1)
  })
})
