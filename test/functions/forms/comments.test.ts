import { expect, test } from 'vitest'
import type { Comment } from '../../../lib/comments/comment.ts'
import { countKey } from '../../../lib/comments/comment-item.ts'
import { maxComments } from '../../../lib/contract/limits.ts'
import type { Submission } from '../../../lib/forms/submission.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { update } from '../../../lib/table/write-items.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newForm, tasksOf, type TestForm } from './support.ts'

const mapping = { label: 'Ticket {{ticket}}', description: '{{text}}', commentOn: 'ext:{{ticket}}' }
/** The same, and the task that a submission becomes has the ticket's number, too. */
const thread = { ...mapping, externalId: '{{ticket}}' }

/** A form whose submissions are known by their `id`. */
async function ticketForm(settings: object = {}): Promise<{ tenant: TestTenant; form: TestForm }> {
  const tenant = await newTenant()
  return { tenant, form: await newForm(tenant, { mapping, dedupeBy: 'id', ...settings }) }
}

const newTicket = (tenant: TestTenant, externalId: string, projectId = tenant.projectId): Promise<Task> =>
  tenant.createTask({ projectId, label: 'Ticket', externalId })

async function commentsOf(tenant: TestTenant, taskId: string): Promise<Comment[]> {
  const { status, body } = await tenant.send('GET', `/tasks/${taskId}/comments`)
  expect(status).toBe(200)
  return (body as { comments: Comment[] }).comments // checked by the status
}

/** The outcome of the newest submission. */
async function newest(form: TestForm): Promise<Submission | undefined> {
  return (await form.submissions())[0]
}

const trash = (tenant: TestTenant, { id }: Task) => tenant.send('DELETE', `/tasks/${id}`)

test('a submission about a task that exists becomes a comment of the form', async () => {
  const { tenant, form } = await ticketForm()
  const task = await newTicket(tenant, '17')
  expect((await form.submit({ id: 'a', ticket: '17', text: 'It rings' })).status).toBe(200)
  const [comment, ...others] = await commentsOf(tenant, task.id)
  expect(others).toEqual([])
  expect(comment).toMatchObject({
    text: 'It rings',
    author: { kind: 'form', id: form.id, name: 'Contact' },
  })
  expect(await newest(form)).toMatchObject({
    ...{ outcome: 'created', task_id: task.id, comment_id: comment?.id, reason: null },
  })
  expect(await tasksOf(tenant)).toHaveLength(1)
})

test('a comment without a description is the label', async () => {
  const { tenant, form } = await ticketForm()
  const task = await newTicket(tenant, '17')
  await form.submit({ id: 'a', ticket: '17', text: ' ' })
  expect(await commentsOf(tenant, task.id)).toMatchObject([{ text: 'Ticket 17' }])
})

test('a mapping may name a task by its id', async () => {
  const { tenant, form } = await ticketForm({ mapping: { ...mapping, commentOn: '{{task}}' } })
  const task = await newTicket(tenant, '17')
  await form.submit({ id: 'a', task: task.id.toUpperCase(), text: 'It rings' })
  expect(await commentsOf(tenant, task.id)).toMatchObject([{ text: 'It rings' }])
})

test.each<[string, (tenant: TestTenant) => Promise<unknown>]>([
  ['is absent', () => Promise.resolve()],
  ['is in the trash', async (tenant) => trash(tenant, await newTicket(tenant, '17'))],
  ['is in another project', async (tenant) => newTicket(tenant, '17', await tenant.newProject())],
])('a submission whose task %s becomes a task', async (_, prepare) => {
  const { tenant, form } = await ticketForm()
  await prepare(tenant)
  await form.submit({ id: 'a', ticket: '17', text: 'It rings' })
  expect(await tasksOf(tenant)).toMatchObject([{ label: 'Ticket 17', description: 'It rings' }])
  expect(await newest(form)).not.toHaveProperty('comment_id')
})

test('a submission that names no task becomes one', async () => {
  const { tenant, form } = await ticketForm()
  await form.submit({ id: 'a', text: 'It rings' })
  expect(await tasksOf(tenant)).toMatchObject([{ description: 'It rings' }])
})

