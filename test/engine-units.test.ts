import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, inject, it } from 'vitest'
import { query } from '../lib/table/read-items.ts'
import { put, transact, update } from '../lib/table/write-items.ts'
import { openStorage } from '../lib/table/storage.ts'
import { testTable } from './support/api.ts'
import { measureUnits } from './support/engine-units.ts'
import { transactionUnits } from './support/local-units.ts'

const storage = () => openStorage(Date.now() + 10_000)

/** Runs a function against the table and returns the units that were counted. */
async function unitsOf(act: (on: ReturnType<typeof storage>) => Promise<unknown>): Promise<number> {
  const on = storage()
  await act(on)
  return on.usage.read_units + on.usage.write_units
}

const item = (pk: string, more: object = {}) => ({ pk, sk: 'UNITS', ...more })
const listed = (sk: string) => ({ list_pk: 'UNITS', list_sk: sk })
const followed = { changes_pk: 'UNITS', changes_sk: '1' }

describe('the units that this engine counts', () => {
  it('are counted in a known way, and by the embedded engine as AWS documents it', async () => {
    const own = process.env.DYNAMODB_ENDPOINT === undefined || process.env.DYNAMODB_ENDPOINT === ''
    // `testTable` corrects the engine's counts: this client uses the engine directly
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    const bare = new DynamoDBClient({ endpoint: inject('engineEndpoint'), region: 'local', credentials })
    expect(await measureUnits(bare, testTable.name)).toBe(inject('engineUnits'))
    bare.destroy()
    if (own) expect(inject('engineUnits')).toBe('aws')
  })

  it.each([
    ['an item', item('a'), 2],
    ['an item in one index', item('b', listed('1')), 3],
    ['an item in both', item('c', { ...listed('2'), ...followed }), 4],
    ['1.5 KB in both', item('d', { ...listed('3'), ...followed, text: 'x'.repeat(1_500) }), 8],
  ])('are those that AWS documents for a transaction that puts %s', async (_, Item, units) => {
    const fresh = { ...Item, pk: `${Item.pk} ${crypto.randomUUID()}` }
    expect(await unitsOf((on) => transact(on, [{ Put: { Item: fresh } }]))).toBe(units)
  })

  it('are those of its parts for a transaction of several writes', async () => {
    const [one, other] = [item(crypto.randomUUID(), listed('4')), item(crypto.randomUUID())]
    await transact(storage(), [{ Put: { Item: one } }, { Put: { Item: other } }])
    const Key = { pk: one.pk, sk: one.sk }
    const moved = {
      ...{ Key, UpdateExpression: 'SET list_sk = :next', ConditionExpression: 'attribute_exists(pk)' },
      ExpressionAttributeValues: { ':next': '5' },
    }
    const check = { Key: { pk: other.pk, sk: other.sk }, ConditionExpression: 'attribute_exists(pk)' }
    // 2 for the item, 1 for the removed index entry, 1 for the new one; 2 for the condition check
    const writes = [{ Update: moved }, { ConditionCheck: check }]
    expect(await unitsOf((on) => transact(on, writes))).toBe(6)
  })

  it('are those of each of its writes for a transaction of equal ones, which DynamoDB Local counts once', async () => {
    const writes = [1, 2, 3].map(() => ({ Put: { Item: item(crypto.randomUUID()) } }))
    expect(await unitsOf((on) => transact(on, writes))).toBe(transactionUnits(6, 4))
  })

  it('are those that AWS documents outside of transactions, and for a Query that finds nothing', async () => {
    const one = item(crypto.randomUUID(), listed('6'))
    expect(await unitsOf((on) => put(on, { Item: one }))).toBe(2)
    const write = {
      ...{ Key: { pk: one.pk, sk: one.sk }, UpdateExpression: 'SET list_sk = :next' },
      ExpressionAttributeValues: { ':next': '7' },
    }
    expect(await unitsOf((on) => update(on, write))).toBe(3)
    const values = { ':none': crypto.randomUUID() }
    expect(await unitsOf((on) => query(on, { condition: 'pk = :none', values }))).toBe(1)
    const ofIndex = { index: 'list', condition: 'list_pk = :none', values } as const
    expect(await unitsOf((on) => query(on, ofIndex))).toBe(0.5)
  })
})
