import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { TasksApi } from '../../integrations/n8n/nodes/TasksApi/TasksApi.node.ts'
import { listenDuringTest } from '../support/listen.ts'
import { newTenant, type TestTenant } from '../support/tenant.ts'
import { commonOf } from './n8n-context.ts'
import type { IExecuteFunctions, INodeExecutionData } from './n8n-workflow.ts'

interface Settings {
  items?: number
  execution?: string
  continues?: boolean
  baseUrl?: string
}

/** Runs the node with parameters: those of an item by its index, or the same for each. */
async function runNode(
  { token }: Pick<TestTenant, 'token'>,
  parameters: Record<string, unknown>,
  { items = 1, execution = crypto.randomUUID(), continues = false, baseUrl }: Settings = {},
): Promise<INodeExecutionData[]> {
  const context: IExecuteFunctions = {
    ...commonOf(token, baseUrl),
    getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
    getNodeParameter: (name, itemIndex, fallback) => {
      const value = parameters[name]
      if (value === undefined && fallback === undefined) throw new Error(`Could not get parameter ${name}`)
      return (
        (Array.isArray(value) && name !== 'operations' ? (value as unknown[])[itemIndex] : value) ?? fallback
      )
    },
    evaluateExpression: () => 0,
    getExecutionId: () => execution,
    getWorkflow: () => ({ id: 'workflow-1' }),
    continueOnFail: () => continues,
  }
  const [found = []] = await new TasksApi().execute.call(context)
  return found
}

const jsonOf = async (run: Promise<INodeExecutionData[]>) => (await run).map(({ json }) => json)

const create = (tenant: TestTenant, more: Record<string, unknown> = {}, settings?: Settings) =>
  runNode(
    tenant,
    { resource: 'task', operation: 'create', projectId: tenant.projectId, label: 'Call Ada', ...more },
    settings,
  )

