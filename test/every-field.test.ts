import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  bodyName,
  changeShape,
  createShape,
  setShape,
  taskFieldNames,
  taskFields,
  type TaskFieldName,
} from '../lib/tasks/fields.ts'
import type { NewTask, Task } from '../lib/tasks/task.ts'
import { anyTask, taskKey } from '../lib/tasks/task-item.ts'
import { get } from '../lib/table/read-items.ts'
import { taskEventOf } from '../lib/webhooks/task-event.ts'
import { newForm, tasksOf } from './functions/forms/support.ts'
import { imported } from './functions/projects/import-support.ts'
import { readFeed } from './support/feed.ts'
import { newTenant as newEmptyTenant, type TestTenant } from './support/tenant.ts'

/*
 * Every field of a task goes through every door, as its row in lib/tasks/fields.ts says. What is forgotten at a door fails
 * here by the name of the field, if it has not failed to compile before.
 */

/** The fields of a new task but its id, which names it, and its project and lane, which stand in another task under another id. */
type Field = Exclude<keyof NewTask, 'id' | 'projectId' | 'workflowLaneId'>

/** Values of which each field takes at least two. A field that takes none of them needs two more here. */
const candidates = [
  ...['First text', 'Second text', 1, 2, true, false],
  ...['2027-01-02', '2027-02-03', '2027-01-02T03:04:05.678Z', '2027-02-03T04:05:06.789Z'],
  ...[[{ label: 'A step', isCompleted: true }], [{ label: 'Another', isCompleted: false }]],
  ...[['one'], ['two']],
  ...[{ note: 'First text' }, { note: 'Second text' }],
  ...['0|i00000:1', '0|i00000:2'],
]

/** Two values of a field, in requests. */
function samplesOf(field: Field): { first: unknown; second: unknown } {
  const schema: z.ZodMiniType = createShape[field]
  const [first, second] = candidates.filter((value) => schema.safeParse(value).success)
  if (first === undefined || second === undefined)
    throw new Error(`"candidates" of this file: write two values that ${field} takes`)
  return { first, second }
}

/** A field that only one task of an account can have: a copy needs another value. */
const isUnique = (field: string) => field === 'externalId'

const isName = (field: string) => ['id', 'projectId', 'workflowLaneId'].includes(field)
const fields = Object.keys(createShape).filter((field) => !isName(field)) as Field[] // its type says the same
const changeable = fields.filter((field) => field in changeShape)
const shownName = (field: string): TaskFieldName =>
  taskFieldNames.find((name) => bodyName(name) === field) ?? 'id' // each has one

/** What a task has of a field, in the words of requests. */
function valueOf(task: Task, field: Field): unknown {
  if (field === 'subtasks')
    return task.subtasks.map(({ label, is_completed }) => ({ label, isCompleted: is_completed }))
  return (task as unknown as Record<string, unknown>)[shownName(field)] // each name is one of a field of the task
}

/** A tenant with a field of its own, for the samples of `fields`. */
async function newTenant(): Promise<TestTenant> {
  const tenant = await newEmptyTenant()
  await tenant.send('POST', '/fields', { body: { key: 'note', label: 'Note', type: 'text' } })
  return tenant
}

const firsts = Object.fromEntries(fields.map((field) => [field, samplesOf(field).first]))
const tasksIn = (tenant: TestTenant, projectId: string): Promise<Task[]> => tasksOf({ ...tenant, projectId })
const onlyTask = async (tenant: TestTenant): Promise<Task> => {
  const [task, ...others] = await tasksIn(tenant, tenant.projectId)
  if (!task || others.length > 0) throw new Error('The project must hold one task.')
  return task
}
const whole = async (tenant: TestTenant, sending: object = {}) => {
  const body = { projectId: tenant.projectId, ...firsts }
  return tenant.send('POST', '/tasks', { body, ...sending })
}
const itemOf = async (tenant: TestTenant, id: string) => anyTask(await get(tenant, taskKey(tenant, id)))

