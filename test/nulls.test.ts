import { describe, expect, it } from 'vitest'
import { takesNullAsAbsent, type Endpoint } from '../lib/contract/endpoint.ts'
import { endpoints } from '../functions/index.ts'
import type { OperationResult } from '../lib/tasks/bulk-request.ts'
import type { Task } from '../lib/tasks/task.ts'
import { bodySchema, typesOf } from './harness/body-schema.ts'
import { pathOf, sampleBody } from './harness/sample-requests.ts'
import { idsFor } from './support/requests.ts'
import { newTenant } from './support/tenant.ts'

/** An answer without what differs from call to call: each text is only a text. */
const shape = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
    typeof value === 'string' ? 'text' : value,
  ) as unknown

const creates = endpoints.filter(takesNullAsAbsent)

const requiredIn = (endpoint: Endpoint) => bodySchema(endpoint).required ?? []

/** The fields that may be left out, and in which null has no meaning of its own. */
const optionalIn = (endpoint: Endpoint) =>
  Object.entries(bodySchema(endpoint).properties).flatMap(([name, schema]) =>
    requiredIn(endpoint).includes(name) || typesOf(schema).includes('null') ? [] : [name],
  )

/** Sends a create with these fields, and otherwise with no more than it needs. */
async function created(endpoint: Endpoint, fields: object, isOver = false) {
  const tenant = await newTenant()
  const ids = await idsFor(endpoint, tenant)
  const needed = sampleBody(endpoint, ids)
  const body = isOver ? { ...needed, ...fields } : { ...fields, ...needed }
  return tenant.send('POST', pathOf(endpoint, ids), { body })
}

describe.each(creates.filter((endpoint) => optionalIn(endpoint).length > 0))('$id', (endpoint) => {
  it('takes null for every field that may be left out', async () => {
    const nulls = Object.fromEntries(optionalIn(endpoint).map((name) => [name, null]))
    const [withNulls, without] = [await created(endpoint, nulls), await created(endpoint, {})]
    expect(withNulls.status).toBe(201)
    expect(shape(withNulls.body)).toEqual(shape(without.body))
  })
})

describe.each(creates.filter((endpoint) => requiredIn(endpoint).length > 0))('$id', (endpoint) => {
  it('still refuses null for a field that is required', async () => {
    const [first = ''] = requiredIn(endpoint)
    expect((await created(endpoint, { [first]: null }, true)).status).toBe(400)
  })
})

describe('null', () => {
  it('means so in the entries of a list, and in the creates of a bulk request, and not in its changes', async () => {
    const { send, projectId, createTask } = await newTenant()
    const subtasks = [{ label: 'A', isCompleted: null }]
    const one = await send('POST', '/tasks', { body: { projectId, label: 'A', status: null, subtasks } })
    expect(one.status).toBe(201)
    expect((one.body as { task: Task }).task).toMatchObject({
      status: 0,
      subtasks: [{ is_completed: false }],
    })
    const { id } = await createTask({ description: 'Old' })
    const operations = [
      { op: 'create', projectId, label: 'B', status: null, externalId: null, subtasks: null, fields: null },
      { op: 'update', id, description: null },
      { op: 'update', id, status: null },
    ]
    const { body } = await send('POST', '/tasks/bulk', { body: { operations } })
    const { results } = body as { results: OperationResult[] }
    expect(results.map(({ status }) => status)).toEqual([201, 200, 400])
    expect(results[1]?.task?.description).toBeNull()
  })

  it('is the same request as one without the field, for repeats', async () => {
    const { send, projectId, taskCount } = await newTenant()
    const headers = { 'Idempotency-Key': 'once' }
    const first = await send('POST', '/tasks', { headers, body: { projectId, label: 'A' } })
    const again = await send('POST', '/tasks', { headers, body: { projectId, label: 'A', status: null } })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toEqual(first.body)
    expect(await taskCount()).toBe(1)
  })

  it('removes a description and a lane in a change, and is refused where it would remove nothing', async () => {
    const { send, createTask, newLane } = await newTenant()
    const { id } = await createTask({ description: 'Old', workflowLaneId: await newLane() })
    const { body } = await send('PATCH', `/tasks/${id}`, {
      body: { description: null, workflowLaneId: null },
    })
    expect((body as { task: Task }).task).toMatchObject({ description: null, workflow_lane_id: null })
    expect((await send('PATCH', `/tasks/${id}`, { body: { status: null } })).status).toBe(400)
  })
})