describe('a task in n8n', () => {
  it('is created with all that a person fills in', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane()
    for (const [key, type] of Object.entries({
      cost: 'number',
      paid: 'checkbox',
      due: 'date',
      tags: 'multi_select',
    })) {
      const options = type === 'multi_select' ? [{ value: 'a' }, { value: 'b' }] : undefined
      await tenant.send('POST', '/fields', { body: { key, label: key, type, options } })
    }
    const fields = {
      field: [
        { key: 'cost', value: '12.5' },
        { key: 'paid', value: 'true' },
        { key: 'due', value: '2026-12-01' },
        { key: 'tags', value: 'a, b' },
      ],
    }
    const additionalFields = {
      description: 'About',
      externalId: 'o-1',
      workflowLaneId: lane,
      status: 1,
      fields,
    }
    expect(await create(tenant, { additionalFields })).toEqual([
      {
        json: expect.objectContaining({
          label: 'Call Ada',
          description: 'About',
          external_id: 'o-1',
          workflow_lane_id: lane,
          status: 1,
          fields: { cost: 12.5, paid: true, due: '2026-12-01', tags: ['a', 'b'] },
        }) as object,
        pairedItem: { item: 0 },
      },
    ])
  })

  it('is created once for each item, also when n8n tries the step again', async () => {
    const tenant = await newTenant()
    const again = { items: 2, execution: 'execution-1' }
    const first = await jsonOf(create(tenant, {}, again))
    expect(await jsonOf(create(tenant, {}, again))).toEqual(first)
    expect(await tenant.taskCount()).toBe(2)
    await create(tenant, { additionalFields: { idempotencyKey: 'order-1' } })
    await create(tenant, { additionalFields: { idempotencyKey: 'order-1' } })
    expect(await tenant.taskCount()).toBe(3)
  })

  it('is only tried with a dry run', async () => {
    const tenant = await newTenant()
    await create(tenant, { options: { dryRun: true } })
    expect(await tenant.taskCount()).toBe(0)
  })

  it('is created or changed by its external id, and comes back from the trash', async () => {
    const tenant = await newTenant()
    const upsert = (label: string) =>
      jsonOf(create(tenant, { operation: 'upsert', externalId: 'order/17 ü', label }))
    const [made] = await upsert('A')
    expect(await upsert('B')).toMatchObject([{ id: made?.id, label: 'B', external_id: 'order/17 ü' }])
    await tenant.send('DELETE', `/tasks/${String(made?.id)}`)
    expect(await upsert('C')).toMatchObject([{ id: made?.id, label: 'C' }])
    expect(await tenant.taskCount()).toBe(1)
    const wrong = {
      operation: 'upsert',
      externalId: 'x',
      additionalFields: { workflowLaneId: crypto.randomUUID() },
    }
    await expect(create(tenant, wrong)).rejects.toMatchObject({ httpCode: '404' })
  })

  it('is read, changed, completed, moved and deleted', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane()
    const [{ id }, other] = [
      await tenant.createTask({ externalId: 'o-1', description: 'Old' }),
      await tenant.createTask(),
    ]
    const act = (operation: string, more: object = {}) =>
      jsonOf(runNode(tenant, { resource: 'task', operation, taskId: 'ext:o-1', projectId: '', ...more }))
    expect(await act('get')).toMatchObject([{ id }])
    const updateFields = { label: 'New', description: '', ifMatch: '"1"', newProjectId: tenant.projectId }
    expect(await act('update', { updateFields })).toMatchObject([{ id, label: 'New', description: null }])
    await expect(act('update', { updateFields })).rejects.toMatchObject({ httpCode: '412' })
    expect(await act('complete')).toMatchObject([{ id, status: 2 }])
    expect(await act('move', { place: 'bottom', workflowLaneId: lane })).toMatchObject([
      { workflow_lane_id: lane },
    ])
    expect(await act('update', { updateFields: { workflowLaneId: 'none' } })).toMatchObject([
      { workflow_lane_id: null },
    ])
    const [moved] = await act('move', { place: 'beforeTaskId', otherTaskId: other.id, workflowLaneId: '' })
    expect(String(moved?.position) < other.position).toBe(true)
    expect(await act('delete')).toEqual([{ success: true }])
    expect(await tenant.taskCount()).toBe(1)
  })

  it('is found by each filter, across pages', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane()
    for (const [key, type] of Object.entries({ cost: 'number', due: 'date' }))
      await tenant.send('POST', '/fields', { body: { key, label: key, type } })
    await tenant.createTask({ label: 'in lane', workflowLaneId: lane, fields: { cost: 5 } })
    await tenant.createTask({ label: 'done', status: 2, fields: { cost: 7, due: '2026-03-01' } })
    await tenant.createTask({ label: 'open' })
    const find = async (filters: object, more: object = {}) => {
      const parameters = {
        resource: 'task',
        operation: 'getAll',
        projectId: '',
        returnAll: true,
        filters,
        ...more,
      }
      return (await jsonOf(runNode(tenant, parameters))).map(({ label }) => label).sort()
    }
    const condition = (...conditions: [key: string, is: string, value: string][]) => ({
      fields: { condition: conditions.map(([key, is, value]) => ({ key, is, value })) },
    })
    const { projectId } = tenant
    expect(await find({})).toEqual(['done', 'in lane', 'open'])
    expect(await find({ status: [0, 1], q: 'OPEN' })).toEqual(['open'])
    expect(await find({ status: [] })).toHaveLength(3)
    expect(await find({ workflowLaneId: lane }, { projectId })).toEqual(['in lane'])
    expect(await find({ workflowLaneId: 'none' }, { projectId })).toEqual(['done', 'open'])
    expect(
      await find({
        updatedBefore: { toString: () => '1970-01-01T00:00:00.000+01:00' },
        createdAfter: '2020-01-01T00:00:00+01:00',
      }),
    ).toEqual([])
    expect(await find(condition(['cost', 'min', '6']))).toEqual(['done'])
    expect(await find(condition(['cost', 'equals', '5']))).toEqual(['in lane'])
    expect(await find(condition(['due', 'exists', 'false']))).toEqual(['in lane', 'open'])
    expect(await find(condition(['due', 'before', '2026-04-01'], ['cost', 'max', '7']))).toEqual(['done'])
    expect(await find({}, { returnAll: false, limit: 2 })).toHaveLength(2)
    for (let count = 0; count < 3; count += 1) {
      const operations = Array.from({ length: 50 }, () => ({ op: 'create', projectId, label: 'many' }))
      await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    }
    expect(await find({ q: 'many' })).toHaveLength(150)
    expect(await find({ q: 'many' }, { returnAll: false, limit: 120 })).toHaveLength(120)
  })
})

