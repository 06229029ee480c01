import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Table } from '../../../lib/store/table.ts'
import { engineWithFile, keeper, runOwn, until } from './triggered.ts'

const put = ({ client, name }: Table, sk: string, rest: object = {}) =>
  client.send(new PutCommand({ TableName: name, Item: { pk: 'ACCOUNT#a', sk, ...rest } }))

const keyOf = (record: DynamoDBRecord) => String(record.dynamodb?.Keys?.sk?.S)

/** How many records the engine keeps. */
function kept(path: string): number {
  const database = new DatabaseSync(path, { timeout: 2_000 })
  const row = database.prepare('SELECT count(*) AS count FROM _stream_records').get()
  database.close()
  return Number(row?.count)
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the stream of one machine', () => {
  it('gives a function the changes in order, with both images, in the shape of Lambda’s events', async () => {
    const { engine, table } = await engineWithFile()
    const { records, own } = keeper()
    await runOwn(engine, table, [own])
    const { client, name } = table
    const Key = { pk: 'ACCOUNT#a', sk: 'TASK#1' }
    await put(table, 'TASK#1', { label: 'Old', size: 1, bytes: Buffer.from('hallo'), flag: null })
    await client.send(
      new UpdateCommand({
        TableName: name,
        Key,
        UpdateExpression: 'SET label = :new',
        ExpressionAttributeValues: { ':new': 'New' },
      }),
    )
    await client.send(
      new TransactWriteCommand({
        TransactItems: ['TASK#2', 'TASK#3'].map((sk) => ({
          Put: { TableName: name, Item: { ...Key, sk } },
        })),
      }),
    )
    await client.send(new DeleteCommand({ TableName: name, Key }))
    await until(() => records.length === 5)
    expect(records.map(({ eventName }) => eventName)).toEqual([
      'INSERT',
      'MODIFY',
      'INSERT',
      'INSERT',
      'REMOVE',
    ])
    expect(records.map(keyOf)).toEqual(['TASK#1', 'TASK#1', 'TASK#2', 'TASK#3', 'TASK#1'])
    const old = {
      ...{ pk: { S: 'ACCOUNT#a' }, sk: { S: 'TASK#1' }, size: { N: '1' }, flag: { NULL: true } },
      bytes: { B: Buffer.from('hallo').toString('base64') },
    }
    expect(records[1]).toEqual({
      eventID: expect.any(String) as unknown,
      eventName: 'MODIFY',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: expect.any(String) as unknown,
      eventSourceARN: expect.stringContaining(':table/tasks/stream/') as unknown,
      dynamodb: {
        ApproximateCreationDateTime: expect.closeTo(Date.now() / 1_000, -2) as unknown,
        Keys: { pk: { S: 'ACCOUNT#a' }, sk: { S: 'TASK#1' } },
        OldImage: { ...old, label: { S: 'Old' } },
        NewImage: { ...old, label: { S: 'New' } },
        SequenceNumber: '2',
        SizeBytes: expect.any(Number) as unknown,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    })
  })

  it('gives at most 100 records at once, and begins after the last one that was handled', async () => {
    const { engine, table, path } = await engineWithFile()
    const sizes: number[] = []
    const first = keeper(({ Records }) => {
      sizes.push(Records.length)
      return undefined
    })
    const triggers = await runOwn(engine, table, [first.own])
    await put(table, 'TASK#first')
    await until(() => first.records.length === 1)
    await triggers.stop(Date.now() + 5_000)
    for (let index = 0; index < 250; index++) await put(table, `TASK#${index}`)
    const second = keeper(({ Records }) => {
      sizes.push(Records.length)
      return undefined
    })
    await runOwn(engine, table, [second.own])
    await until(() => second.records.length === 250)
    expect(second.records.map(keyOf)).toEqual(Array.from({ length: 250 }, (_, index) => `TASK#${index}`))
    expect(first.records).toHaveLength(1)
    expect(Math.max(...sizes)).toBe(100)
    await until(() => kept(path) === 1)
  })

  it('runs a function again that throws, and says so once', async () => {
    const { engine, table } = await engineWithFile()
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    let failures = 0
    const { records, own } = keeper(() => {
      if (failures++ < 3) throw new Error('Out of reach')
      return undefined
    })
    await runOwn(engine, table, [own])
    await put(table, 'TASK#1')
    await until(() => records.length === 1)
    await put(table, 'TASK#2')
    await until(() => records.length === 2)
    expect(records.map(keyOf)).toEqual(['TASK#1', 'TASK#2'])
    expect(complaints.mock.calls.flat()).toEqual([
      'tasks-api: tests.dispatch failed, and is run again until it does not (Out of reach).',
    ])
  })

  it('repeats a batch from the first record on that failed', async () => {
    const { engine, table } = await engineWithFile()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const batches: string[][] = []
    const { own } = keeper(({ Records }) => {
      batches.push(Records.map(keyOf))
      const failed = batches.length > 1 ? [] : Records.slice(3)
      return {
        batchItemFailures: failed.map((one) => ({ itemIdentifier: String(one.dynamodb?.SequenceNumber) })),
      }
    })
    await (await runOwn(engine, table, [own])).stop(Date.now() + 5_000) // the stream begins
    for (let index = 0; index < 6; index++) await put(table, `TASK#${index}`)
    await runOwn(engine, table, [own])
    await until(() => batches.length === 2)
    expect(batches).toEqual([
      [0, 1, 2, 3, 4, 5].map((index) => `TASK#${index}`),
      [3, 4, 5].map((index) => `TASK#${index}`),
    ])
  })
})
