import { describe, expect, it } from 'vitest'
import { createTask } from '../../../lib/tasks/create.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { namedId } from '../../../lib/tasks/task-item.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { empty, imported } from '../projects/import-support.ts'

const composed = 'Tür-1'.normalize('NFC')
const decomposed = composed.normalize('NFD')

const taskOf = (body: unknown) => (body as { task: Task }).task // checked against its declaration
const path = (externalId: string) => `/tasks/ext:${encodeURIComponent(externalId)}`
const exists = (task_id: string) =>
  errorBody(
    'external_id_exists',
    'A task with this externalId already exists or is in the trash: update or restore it.',
    { task_id },
  )

/** A task as an earlier release made it: its id is computed from the external id as it was sent. */
async function ofEarlierRelease(tenant: TestTenant, externalId: string): Promise<Task> {
  const request = { projectId: tenant.projectId, label: 'Earlier', externalId, subtasks: [] }
  const id = namedId(tenant, 'external-id', externalId)
  return (await createTask({ ...tenant, deadlineMs: Date.now() + 10_000 }, request, { id })).task
}

/** A task of this release. */
async function ofThisRelease({ send, projectId }: TestTenant, externalId: string): Promise<Task> {
  const body = { projectId, label: 'Now', externalId }
  const reply = await send('POST', '/tasks', { body })
  expect(reply.status).toBe(201)
  return taskOf(reply.body)
}

describe.each([
  ['an earlier release', ofEarlierRelease],
  ['this release', ofThisRelease],
])('an external id of %s', (_, make) => {
  it.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('names its task in each Unicode form: %j as %j', async (stored, asked) => {
    const tenant = await newTenant()
    const task = await make(tenant, stored)
    expect(task.external_id).toBe(stored)
    for (const form of [asked, stored]) {
      const read = await tenant.send('GET', path(form))
      expect(taskOf(read.body)).toEqual(task)
    }
    const { send } = tenant
    const calls = [
      await send('PATCH', path(asked), { body: { label: 'Changed' } }),
      await send('POST', `${path(asked)}/subtasks`, { body: { label: 'Part' } }),
      await send('POST', `${path(asked)}/move`, { body: { to: 'top' } }),
      await send('DELETE', path(asked)),
      await send('POST', `${path(asked)}/restore`, { body: {} }),
      await send('POST', '/tasks/bulk', {
        body: { operations: [{ op: 'update', id: `ext:${asked}`, status: 2 }] },
      }),
    ]
    expect(calls.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200])
    expect(taskOf((await send('GET', `/tasks/${task.id}`)).body)).toMatchObject({
      label: 'Changed',
      status: 2,
    })
  })

  it.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('is taken in each Unicode form: %j as %j', async (stored, asked) => {
    const tenant = await newTenant()
    const { id } = await make(tenant, stored)
    const { send, projectId } = tenant
    const create = { projectId, label: 'Again', externalId: asked }
    const single = await send('POST', '/tasks', { body: create })
    expect(single).toMatchObject({ status: 409, body: exists(id) })
    const operations = [{ op: 'create', ...create }]
    const bulk = await send('POST', '/tasks/bulk', { body: { operations } })
    expect(bulk.body).toMatchObject({ results: [{ error: { code: 'external_id_exists', task_id: id } }] })
    const file = `label,external_id\nAgain,${asked}\n`
    expect(await imported(tenant, 'csv', file)).toEqual({ ...empty, duplicates: 1 })
    expect(await tenant.taskCount()).toBe(1)
  })
})

describe('two tasks of an earlier release whose external ids differ only in their form', () => {
  it('are both found, each by its own', async () => {
    const tenant = await newTenant()
    for (const form of [decomposed, composed]) await ofEarlierRelease(tenant, form)
    for (const form of [decomposed, composed]) {
      expect(taskOf((await tenant.send('GET', path(form))).body).external_id).toBe(form)
    }
  })
})

describe('a file', () => {
  it('that has one external id in two forms makes one task', async () => {
    const tenant = await newTenant()
    const file = `label,external_id\nA,${composed}\nB,${decomposed}\n`
    expect(await imported(tenant, 'csv', file)).toMatchObject({
      created: 1,
      failed: [{ row: 2, error: { message: 'external_id is also that of row 1: it must be unique' } }],
    })
  })
})
