import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { newPosition } from '../../../lib/tasks/position/new-position.ts'
import { openTable, useTable, type Table } from '../../../lib/table/table.ts'
import { countsKey } from '../../../lib/projects/project-item.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import { update } from '../../../lib/table/write-items.ts'
import { indexKeys, taskKey, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { parseToken } from '../../../lib/tokens/format.ts'
import { EngineTap } from '../engine-tap.ts'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { startEngine } from '../../../infra/local/engine.ts'
import { loadFunctions, type Functions } from '../../../infra/local/functions.ts'
import { newTempFolder } from '../temp-folder.ts'
import { sampleEvent } from '../sample-event.ts'
import type { SampleRequest } from '../sample-requests.ts'
import { makeSample } from '../sample.ts'
import { median, rounded, timedMs } from './statistics.ts'

/** The cost of an operation on a project and a change feed with a number of tasks. */
export interface GrowthRow {
  operation: string
  tasks: number
  round_trips: number
  units: number
  median_ms: number
}

const tableName = 'growth'
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
const calls = 21
const batch = 25
const batchesAtOnce = 4
const setUpMs = 600_000

/** The account that grows. */
interface Garden {
  tenant: Tenant
  secret: string
  projectId: string
  taskId: string
}

async function newGarden(): Promise<Garden> {
  const { secret, ids } = await makeSample()
  const tenant = {
    ...openStorage(Date.now() + setUpMs),
    accountId: parseToken(secret)?.accountId ?? '',
    projectIds: null,
  }
  return { tenant, secret, projectId: ids.projectId, taskId: ids.id }
}

const itemOf = ({ tenant, projectId }: Garden, created_at: string) => {
  const id = randomUUID()
  const task: TaskItem = {
    ...{ id, label: 'Filler', status: 0, project_id: projectId, position: newPosition(), subtasks: {} },
    ...{ created_at, updated_at: created_at, version: 1, write_id: id },
  }
  return { PutRequest: { Item: { ...taskKey(tenant, id), ...task, ...indexKeys(tenant, task) } } }
}

/** Writes tasks directly to the table. They changed a minute ago, so the change feed already shows them. */
async function grow({ client }: Table, garden: Garden, count: number): Promise<void> {
  const created = new Date(Date.now() - 60_000).toISOString()
  const sizes = Array.from({ length: Math.ceil(count / batch) }, (_, n) => Math.min(batch, count - n * batch))
  const work = async () => {
    for (let size = sizes.pop(); size !== undefined; size = sizes.pop()) {
      const requests = Array.from({ length: size }, () => itemOf(garden, created))
      await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }))
    }
  }
  await Promise.all(Array.from({ length: batchesAtOnce }, work))
  await update(garden.tenant, {
    Key: countsKey(garden.tenant, garden.projectId),
    UpdateExpression: 'SET task_count = task_count + :count, task_quota = :quota',
    ExpressionAttributeValues: { ':count': count, ':quota': 100_000_000 },
  })
}

interface Call {
  id: string
  request: SampleRequest
  query?: string
}

async function invoke(functions: Functions, { id, request, query = '' }: Call, secret: string) {
  const event = { ...sampleEvent(id, request, secret), rawQueryString: query }
  const answer = await functions.invoke(id, event)
  if (answer.statusCode !== request.status) throw new Error(`${id}: ${String(answer.body)}`)
  return JSON.parse(answer.body ?? '{}') as { next_cursor?: string; has_more?: boolean }
}

/** Returns the cursor at the end of the change feed. */
async function endOfFeed(functions: Functions, secret: string): Promise<string> {
  for (let query = 'limit=100'; ;) {
    const { next_cursor = '', has_more } = await invoke(
      functions,
      { id: 'changes.list', request: { status: 200 }, query },
      secret,
    )
    if (!has_more) return next_cursor
    query = `limit=100&cursor=${next_cursor}`
  }
}

function callsOf({ projectId, taskId }: Garden, cursor: string): Record<string, (n: number) => Call> {
  const task = { id: taskId }
  const project = { projectId }
  const get = (id: string, params?: Record<string, string>, query = '') => ({
    id,
    request: { status: 200, ...(params && { params }) },
    query,
  })
  return {
    'GET task': () => get('tasks.get', task),
    'POST task': (n) => ({
      id: 'tasks.create',
      request: { status: 201, body: { ...project, label: `${n}` } },
    }),
    'PATCH task': (n) => ({
      id: 'tasks.update',
      request: { status: 200, params: task, body: { status: n % 3 } },
    }),
    'POST task/move': (n) => ({
      id: 'tasks.move',
      request: { status: 200, params: task, body: { to: n % 2 === 0 ? 'top' : 'bottom' } },
    }),
    'GET 50 tasks of a project': () => get('projects.list-tasks', project),
    'GET 50 changes, from the first': () => get('changes.list'),
    'GET changes, at the end': () => get('changes.list', undefined, `cursor=${cursor}`),
  }
}

/** Grows one project, and with it the change feed of its account, and measures each size. */
export async function measureGrowth(
  sizes: readonly number[],
  progress: (line: string) => void,
): Promise<GrowthRow[]> {
  const engine = await startEngine(join(newTempFolder(), 'tasks.db'))
  const { endpoint } = engine
  const tap = new EngineTap()
  const table = openTable(tableName, { endpoint, region: 'local', credentials, requestHandler: tap })
  const plain = openTable(tableName, { endpoint, region: 'local', credentials })
  try {
    const client = new DynamoDBClient({ endpoint, region: 'local', credentials })
    await createTableIfAbsent(client, tableName)
    client.destroy()
    useTable(table)
    const functions = await loadFunctions()
    const garden = await newGarden()
    const rows: GrowthRow[] = []
    let held = 0
    for (const tasks of sizes) {
      progress(`growth: ${tasks.toLocaleString('en')} tasks`)
      await grow(plain, garden, tasks - held)
      held = tasks
      const cursor = await endOfFeed(functions, garden.secret)
      for (const [operation, callOf] of Object.entries(callsOf(garden, cursor))) {
        const timesMs: number[] = []
        for (let n = 0; n < calls; n++) {
          tap.reset()
          timesMs.push(await timedMs(() => invoke(functions, callOf(n), garden.secret)))
        }
        const units = tap.exchanges.reduce((sum, exchange) => sum + exchange.units, 0)
        const round_trips = tap.exchanges.length
        rows.push({ operation, tasks, round_trips, units, median_ms: rounded(median(timesMs), 1) })
      }
    }
    return rows
  } finally {
    table.client.destroy()
    plain.client.destroy()
    await engine.stop()
  }
}