describe.each(fields)('the field %s', (field) => {
  const { first } = samplesOf(field)

  it('comes in by a create, a dry run, a bulk create and the feed', async () => {
    const tenant = await newTenant()
    const tried = await tenant.send('POST', '/tasks?dryRun=true', {
      body: { projectId: tenant.projectId, ...firsts },
    })
    expect(valueOf((tried.body as { task: Task }).task, field)).toEqual(first) // held against the contract by `send`
    expect(await tasksIn(tenant, tenant.projectId)).toEqual([])
    await whole(tenant)
    expect(valueOf(await onlyTask(tenant), field)).toEqual(first)
    const [change] = (await readFeed(tenant)).changes
    expect(valueOf(change?.task as Task, field)).toEqual(first) // it is not deleted
    const other = await newTenant()
    const operations = [{ op: 'create', projectId: other.projectId, ...firsts }]
    await other.send('POST', '/tasks/bulk', { body: { operations } })
    expect(valueOf(await onlyTask(other), field)).toEqual(first)
  })

  const formats = taskFields[shownName(field)].columns === null ? [] : ['ndjson', 'csv'] // without columns it is not imported
  it.each(formats)('goes out by an export as %s and comes in by an import', async (format) => {
    const tenant = await newTenant()
    await whole(tenant)
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/export?format=${format}`)
    const other = await newTenant()
    expect(await imported(other, format === 'csv' ? 'csv' : 'json', String(body))).toMatchObject({
      created: 1,
      warnings: [],
    })
    expect(valueOf(await onlyTask(other), field)).toEqual(first)
  })

  it('is named by the event of a write that changes it', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask(isUnique(field) ? firsts : { [field]: first })
    const item = await itemOf(tenant, id)
    if (!item) throw new Error('The task is not there.')
    const attribute = shownName(field)
    const kept = field === 'fields' ? 'f_note' : attribute
    const before = { ...item, [kept]: field === 'subtasks' ? {} : undefined }
    const name = field === 'fields' ? 'fields.note' : attribute
    expect(taskEventOf(before, item)?.data.changed).toEqual([name])
  })
})

describe.each(changeable)('a change of the field %s', (field) => {
  const { first, second } = samplesOf(field)

  it('comes in by a change, a bulk update and a dry run', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask(firsts)
    const body = { [field]: second }
    const read = async () => valueOf(await onlyTask(tenant), field)
    const tried = await tenant.send('PATCH', `/tasks/${id}?dryRun=true`, { body })
    expect(valueOf((tried.body as { task: Task }).task, field)).toEqual(second) // held against the contract by `send`
    expect(await read()).toEqual(first)
    await tenant.send('PATCH', `/tasks/${id}`, { body })
    expect(await read()).toEqual(second)
    await tenant.send('POST', '/tasks/bulk', { body: { operations: [{ op: 'update', id, [field]: first }] } })
    expect(await read()).toEqual(first)
  })
})

describe('the fields that a conditional change sets', () => {
  it.each(fields.filter((field) => field in setShape))('come in by one: %s', async (field) => {
    const tenant = await newTenant()
    await tenant.createTask(firsts)
    const { second } = samplesOf(field)
    const body = { where: { createdAfter: '2020-01-01T00:00:00Z' }, set: { [field]: second } }
    await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body })
    expect(valueOf(await onlyTask(tenant), field)).toEqual(second)
  })
})

describe('the fields of a task that a rule writes', () => {
  const runOf = async (tenant: TestTenant, trigger: object, action: object, taskId?: string) => {
    const body = { projectId: tenant.projectId, label: 'A rule', status: 'paused', trigger, action }
    const { headers } = await tenant.send('POST', '/rules', { body })
    const { status } = await tenant.send('POST', `${String(headers.location).slice('/v1'.length)}/runs`, {
      body: { taskId },
    })
    expect(status).toBe(201)
    return onlyTask(tenant)
  }
  const schedule = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-30T09:00' }

  it('come in by a new task: all but the position, since each run makes another task', async () => {
    const tenant = await newTenant()
    const written = fields.filter((field) => field !== 'position')
    const task = await runOf(tenant, schedule, {
      type: 'create_task',
      task: Object.fromEntries(written.map((field) => [field, firsts[field]])),
    })
    for (const field of written) expect(valueOf(task, field)).toEqual(firsts[field])
  })

  it.each(fields.filter((field) => field in setShape))(
    'come in by a change of one task, and of all that match: %s',
    async (field) => {
      const { first, second } = samplesOf(field)
      const tenant = await newTenant()
      const { id } = await tenant.createTask(firsts)
      const event = { type: 'event', events: ['task.created'] }
      const one = await runOf(tenant, event, { type: 'update_task', set: { [field]: second } }, id)
      expect(valueOf(one, field)).toEqual(second)
      const where = { createdAfter: '2020-01-01T00:00:00Z' }
      const all = await runOf(tenant, schedule, { type: 'update_tasks', where, set: { [field]: first } })
      expect(valueOf(all, field)).toEqual(first)
    },
  )
})

describe('the fields that a form maps', () => {
  it('come in by a submission, each from its template or as it is set', async () => {
    const tenant = await newTenant()
    const mapped = fields.filter((field) => taskFields[shownName(field)].mapping !== null)
    const mapping = Object.fromEntries(mapped.map((field) => [field, firsts[field]]))
    const form = await newForm(tenant, { mapping })
    await form.submit({ name: 'Ada' })
    const task = await onlyTask(tenant)
    for (const field of mapped) expect(valueOf(task, field)).toEqual(firsts[field])
  })
})
