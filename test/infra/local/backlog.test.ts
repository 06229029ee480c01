import { describe, expect, it } from 'vitest'
import { Backlog, maxBatches, type Batch } from '../../../infra/local/stream/backlog.ts'
import type { StreamRecord } from '../../../infra/local/stream/records.ts'

let sequence = 0

const recordOf = (pk: string, SizeBytes = 1): StreamRecord => ({
  dynamodb: { SequenceNumber: String(++sequence), Keys: { pk: { S: pk }, sk: { S: 'x' } }, SizeBytes },
})

const many = (pk: string, count: number) => Array.from({ length: count }, () => recordOf(pk))

const partitionsOf = ({ entries }: Batch) => [
  ...new Set(entries.map(({ record }) => record.dynamodb?.Keys?.pk?.S)),
]

/** Takes all batches that may be handled at once. */
function takeAll(backlog: Backlog): Batch[] {
  const batches: Batch[] = []
  for (let batch = backlog.next(); batch; batch = backlog.next()) batches.push(batch)
  return batches
}

const add = (backlog: Backlog, records: StreamRecord[]) => {
  backlog.add('shard', records, () => true)
}

const numbersOf = ({ entries }: Batch) => entries.map(({ record }) => record.dynamodb?.SequenceNumber)

describe('what is read of a stream and not handled yet', () => {
  it('lets partitions with few records not wait for those with many', () => {
    const backlog = new Backlog()
    for (const pk of ['a', 'b', 'c', 'd']) add(backlog, many(pk, 200))
    const busy = takeAll(backlog)
    expect(busy.map(partitionsOf)).toEqual([['a'], ['b'], ['c']])
    expect(busy.length).toBeLessThan(maxBatches)
    add(backlog, [recordOf('bystander'), recordOf('other')])
    expect(takeAll(backlog).map(partitionsOf)).toEqual([['bystander', 'other']])
    const [first] = busy
    if (first) backlog.end(first, 100)
    expect(takeAll(backlog).map(partitionsOf)).toEqual([['d']]) // the partitions take turns
  })

  it('handles the records of a partition one batch after the other, in order', () => {
    const backlog = new Backlog()
    const records = many('a', 150)
    add(backlog, records)
    add(backlog, records) // read again after a fault
    const numbers = records.map(({ dynamodb }) => dynamodb?.SequenceNumber)
    const [first, none] = takeAll(backlog)
    expect(none).toBeUndefined()
    if (!first) throw new Error('There is none.')
    expect(numbersOf(first)).toEqual(numbers.slice(0, 100))
    backlog.end(first, 30)
    expect(takeAll(backlog).map(numbersOf)).toEqual([numbers.slice(30, 130)])
  })

  it('knows up to where all is done, whatever is done first', () => {
    const backlog = new Backlog()
    const records = [...many('a', 30), recordOf('b'), recordOf('c')]
    add(backlog, records)
    const [large, small] = takeAll(backlog)
    if (!large || !small) throw new Error('There is none.')
    backlog.end(small, 2)
    expect(backlog.takeDone('shard')).toBeUndefined()
    backlog.end(large, 10)
    expect(backlog.takeDone('shard')).toBe(records[9]?.dynamodb?.SequenceNumber)
    for (const batch of takeAll(backlog)) backlog.end(batch, 20)
    expect(backlog.takeDone('shard')).toBe(records.at(-1)?.dynamodb?.SequenceNumber)
    expect(backlog.isEmpty('shard')).toBe(true)
  })

  it('takes what comes behind many records of one partition, which get their turn beside them', () => {
    const backlog = new Backlog()
    add(backlog, many('a', 5_000))
    expect(backlog.isFull).toBe(false)
    add(backlog, [recordOf('b')])
    const partitions = takeAll(backlog).map(({ entries }) => entries[0]?.record.dynamodb?.Keys?.pk?.S)
    expect(partitions).toEqual(['a', 'b'])
  })

  it('has room again for what is done', () => {
    const backlog = new Backlog()
    add(backlog, many('a', 20_000))
    expect(backlog.isFull).toBe(true)
    const [batch] = takeAll(backlog)
    if (!batch) throw new Error('There is none.')
    backlog.end(batch, batch.entries.length)
    backlog.takeDone('shard')
    expect(backlog.isFull).toBe(false)
  })

  it('is full of few large records, or of many', () => {
    const backlog = new Backlog()
    add(backlog, many('a', 19_999))
    expect(backlog.isFull).toBe(false)
    add(backlog, many('b', 1))
    expect(backlog.isFull).toBe(true)
    const other = new Backlog()
    for (let count = 0; count < 60; count++) add(other, [recordOf('a', 280_000)])
    expect(other.isFull).toBe(true)
  })
})
