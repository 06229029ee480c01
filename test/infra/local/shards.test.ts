import {
  ExpiredIteratorException,
  ResourceNotFoundException,
  TrimmedDataAccessException,
  type DynamoDBStreamsClient,
} from '@aws-sdk/client-dynamodb-streams'
import { describe, expect, it } from 'vitest'
import type { Position } from '../../../infra/local/stream/progress.ts'
import { Shards } from '../../../infra/local/stream/shards.ts'

type Answer = object | Error
type Answers = Record<string, (input: Record<string, unknown>) => Answer>

/** A stream as DynamoDB has them: the embedded engine has one shard, which never ends, and never trims it. */
function streamOf(answers: Answers) {
  const asked: [string, Record<string, unknown>][] = []
  const send = (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
    const name = command.constructor.name.replace('Command', '')
    asked.push([name, command.input])
    const answer = answers[name]?.(command.input) ?? {}
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  // what is under test calls nothing else
  return { asked, client: { send } as unknown as Pick<DynamoDBStreamsClient, 'send'> }
}

const error = { message: 'no', $metadata: {} }
const record = (SequenceNumber: string) => ({ dynamodb: { SequenceNumber } })
const described = (...Shards: object[]) => ({ StreamDescription: { Shards } })

const parent = { ShardId: 'parent', ParentShardId: 'purged' }
const children = ['left', 'right'].map((ShardId) => ({ ShardId, ParentShardId: 'parent' }))

describe('the shards of a stream', () => {
  it('are read after their parents, and each from its beginning to its end', async () => {
    const pages = new Map<unknown, object>([
      [undefined, { StreamDescription: { Shards: [children[0], parent], LastEvaluatedShardId: 'parent' } }],
      ['parent', described(...children.slice(1))],
    ])
    const { client, asked } = streamOf({
      DescribeStream: ({ ExclusiveStartShardId }) => pages.get(ExclusiveStartShardId) ?? {},
      GetShardIterator: ({ ShardId }) => ({ ShardIterator: `${String(ShardId)} 0` }),
      GetRecords: ({ ShardIterator }) =>
        ShardIterator === 'parent 0'
          ? { Records: [record('1')], NextShardIterator: 'parent 1' }
          : { Records: [record('2')] },
    })
    const shards = new Shards(client, 'arn', new Map())
    expect(await shards.readable()).toEqual(['parent'])
    expect(await shards.read('parent')).toEqual({ isFull: false, records: [record('1')], next: 'parent 1' })
    shards.readOn('parent', 'parent 1')
    expect(await shards.readable()).toEqual(['parent'])
    expect(await shards.read('parent')).toEqual({ isFull: false, records: [record('2')], next: undefined })
    shards.readOn('parent', undefined)
    expect((await shards.readable()).sort()).toEqual(['left', 'right'])
    const iterators = asked.filter(([name]) => name === 'GetShardIterator')
    expect(iterators.map(([, input]) => input)).toEqual([
      { StreamArn: 'arn', ShardId: 'parent', ShardIteratorType: 'TRIM_HORIZON' },
    ])
  })

  it('are read on behind the last record that was handled, also with an iterator that has expired', async () => {
    let reads = 0
    const { client, asked } = streamOf({
      DescribeStream: () => described(parent),
      GetShardIterator: () => ({ ShardIterator: 'new' }),
      GetRecords: () =>
        reads++ === 1
          ? new ExpiredIteratorException(error)
          : { Records: [record('8')], NextShardIterator: 'x' },
    })
    const shards = new Shards(client, 'arn', new Map([['parent', { sequenceNumber: '7' }]]))
    expect(await shards.readable()).toEqual(['parent'])
    await shards.read('parent')
    shards.moveTo('parent', '8')
    shards.readOn('parent', 'x')
    expect(await shards.read('parent')).toBe('again')
    expect(await shards.read('parent')).toMatchObject({ records: [record('8')] })
    const behind = asked
      .filter(([name]) => name === 'GetShardIterator')
      .map(([, input]) => input.SequenceNumber)
    expect(behind).toEqual(['7', '8'])
  })

  it('are read from the oldest record that is left, when some were trimmed unread', async () => {
    const { client } = streamOf({
      DescribeStream: () => described(parent),
      GetShardIterator: ({ ShardIteratorType }) =>
        ShardIteratorType === 'TRIM_HORIZON'
          ? { ShardIterator: 'oldest' }
          : new TrimmedDataAccessException(error),
      GetRecords: () => ({ Records: [record('90')], NextShardIterator: 'x' }),
    })
    const shards = new Shards(client, 'arn', new Map([['parent', { sequenceNumber: '7' }]]))
    await shards.readable()
    expect(await shards.read('parent')).toBe('trimmed')
    expect(await shards.read('parent')).toMatchObject({ records: [record('90')] })
  })

  it('are read in parts that the engine can hold, whatever the size of the records', async () => {
    const kib = 1024
    let reads = 0
    let left: { dynamodb: { SequenceNumber: string; SizeBytes: number } }[] = []
    const { client } = streamOf({
      DescribeStream: () => described(parent),
      GetShardIterator: () => ({ ShardIterator: 'first' }),
      GetRecords: ({ Limit }) => ({
        Records: left.splice(0, Number(Limit)),
        NextShardIterator: String(++reads),
      }),
    })
    const shards = new Shards(client, 'arn', new Map())
    await shards.readable()
    /** Reads so many records of a size, and returns how many came with each read. */
    const readAll = async (count: number, bytes: number) => {
      left = Array.from({ length: count }, (_, n) => ({
        dynamodb: { SequenceNumber: String(n), SizeBytes: bytes },
      }))
      const counts: number[] = []
      while (left.length > 0) {
        const read = await shards.read('parent')
        if (typeof read !== 'object') throw new Error('It has read nothing.')
        counts.push(read.records.length)
        shards.readOn('parent', read.next)
      }
      return counts
    }
    // a change of a task of 137 KiB has both images
    expect(await readAll(46, 274 * kib)).toEqual([25, 7, 7, 7])
    expect(await readAll(3_000, kib)).toEqual([7, 28, 112, 448, 1000, 1000, 405])
    expect(await shards.read('parent')).toMatchObject({ records: [] })
    expect(await readAll(32, 274 * kib)).toEqual([25, 7])
  })

  it('are listed again when one of them is gone', async () => {
    let lists = 0
    const { client } = streamOf({
      DescribeStream: () => (lists++ === 0 ? described(parent) : described(...children)),
      GetShardIterator: () => new ResourceNotFoundException(error),
    })
    const shards = new Shards(client, 'arn', new Map<string, Position>())
    expect(await shards.readable()).toEqual(['parent'])
    expect(await shards.read('parent')).toBe('again')
    expect(await shards.readable()).toEqual(['left', 'right'])
  })

  it('let other faults out, and are read again afterwards', async () => {
    let reads = 0
    const { client } = streamOf({
      GetShardIterator: () => ({ ShardIterator: 'x' }),
      GetRecords: () => (reads++ === 0 ? new Error('Out of reach') : { NextShardIterator: 'y' }),
    })
    const shards = new Shards(client, 'arn', new Map())
    await expect(shards.read('parent')).rejects.toThrow('Out of reach')
    expect(await shards.read('parent')).toEqual({ isFull: false, records: [], next: 'y' })
  })

  it('are read once for two readers, and whoever gets what the other has read asks for more at once', async () => {
    const { client, asked } = streamOf({
      DescribeStream: () => described(parent),
      GetShardIterator: () => ({ ShardIterator: '0' }),
      GetRecords: ({ ShardIterator }) =>
        ({
          '0': { Records: [record('1')], NextShardIterator: '1' },
          '1': { Records: [record('2')], NextShardIterator: '2' },
        })[String(ShardIterator)] ?? { NextShardIterator: ShardIterator },
    })
    const last = {}
    const [one, other] = [0, 1].map(() => new Shards(client, 'arn', new Map(), last))
    const readAll = async (shards: Shards | undefined) => {
      const found: unknown[] = []
      for (;;) {
        await shards?.readable()
        const read = await shards?.read('parent')
        if (typeof read !== 'object') throw new Error('It has read nothing.')
        found.push(...read.records)
        shards?.readOn('parent', read.next)
        if (!read.isFull) return found
      }
    }
    expect(await readAll(one)).toEqual([record('1')])
    expect(await readAll(other)).toEqual([record('1'), record('2')])
    expect(await readAll(one)).toEqual([record('2')])
    expect(await readAll(other)).toEqual([])
    const reads = asked.filter(([name]) => name === 'GetRecords').map(([, input]) => input.ShardIterator)
    expect(reads).toEqual(['0', '1', '2', '2'])
  })
})
