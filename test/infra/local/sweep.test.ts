import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { expiredQuery, openExpiryIndex } from '../../../infra/local/expiry-index.ts'
import { sweepExpired } from '../../../infra/local/sweep.ts'
import { EngineTap } from '../../harness/engine-tap.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { epochSeconds, type Item } from '../../../lib/table/item.ts'
import { openTable, type Table } from '../../../lib/table/table.ts'
import { tap, testTable } from '../../support/api.ts'
import { engineWithFile, planOf } from './triggered.ts'

const now = epochSeconds(Date.now())

/** Large enough that a scan takes several pages: one ends after 1 MiB. */
const text = 'x'.repeat(300_000)

/** Writes items of which 1, 3, 5 and 7 have expired. */
async function write({ client, name }: Table): Promise<void> {
  const items: Item[] = [
    ...['1', '3', '5', '7'].map((sk) => ({ sk, expires_at: now - 1, list_pk: 'A', list_sk: sk })),
    ...['2', '6'].map((sk) => ({ sk, expires_at: now + 60 })),
    { sk: '4' },
  ]
  const puts = items.map((item) => ({ PutRequest: { Item: { pk: 'A', text, ...item } } }))
  await client.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }))
}

/** The sort keys of what a table, or one of its indexes, holds. */
async function heldIn({ client, name }: Table, IndexName?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, IndexName }))
    keys.push(...Items.map(({ sk }) => String(sk)))
  return keys.sort()
}

/** A table whose requests are recorded, in an engine with a file, as the service has it. */
async function recordedTable() {
  const { engine, path } = await engineWithFile()
  const requests = new EngineTap()
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const { endpoint } = engine
  const table = openTable('tasks', { endpoint, region: 'local', credentials, requestHandler: requests })
  return { table, requests, path }
}

it('the sweep deletes all expired items, and no others', async () => {
  const table = { ...testTable, name: `${testTable.name}-sweep` }
  await createTableIfAbsent(table.client, table.name)
  await write(table)
  const scans: unknown[] = []
  tap.answerInstead = (operation, request) => {
    if (operation === 'Scan') scans.push(request)
    return undefined
  }
  expect(await sweepExpired(table)).toBe(4)
  tap.reset()
  // without a limit, the embedded engine reads the whole rest of the table for each page
  expect(scans).toContainEqual(expect.objectContaining({ Limit: 1_000 }))
  expect(await heldIn(table)).toEqual(['2', '4', '6'])
  expect(await sweepExpired(table)).toBe(0)
})

it('the sweep of the embedded engine reads nothing but what has expired', async () => {
  const { table, requests, path } = await recordedTable()
  await write(table) // as in a folder of an earlier release, which has no index
  const index = openExpiryIndex(path, table.name)
  requests.reset()
  expect(await sweepExpired(table, index)).toBe(4)
  expect(requests.exchanges.map(({ operation }) => operation)).toEqual(Array(4).fill('DeleteItem'))
  requests.reset()
  expect(await sweepExpired(table, index)).toBe(0)
  expect(requests.exchanges).toEqual([])
  expect(await heldIn(table)).toEqual(['2', '4', '6'])
  expect(await heldIn(table, 'list')).toEqual([])
  await write(table)
  expect(await sweepExpired(table, index)).toBe(4)
  index?.close()
  expect(planOf(path, expiredQuery(table.name))).toEqual([
    'SEARCH tasks USING INDEX tasks_api_expiry tasks (<expr><?)',
  ])
  openExpiryIndex(path, table.name)?.close() // the next start finds it
})

it('the sweep leaves what was restored meanwhile, and ends when the engine does not answer', async () => {
  const { table, requests, path } = await recordedTable()
  await write(table)
  const index = openExpiryIndex(path, table.name)
  requests.faults = (operation) => (operation === 'DeleteItem' ? 'invalid' : undefined)
  expect(await sweepExpired(table, index)).toBe(0)
  requests.reset()
  const restored = { find: () => [{ pk: 'A', sk: '4' }], close: () => undefined }
  expect(await sweepExpired(table, restored)).toBe(0)
  expect(await sweepExpired(table, index, AbortSignal.abort())).toBe(0)
  expect(await heldIn(table)).toHaveLength(7)
  index?.close()
})

it('the sweep reads the whole table, and says so, when the engine keeps its items otherwise', () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(openExpiryIndex(join(newTempFolder(), 'other.db'), 'tasks')).toBeUndefined()
  expect(complaints.mock.calls.flat()).toEqual([
    'tasks-api: Expired items are found by reading the whole table each minute, which is slow if it is large: ' +
      'the engine keeps them otherwise.',
  ])
  complaints.mockRestore()
})
