import { AsyncLocalStorage } from 'node:async_hooks'
import type { ApiResult } from '../../../lib/http/types.ts'
import { openTable, useTable, type Table } from '../../../lib/table/table.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import { queryAll } from '../../../lib/table/read-items.ts'
import { accountPartition, type Item } from '../../../lib/table/item.ts'
import { deliveryPartition } from '../../../lib/webhooks/webhook-item.ts'
import { createTask } from '../../../lib/tasks/create.ts'
import { parseToken } from '../../../lib/tokens/format.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleRequest, signInVariables, type SampleIds, type SampleRequest } from '../sample-requests.ts'
import { makeSample } from '../sample.ts'
import type { Functions } from '../../../infra/local/functions.ts'
import { EngineTap } from '../engine-tap.ts'

/** The engine and table that many worlds share. */
export interface Ground {
  endpoint: string
  tableName: string
  functions: Functions
}

const current = new AsyncLocalStorage<Table>()

type Sample = Awaited<ReturnType<typeof makeSample>>

/**
 * Gives each world its own client, although the handlers use one table: the SDK's retry budget belongs to a client, and
 * the faults of one world must not use up the budget of another.
 */
export function separateWorlds(tableName: string): void {
  Object.assign(process.env, signInVariables)
  useTable({
    name: tableName,
    get client() {
      const own = current.getStore()
      if (!own) throw new Error('There is no table outside of a world.')
      return own.client
    },
  })
}

/** A new account with one of each kind of resource, and its own client of the engine. */
export interface World {
  tap: EngineTap
  ids: SampleIds
  tenant: Tenant
  /** Sends the sample request of an endpoint to its handler, as Lambda would. */
  send: (id: string) => Promise<ApiResult>
  /** Everything that the table holds of the account, read without faults. */
  items: () => Promise<Item[]>
  /** Gives the same account another client of the engine. */
  renew: () => World
  close: () => void
}

const setUpMs = 120_000 // long enough for a busy machine

/** Reads the account's own items, and what waits for its webhook, which has a partition of its own. */
async function readAll(tenant: Tenant, { webhookId }: SampleIds): Promise<Item[]> {
  const partitions = [accountPartition(tenant.accountId), deliveryPartition(tenant, webhookId)]
  const items = partitions.map((partition) =>
    queryAll(tenant, { condition: 'pk = :partition', values: { ':partition': partition } }),
  )
  return (await Promise.all(items)).flat()
}

/** The request of a world: the sample's, but that a change of a task has a value, whose definition must be read. */
function requestOf(id: string, ids: SampleIds): SampleRequest {
  const request = sampleRequest(id, ids)
  if (id !== 'tasks.update' || typeof request.body !== 'object') return request
  return { ...request, body: { ...request.body, fields: { [ids.fieldKey]: '2026-12-24' } } }
}

function worldOf(ground: Ground, table: Table, tap: EngineTap, { secret, ids }: Sample): World {
  const { functions } = ground
  const inside = <T>(act: () => Promise<T>) => current.run(table, act)
  const storage = () => openStorage(Date.now() + setUpMs)
  const { accountId = '' } = parseToken(secret) ?? {}
  const tenant = { ...storage(), accountId, projectIds: null }
  const send = (id: string) => inside(() => functions.invoke(id, sampleEvent(id, requestOf(id, ids), secret)))
  const items = () => {
    tap.reset()
    return inside(() => readAll({ ...tenant, ...storage() }, ids))
  }
  const close = () => {
    table.client.destroy()
  }
  const renew = () => {
    close()
    return worldOf(ground, ...clientOf(ground), { secret, ids })
  }
  return { tap, ids, tenant, send, items, renew, close }
}

function clientOf({ endpoint, tableName }: Ground): [Table, EngineTap] {
  const tap = new EngineTap()
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  return [openTable(tableName, { endpoint, region: 'local', credentials, requestHandler: tap }), tap]
}

/** Makes a world. */
export async function openWorld(ground: Ground): Promise<World> {
  const [table, tap] = clientOf(ground)
  const sample = await current.run(table, makeSample)
  const world = worldOf(ground, table, tap, sample)
  const { projectId, laneId } = sample.ids
  const task = { projectId, label: 'In a lane', subtasks: [], workflowLaneId: laneId }
  await current.run(table, () => createTask(world.tenant, task))
  return world
}