test.each(['the id', 'the body'])('a submission known by %s makes nothing twice', async (by) => {
  const { tenant, form } = await ticketForm({ mapping: thread, ...(by === 'the body' && { dedupeBy: null }) })
  const first = { id: 'a', ticket: '17', text: 'It rings' }
  const second = { id: 'b', ticket: '17', text: 'It stopped' }
  await form.submit(first)
  await form.submit(first) // its task exists now
  const [task, ...others] = await tasksOf(tenant)
  expect(others).toEqual([])
  await form.submit(second)
  await form.submit(second)
  expect(await commentsOf(tenant, String(task?.id))).toMatchObject([{ text: 'It stopped' }])
  expect((await form.submissions()).map(({ outcome }) => outcome)).toEqual([
    ...['duplicate', 'created', 'duplicate', 'created'],
  ])
  await form.submit({ ...second, id: 'c', text: 'Third' })
  expect(await commentsOf(tenant, String(task?.id))).toHaveLength(2)
})

test('a repeat of a comment makes no task when its task has gone', async () => {
  const { tenant, form } = await ticketForm()
  const task = await newTicket(tenant, '17')
  const sent = { id: 'a', ticket: '17', text: 'It rings' }
  await form.submit(sent)
  await trash(tenant, task)
  await form.submit(sent)
  expect(await newest(form)).toMatchObject({ outcome: 'duplicate' })
  expect(await tasksOf(tenant)).toEqual([])
})

test('submissions at once that are about one new task become it and its comments', async () => {
  const { tenant, form } = await ticketForm({ mapping: thread })
  const texts = ['one', 'two', 'three', 'four']
  await Promise.all(texts.map((text) => form.submit({ id: text, ticket: '17', text })))
  const [task, ...others] = await tasksOf(tenant)
  expect(others).toEqual([])
  const comments = await commentsOf(tenant, String(task?.id))
  expect([task?.description, ...comments.map(({ text }) => text)].toSorted()).toEqual(texts.toSorted())
})

test('a submission that can be neither task nor comment waits, and a replay makes it a comment once', async () => {
  const { tenant, form } = await ticketForm({ mapping: thread })
  const task = await newTicket(tenant, '17')
  await trash(tenant, task)
  await form.submit({ id: 'a', ticket: '17', text: 'It rings' })
  const held = await newest(form)
  expect(held).toMatchObject({ outcome: 'held' })
  await tenant.send('POST', `/tasks/${task.id}/restore`)
  const path = `/forms/${form.id}/submissions/${String(held?.id)}/replay`
  for (let replays = 0; replays < 2; replays++) {
    const { body } = await tenant.send('POST', path)
    const [comment, ...others] = await commentsOf(tenant, task.id)
    expect(others).toEqual([])
    expect(body).toMatchObject({ submission: { outcome: 'created', comment_id: comment?.id } })
  }
})

test('a replay makes a task of a comment whose task was lost with its project', async () => {
  const { tenant, form } = await ticketForm()
  const task = await newTicket(tenant, '17')
  await form.submit({ id: 'a', ticket: '17', text: 'It rings' })
  const { id: submissionId } = (await newest(form)) ?? {}
  const replay = () => tenant.send('POST', `/forms/${form.id}/submissions/${String(submissionId)}/replay`)
  expect((await replay()).body).toMatchObject({ submission: { task_id: task.id } })
  await tenant.send('PATCH', `/forms/${form.id}`, { body: { projectId: await tenant.newProject() } })
  await trash(tenant, task)
  expect((await tenant.send('DELETE', `/projects/${tenant.projectId}`)).status).toBe(200)
  const { submission } = (await replay()).body as { submission: Submission } // checked below
  expect(submission).toMatchObject({ outcome: 'created' })
  expect(submission.task_id).not.toBe(task.id)
  expect(submission).not.toHaveProperty('comment_id')
})

test('a submission about a task that is full of comments waits, but a repeat does not', async () => {
  const { tenant, form } = await ticketForm()
  const task = await newTicket(tenant, '17')
  const before = { id: 'before', ticket: '17', text: 'It is silent' }
  await form.submit(before)
  const setCount = (count: number) =>
    update(tenant, {
      Key: countKey(tenant, task.id),
      UpdateExpression: 'SET comment_count = :count',
      ExpressionAttributeValues: { ':count': count },
    })
  await setCount(maxComments)
  await form.submit(before)
  expect(await newest(form)).toMatchObject({ outcome: 'duplicate', task_id: task.id })
  await form.submit({ id: 'a', ticket: '17', text: 'It rings' })
  expect(await newest(form)).toMatchObject({
    outcome: 'held',
    reason: expect.stringContaining('1,000') as string,
  })
  await setCount(1)
  expect((await tenant.send('POST', `/forms/${form.id}/replay`)).body).toMatchObject({ created: 1 })
  expect(await commentsOf(tenant, task.id)).toHaveLength(2)
})