describe('many tasks in n8n', () => {
  it('are changed if they match, after a dry run', async () => {
    const tenant = await newTenant()
    for (const [key, type] of Object.entries({ cost: 'number', paid: 'checkbox', due: 'date' }))
      await tenant.send('POST', '/fields', { body: { key, label: key, type } })
    await tenant.createTask({ fields: { cost: 5, due: '2026-03-01' } })
    await tenant.createTask({ fields: { cost: 50, due: '2026-03-01' } })
    const condition = [
      { key: 'cost', is: 'min', value: '1' },
      { key: 'cost', is: 'max', value: '9' },
      { key: 'due', is: 'equals', value: '2026-03-01' },
    ]
    const change = (dryRun: boolean) =>
      jsonOf(
        runNode(tenant, {
          resource: 'batch',
          operation: 'updateMatching',
          projectId: tenant.projectId,
          filters: { status: [0, 1], workflowLaneId: 'none', fields: { condition } },
          updateFields: {
            status: 2,
            fields: {
              field: [
                { key: 'paid', value: 'true' },
                { key: 'cost', value: '' },
              ],
            },
          },
          dryRun,
        }),
      )
    expect(await change(true)).toEqual([{ matched: 1, updated: 1, skipped: 0, dryRun: true }])
    expect(await change(false)).toEqual([{ matched: 1, updated: 1, skipped: 0, dryRun: false }])
    expect(await change(false)).toEqual([{ matched: 0, updated: 0, skipped: 0, dryRun: false }])
    const { body } = await tenant.send('GET', '/tasks?status=2')
    expect(body).toMatchObject({ tasks: [{ fields: { paid: true, due: '2026-03-01' } }] })
  })

  it('are changed until no more match', async () => {
    const tenant = await newTenant()
    const { projectId } = tenant
    for (let count = 0; count < 3; count += 1) {
      const operations = Array.from({ length: 50 }, () => ({ op: 'create', projectId, label: 'T' }))
      await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    }
    const parameters = { filters: { status: [0] }, updateFields: { status: 2 } }
    const change = { resource: 'batch', operation: 'updateMatching', projectId, ...parameters }
    expect(await jsonOf(runNode(tenant, change))).toMatchObject([{ matched: 150, updated: 150 }])
  })

  it('are written in one request, once, and say which have failed', async () => {
    const tenant = await newTenant()
    const operations = JSON.stringify([
      { op: 'create', projectId: tenant.projectId, label: 'A' },
      { op: 'delete', id: 'ext:none' },
    ])
    const bulk = (more: object = {}) =>
      jsonOf(
        runNode(tenant, { resource: 'batch', operation: 'bulk', operations, ...more }, { execution: 'e' }),
      )
    const [first] = await bulk()
    expect(first).toMatchObject({
      failed: 1,
      results: [{ status: 201 }, { error: { code: 'task_not_found' } }],
    })
    await bulk()
    expect(await tenant.taskCount()).toBe(1)
    await expect(bulk({ operations: '[' })).rejects.toThrow('Operations must be JSON')
  })
})

describe('a project in n8n', () => {
  it('is created, read, changed, listed and deleted', async () => {
    const tenant = await newTenant()
    const act = (operation: string, more: object = {}) =>
      jsonOf(runNode(tenant, { resource: 'project', operation, ...more }))
    const [{ id: projectId } = {}] = await act('create', { label: 'P' })
    expect(await act('update', { projectId, label: 'Q' })).toMatchObject([{ id: projectId, label: 'Q' }])
    expect(await act('get', { projectId })).toMatchObject([{ id: projectId, label: 'Q', workflow_lanes: [] }])
    expect(await act('getAll', { returnAll: true })).toHaveLength(2)
    expect(await act('getAll', { returnAll: false, limit: 1 })).toHaveLength(1)
    expect(await act('delete', { projectId })).toEqual([{ success: true }])
  })
})

describe('an error in n8n', () => {
  it('shows what the service says, what to change, and the page about it', async () => {
    const tenant = await newTenant()
    const run = create(tenant, { label: ' ', additionalFields: { status: 7 } })
    await expect(run).rejects.toMatchObject({
      message: expect.stringMatching(/^label .* \(and 1 more in details\)$/) as string,
      description: expect.stringMatching(
        /^label .*\nstatus must be .*\nhttp\S+\/docs#invalid_request$/,
      ) as string,
      httpCode: '400',
      context: { itemIndex: 0 },
    })
  })

  it('is an item if the node goes on', async () => {
    const tenant = await newTenant()
    const run = create(tenant, { label: ['A', ' '] }, { items: 2, continues: true })
    expect(await run).toMatchObject([
      { json: { label: 'A' }, pairedItem: { item: 0 } },
      { json: { error: expect.stringContaining('label') as string }, pairedItem: { item: 1 } },
    ])
  })

  it('says when something else answers, or nothing', async () => {
    const baseUrl = await listenDuringTest(createServer((_, response) => response.writeHead(404).end('{}')))
    const get = { resource: 'task', operation: 'get', taskId: '1' }
    await expect(runNode({ token: 't' }, get, { baseUrl })).rejects.toThrow('is the base URL right?')
    await expect(runNode({ token: 't' }, get, { baseUrl: 'http://127.0.0.1:1' })).rejects.toThrow(
      'got no answer',
    )
  })
})

describe('a step in n8n', () => {
  it.each([
    ['a limit', 429, 'rate_limited', 2],
    ['a service that is busy', 503, 'service_unavailable', 2],
    ['a quota', 429, 'quota_exceeded', 1],
  ])('waits for %s if that helps', async (_, status, code, requests) => {
    let count = 0
    const server = createServer((_request, response) => {
      count += 1
      if (count > 1) return response.end(JSON.stringify({ task: { id: '1' } }))
      return response
        .writeHead(status, { 'Retry-After': '0' })
        .end(JSON.stringify({ error: { code, message: 'No' } }))
    })
    const run = runNode(
      { token: 't' },
      { resource: 'task', operation: 'create', projectId: '', label: '' },
      { baseUrl: await listenDuringTest(server) },
    )
    await (requests === 1 ? expect(run).rejects.toThrow('No') : run)
    expect(count).toBe(requests)
  })
})
