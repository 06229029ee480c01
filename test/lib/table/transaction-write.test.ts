import { describe, expect, it } from 'vitest'
import { asCheck, type TransactionWrite } from '../../../lib/table/transaction-write.ts'
import type { Key } from '../../../lib/table/item.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { get } from '../../../lib/table/read-items.ts'
import { put, putMany, removeMany, transact, update } from '../../../lib/table/write-items.ts'
import '../../support/api.ts'

const key = { pk: 'ACCOUNT#a', sk: 'TASK#t' }
const always = 'attribute_exists(pk) OR attribute_not_exists(pk)'

describe('the check of a write', () => {
  it.each<[string, TransactionWrite, object]>([
    [
      'a put keeps the key and the condition',
      {
        Put: {
          Item: { ...key, label: 'New' },
          ConditionExpression: 'version = :seen',
          ExpressionAttributeValues: { ':seen': 3 },
        },
      },
      { Key: key, ConditionExpression: 'version = :seen', ExpressionAttributeValues: { ':seen': 3 } },
    ],
    [
      'an update keeps only the names and values that its condition uses',
      {
        Update: {
          Key: key,
          UpdateExpression: 'SET #lanes.#enter = :one, #label = :enter_label',
          ConditionExpression: 'attribute_exists(#lanes.#enter) AND NOT contains(closing, :enter)',
          ExpressionAttributeNames: { '#lanes': 'lanes', '#enter': 'k', '#label': 'label' },
          ExpressionAttributeValues: { ':one': 1, ':enter': 'k', ':enter_label': 'New' },
        },
      },
      {
        Key: key,
        ConditionExpression: 'attribute_exists(#lanes.#enter) AND NOT contains(closing, :enter)',
        ExpressionAttributeNames: { '#lanes': 'lanes', '#enter': 'k' },
        ExpressionAttributeValues: { ':enter': 'k' },
      },
    ],
    [
      'an update whose condition uses no names has none',
      {
        Update: {
          Key: key,
          UpdateExpression: 'SET #label = :label',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#label': 'label' },
          ExpressionAttributeValues: { ':label': 'New' },
        },
      },
      { Key: key, ConditionExpression: 'attribute_exists(pk)' },
    ],
    [
      'a deletion keeps its condition',
      { Delete: { Key: key, ConditionExpression: 'attribute_exists(pk)' } },
      { Key: key, ConditionExpression: 'attribute_exists(pk)' },
    ],
    [
      'an unconditional put is always met',
      { Put: { Item: { ...key, label: 'New' } } },
      { Key: key, ConditionExpression: always },
    ],
    [
      'an unconditional deletion is always met',
      { Delete: { Key: key } },
      { Key: key, ConditionExpression: always },
    ],
  ])('of %s', (_, write, check) => {
    expect(asCheck(write)).toEqual({ ConditionCheck: check })
  })

  it('is the write itself if that only checks', () => {
    const check = { ConditionCheck: { Key: key, ConditionExpression: 'attribute_exists(pk)' } }
    expect(asCheck(check)).toBe(check)
  })
})

describe('storage in a dry run', () => {
  const wet = openStorage(Infinity)
  const stored = ({ pk, sk }: Key) => get(wet, { pk, sk })
  const dry = { ...wet, isDryRun: true }
  const fresh = () => ({ pk: `DRY#${crypto.randomUUID()}`, sk: 'ITEM' })
  const isNew = { ConditionExpression: 'attribute_not_exists(pk)' }

  it('puts nothing, and is refused as the put would be', async () => {
    const item = { ...fresh(), label: 'First' }
    expect(await put(dry, { Item: item, ...isNew })).toEqual({ refused: false })
    expect(await stored(item)).toBeUndefined()
    await put(wet, { Item: item })
    const refusal = await put(wet, { Item: item, ...isNew })
    expect(refusal).toMatchObject({ refused: true, found: item })
    expect(await put(dry, { Item: item, ...isNew })).toEqual(refusal)
    expect(await put(dry, { Item: { ...item, label: 'Second' } })).toEqual({ refused: false })
    expect(await stored(item)).toEqual(item)
  })

  it('sends a transaction that changes nothing, and is refused where the transaction would be', async () => {
    const [there, absent] = [{ ...fresh(), count: 1 }, fresh()]
    await put(wet, { Item: there })
    const writes = (least: number): TransactionWrite[] => [
      {
        Update: {
          Key: { pk: there.pk, sk: there.sk },
          UpdateExpression: 'SET #count = #count + :one',
          ConditionExpression: '#count >= :least',
          ExpressionAttributeNames: { '#count': 'count' },
          ExpressionAttributeValues: { ':one': 1, ':least': least },
        },
      },
      { Put: { Item: { ...absent, label: 'New' } } },
    ]
    expect(await transact(dry, writes(1))).toBeUndefined()
    const refusals = await transact(dry, writes(2))
    expect(refusals).toEqual([{ refused: true, found: there, isUnsure: false }, undefined])
    expect(await stored(there)).toEqual(there)
    expect(await stored(absent)).toBeUndefined()
    expect(await transact(wet, writes(2))).toEqual(refusals)
    expect(await transact(wet, writes(1))).toBeUndefined()
    expect(await stored(there)).toEqual({ ...there, count: 2 })
  })

  it.each<[string, (key: Key) => Promise<unknown>]>([
    ['an update', (Key) => update(dry, { Key, UpdateExpression: 'REMOVE label' })],
    ['a batch of puts', (item) => putMany(dry, [item])],
    ['a batch of deletions', (item) => removeMany(dry, [item])],
  ])('refuses %s: its condition cannot be checked alone', async (_, write) => {
    const item = { ...fresh(), label: 'There' }
    await put(wet, { Item: item })
    await expect(write({ pk: item.pk, sk: item.sk })).rejects.toThrow('A dry run must not write.')
    expect(await stored(item)).toEqual(item)
  })
})