test('a preview names the task, and says so if there is no name', async () => {
  const { tenant, form } = await ticketForm()
  const preview = async (sample: object) => {
    const body = { contentType: 'application/json', body: JSON.stringify(sample) }
    return (await tenant.send('POST', `/forms/${form.id}/preview`, { body })).body
  }
  expect(await preview({ id: 'a', ticket: '17', text: 'A' })).toMatchObject({
    comment_on: 'ext:17',
    warnings: [],
  })
  const without = await preview({ id: 'a', text: 'A' })
  expect(without).not.toHaveProperty('comment_on')
  expect(without).toMatchObject({
    warnings: expect.arrayContaining([
      "The mapping's commentOn names no task, so this submission becomes one.",
    ]) as string[],
  })
})

test('a mapping is answered with its comment_on, and a wrong one is refused', async () => {
  const { tenant, form } = await ticketForm()
  expect((await form.read()).mapping).toMatchObject({ comment_on: 'ext:{{ticket}}' })
  const wrong = await tenant.send('PATCH', `/forms/${form.id}`, {
    body: { mapping: { commentOn: 'ticket' } },
  })
  expect(wrong).toMatchObject({ status: 400, body: { error: { details: [{ path: 'mapping.commentOn' }] } } })
})

test.each(['17 ', '17\n', ' 17', '17\u00a0'])('a reply finds the task that %j has made', async (ticket) => {
  const { tenant, form } = await ticketForm({ mapping: thread })
  await form.submit({ id: 'a', ticket, text: 'It rings' })
  await form.submit({ id: 'b', ticket, text: 'It stopped' })
  const [task, ...others] = await tasksOf(tenant)
  expect(others).toEqual([])
  expect(await commentsOf(tenant, String(task?.id))).toMatchObject([{ text: 'It stopped' }])
})

test('a replay makes a task of the oldest submission, and comments in their order', async () => {
  const { tenant, form } = await ticketForm({ mapping: thread, paused: true })
  const texts = ['one', 'two', 'three', 'four', 'five', 'six']
  for (const text of texts) await form.submit({ id: text, ticket: '17', text })
  expect((await tenant.send('POST', `/forms/${form.id}/replay`)).body).toMatchObject({
    created: texts.length,
  })
  const [task] = await tasksOf(tenant)
  const comments = await commentsOf(tenant, String(task?.id))
  expect([task?.description, ...comments.map(({ text }) => text)]).toEqual(texts)
})

test('a reply needs nothing of what only a task must have', async () => {
  const { tenant, form } = await ticketForm({ mapping: { ...thread, label: '{{subject}}' } })
  const task = await newTicket(tenant, '17')
  await form.submit({ id: 'a', ticket: '17', text: 'It rings' })
  expect(await commentsOf(tenant, task.id)).toMatchObject([{ text: 'It rings' }])
  const reason = "The task's label must contain at least one visible character: look at the mapping's label."
  for (const sent of [
    { id: 'b', ticket: '18', text: 'It rings' },
    { id: 'c', ticket: '17', text: ' ' },
  ]) {
    await form.submit(sent)
    expect(await newest(form)).toMatchObject({ outcome: 'held', reason })
  }
  expect(await tasksOf(tenant)).toHaveLength(1)
  const sample = { contentType: 'application/json', body: JSON.stringify({ ticket: '17', text: 'It rings' }) }
  expect((await tenant.send('POST', `/forms/${form.id}/preview`, { body: sample })).body).toMatchObject({
    ...{ task: null, comment_on: 'ext:17' },
    warnings: expect.arrayContaining([reason]) as string[],
  })
})

test('a repeat known by its body stays one when its task is out of reach', async () => {
  const { tenant, form } = await ticketForm({ mapping: thread, dedupeBy: null })
  const task = await newTicket(tenant, '17')
  await form.submit({ ticket: '17', text: 'It rings' })
  await trash(tenant, task)
  await form.submit({ ticket: '17', text: 'It rings' })
  expect(await newest(form)).toMatchObject({ outcome: 'duplicate', task_id: task.id })
  await form.submit({ ticket: '17', text: 'It stopped' })
  expect(await newest(form)).toMatchObject({ outcome: 'held' })
})

test('a submission says what of it was cut, and why it became a task', async () => {
  const { tenant, form } = await ticketForm()
  await newTicket(tenant, '17')
  await form.submit({ id: 'a', ticket: '17', text: 'long '.repeat(4_000) })
  expect(await newest(form)).toMatchObject({
    reason: 'The submission is longer than a comment may be: the comment has only a part of it.',
  })
  await form.submit({ id: 'b', text: 'It rings' })
  expect(await newest(form)).toMatchObject({
    warnings: ["The mapping's commentOn names no task, so this submission becomes one."],
  })
})
