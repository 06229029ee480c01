import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, ScanCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findDynoxide } from '../../../infra/local/find-engine.ts'
import { nextNumberQuery } from '../../../infra/local/stream/trim.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { declareTriggered } from '../../../lib/contract/triggered.ts'
import type { Table } from '../../../lib/table/table.ts'
import { engineWithFile, keeper, kept, keyOf, planOf, put, runOwn, until } from './triggered.ts'

async function countItems({ client, name }: Table): Promise<number> {
  const { Count } = await client.send(new ScanCommand({ TableName: name, Select: 'COUNT' }))
  return Count ?? 0
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

  it('gives a folder of an earlier release its stream, and keeps what is in it', async () => {
    const path = join(newTempFolder(), 'tasks.db')
    await writeFile(path, gunzipSync(await readFile('test/fixtures/data-folders/0.1.0/tasks.db.gz')))
    const { engine, table } = await engineWithFile(path)
    const before = await countItems(table)
    const { records, own } = keeper()
    await runOwn(engine, table, [own])
    await put(table, 'TASK#1')
    await until(() => records.length === 1)
    expect(before).toBeGreaterThan(0)
    expect(await countItems(table)).toBe(before + 1)
  })

  it('keeps one record alone while four write, and loses none', async () => {
    const { engine, table, path } = await engineWithFile()
    const { records, own } = keeper()
    await runOwn(engine, table, [own])
    let number = 0
    const write = async () => {
      while (number < 1_000) await put(table, `TASK#${number++}`)
    }
    await Promise.all([write(), write(), write(), write()])
    await until(() => records.length === 1_000)
    expect(new Set(records.map(keyOf)).size).toBe(1_000)
    const sequence = records.map(({ dynamodb }) => Number(dynamodb?.SequenceNumber))
    expect(sequence).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1))
    await until(() => kept(path) === 1)
  })

  it('trims only what each of its functions has handled', async () => {
    const { engine, table, path } = await engineWithFile()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const quick = keeper()
    let isOpen = false
    const slow = keeper(() => {
      if (!isOpen) throw new Error('Out of reach')
      return undefined
    })
    const other = declareTriggered({ id: 'tests.watch', trigger: 'stream', access: [] })
    await runOwn(engine, table, [quick.own, { ...slow.own, declaration: other }])
    await put(table, 'TASK#1')
    await put(table, 'TASK#2')
    await until(() => quick.records.length === 2)
    expect(kept(path)).toBe(2)
    isOpen = true
    await until(() => slow.records.length === 2)
    await until(() => kept(path) === 1)
  })

  it('finds the number of the next record by an index, so that no write reads all records', async () => {
    const { engine, table, path } = await engineWithFile()
    await runOwn(engine, table, [keeper().own])
    expect(planOf(path, nextNumberQuery)).toEqual([
      'SEARCH _stream_records USING COVERING INDEX tasks_api_sequence (table_name=?)',
    ])
    // the engine's own texts are in its program
    expect((await readFile(findDynoxide())).includes(nextNumberQuery)).toBe(true)
  })

  it('goes on untrimmed, and says so once, when the engine keeps its records otherwise', async () => {
    const { engine, table } = await engineWithFile()
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { records, own } = keeper()
    await runOwn({ ...engine, databasePath: join(newTempFolder(), 'other.db') }, table, [own])
    for (let index = 0; index < 3; index++) {
      await put(table, `TASK#${index}`)
      await until(() => records.length === index + 1)
    }
    expect(complaints.mock.calls.flat()).toEqual([
      'tasks-api: The records of changes are not trimmed, so writes will become slower: the engine keeps them otherwise.',
    ])
  })

  it('is read without trimming from an engine that is not ours', async () => {
    const { engine, table, path } = await engineWithFile()
    const { records, own } = keeper()
    await runOwn({ endpoint: engine.endpoint }, table, [own])
    for (let index = 0; index < 3; index++) await put(table, `TASK#${index}`)
    await until(() => records.length === 3)
    expect(kept(path)).toBe(3)
  })

  it('is not there where the engine has none', async () => {
    const { table } = await engineWithFile()
    const server = createServer((_, response) => {
      response.writeHead(400).end('{"__type":"com.amazon.coral.service#UnknownOperationException"}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server's address is one
    const { own, records } = keeper()
    const triggers = await runOwn({ endpoint: `http://127.0.0.1:${port}` }, table, [own])
    expect(triggers.streams).toBe(false)
    await put(table, 'TASK#1')
    expect(records).toEqual([])
    server.close()
  })

  it('is not begun where no function reads it', async () => {
    const { engine, table } = await engineWithFile()
    const triggers = await runOwn(engine, table, [])
    expect(triggers.streams).toBe(true)
    const { Table: described } = await table.client.send(new DescribeTableCommand({ TableName: table.name }))
    expect(described?.StreamSpecification).toBeUndefined()
  })
})
