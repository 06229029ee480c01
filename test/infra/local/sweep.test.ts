import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { sweepExpired } from '../../../infra/local/sweep.ts'
import { epochSeconds } from '../../../lib/store/item.ts'
import { testTable } from '../../support/api.ts'

const { client } = testTable
const TableName = `${testTable.name}-sweep`

/** Large enough that a scan takes several pages: one ends after 1 MiB. */
const text = 'x'.repeat(300_000)

it('the sweep deletes all expired items, and no others', async () => {
  await createTableIfAbsent(client, TableName)
  const now = epochSeconds(Date.now())
  const items = [
    ...['1', '3', '5', '7'].map((sk) => ({ sk, expires_at: now - 1, text })),
    ...['2', '6'].map((sk) => ({ sk, expires_at: now + 60, text })),
    { sk: '4', text },
  ].map((item) => ({ pk: 'A', ...item }))
  const puts = items.map((Item) => ({ PutRequest: { Item } }))
  await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }))
  expect(await sweepExpired(client, TableName)).toBe(4)
  const { Items = [] } = await client.send(new ScanCommand({ TableName }))
  expect(Items.map(({ sk }) => String(sk)).sort()).toEqual(['2', '4', '6'])
  expect(await sweepExpired(client, TableName)).toBe(0)
})
