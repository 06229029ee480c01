import { describe, expect, it } from 'vitest'
import type { NewTask, Task, TaskChange } from '../lib/tasks/task.ts'
import { asTaskItem, taskKey } from '../lib/tasks/task-item.ts'
import { get } from '../lib/table/read-items.ts'
import { taskEventOf } from '../lib/webhooks/task-event.ts'
import { newForm, tasksOf } from './functions/forms/support.ts'
import { imported } from './functions/projects/import-support.ts'
import { readFeed } from './support/feed.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'

/*
 * Every field of a task goes through every door. A new field does not compile here until it has samples; what is then
 * forgotten at a door fails here by its name, if it has not failed to compile before.
 */

/** The fields of a new task but its project and its lane, which stand in another task under another id. */
type Field = Exclude<keyof NewTask, 'projectId' | 'workflowLaneId'>

/** Two values of each field, in requests. A field that no change takes has no second one. */
const samples: Record<Field, { first: unknown; second?: unknown }> = {
  label: { first: 'First label', second: 'Second label' },
  status: { first: 1, second: 2 },
  description: { first: 'First description', second: 'Second description' },
  externalId: { first: 'first-id' },
  subtasks: { first: [{ label: 'A step', isCompleted: true }] },
}
const changed: Record<Exclude<keyof TaskChange, 'projectId' | 'workflowLaneId'>, true> = {
  label: true,
  status: true,
  description: true,
}
/** Fields that only one task of an account can have: a copy needs another value. */
const isUnique = (field: string) => field === 'externalId'

const fields = Object.keys(samples) as Field[] // it has these keys only
const changeable = Object.keys(changed) as (keyof typeof changed)[] // as above
const shownName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a task has of a field, in the words of requests. */
function valueOf(task: Task, field: Field): unknown {
  if (field === 'subtasks')
    return task.subtasks.map(({ label, is_completed }) => ({ label, isCompleted: is_completed }))
  return (task as unknown as Record<string, unknown>)[shownName(field)] // each name is one of a field of the task
}

const firsts = { ...Object.fromEntries(fields.map((field) => [field, samples[field].first])) }
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
const itemOf = async (tenant: TestTenant, id: string) => asTaskItem(await get(tenant, taskKey(tenant, id)))

describe.each(fields)('the field %s', (field) => {
  const { first, second } = samples[field]

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

  it.each(['ndjson', 'csv'])('goes out by an export as %s and comes in by an import', async (format) => {
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
    const before = { ...item, [attribute]: field === 'subtasks' ? {} : undefined }
    expect(taskEventOf(before, item)?.data.changed).toEqual([attribute])
    expect(second === undefined).toBe(!(field in changed))
  })
})

describe.each(changeable)('a change of the field %s', (field) => {
  const { first, second } = samples[field]

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

describe('the fields that a form maps', () => {
  it('come in by a submission, each from its template or as it is set', async () => {
    const tenant = await newTenant()
    const { subtasks, ...mapped } = firsts as Record<Field, unknown> // it has these keys
    expect(subtasks).toBeDefined() // a form makes none
    const form = await newForm(tenant, { mapping: mapped })
    await form.submit({ name: 'Ada' })
    const task = await onlyTask(tenant)
    for (const field of Object.keys(mapped) as Field[]) expect(valueOf(task, field)).toEqual(firsts[field]) // as above
  })
})
