import { describe, expect, inject, it } from 'vitest'
import { openStorage } from '../../../lib/table/storage.ts'
import { openTable, useTable } from '../../../lib/table/table.ts'
import { getMany } from '../../../lib/table/read-items.ts'
import {
  itemsPerBatch,
  putMany,
  putsOf,
  putThenRemove,
  removeMany,
  updateLast,
} from '../../../lib/table/write-items.ts'
import { EngineTap } from '../../harness/engine-tap.ts'
import { testTableName } from '../../support/table.ts'

const tap = new EngineTap()
useTable({
  ...openTable(testTableName, {
    endpoint: inject('engineEndpoint'),
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: tap,
  }),
  isEmbedded: true,
})

const open = () => openStorage(Date.now() + 60_000)

describe('a batch of writes on one machine', () => {
  it.each([
    ['is one transaction', 'a'.repeat(1_000), 'TransactWriteItems'],
    ['just within what a transaction takes is one', 'a'.repeat(159_900), 'TransactWriteItems'],
    [
      'of events of large tasks is too much for a transaction, and goes out as it is',
      '😀'.repeat(60_000),
      'BatchWriteItem',
    ],
  ])('%s', async (_, body, operation) => {
    const asked: string[] = []
    tap.reset()
    tap.answerInstead = (name) => {
      asked.push(name)
      return undefined
    }
    const keys = Array.from({ length: itemsPerBatch }, (__, index) => ({
      pk: `BATCH#${operation}#${body.length}`,
      sk: String(index),
    }))
    await putMany(
      open(),
      keys.map((key) => ({ ...key, body })),
    )
    expect(asked).toEqual([operation])
    tap.reset()
    expect(await getMany(open(), keys.slice(0, 10))).toHaveLength(10)
    await removeMany(open(), keys)
    expect(await getMany(open(), keys)).toEqual([])
  })

  it('takes as many of the history as a batch of the stream has in one transaction', async () => {
    const items = Array.from({ length: 101 }, (_, index) => ({ pk: 'BATCH#history', sk: String(index) }))
    tap.reset()
    await putThenRemove(open(), items.slice(0, 100), [])
    expect(tap.exchanges.map(({ operation }) => operation)).toEqual(['TransactWriteItems'])
    tap.reset()
    await putThenRemove(open(), items, [])
    expect(new Set(tap.exchanges.map(({ operation }) => operation))).toEqual(new Set(['TransactWriteItems']))
    expect(tap.exchanges).toHaveLength(5)
    // an update that follows needs a place in it
    tap.reset()
    const write = { Key: { pk: 'BATCH#history', sk: 'last' }, UpdateExpression: 'SET body = :body' }
    await updateLast(open(), [putsOf(items.slice(0, 100))], {
      ...write,
      ExpressionAttributeValues: { ':body': 'x' },
    })
    expect(tap.exchanges.map(({ operation }) => operation)).toEqual(['TransactWriteItems', 'UpdateItem'])
  })

  it('writes and deletes in one transaction, the most that a round of deliveries settles', async () => {
    const keysOf = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ pk: `SETTLED#${name}`, sk: String(index) }))
    const [old, fresh] = [keysOf('old', 25), keysOf('new', 50)]
    await putMany(open(), old)
    tap.reset()
    await putThenRemove(open(), fresh, old)
    expect(tap.exchanges.map(({ operation }) => operation)).toEqual(['TransactWriteItems'])
    expect(await getMany(open(), fresh)).toHaveLength(50)
    expect(await getMany(open(), old)).toEqual([])
  })
})
