import type { StreamRecord } from './records.ts'

/** The largest batch of a function: infra/aws/triggers.ts. */
const batchSize = 100

/** A partition with more records than this gets a batch of its own. This many such batches are handled at once. */
const large = { records: 25, batches: 3 }

/** The number of batches that are handled at once: one more than partitions with many records may take. */
export const maxBatches = large.batches + 1

/**
 * The most unhandled records: while there are this many, the stream is not read. A record has both images of its item.
 * The number is far above the changes that one account makes at once, because others' changes come after them in the
 * stream and must be read to get their turn.
 */
const full = { records: 20_000, bytes: 16 * 1024 * 1024 }

interface Entry {
  shardId: string
  sequence: bigint
  record: StreamRecord
  bytes: number
  isDone: boolean
}

/** Records that are handled together. While they are, no other records of their partitions are. */
export interface Batch {
  entries: readonly Entry[]
  isLarge: boolean
}

const sequenceOf = ({ dynamodb }: StreamRecord): bigint => BigInt(dynamodb?.SequenceNumber ?? 0)

const partitionOf = ({ record }: Entry): string => record.dynamodb?.Keys?.pk?.S ?? ''

/**
 * The records that were read from a stream and are not handled yet. The records of one partition are handled in order.
 * Partitions do not wait for each other, so that an account with much work does not hold up the others.
 */
export class Backlog {
  /** The records from the first unfinished one on, by shard, in order. */
  readonly #shards = new Map<string, Entry[]>()
  readonly #read = new Map<string, bigint>()
  /** The records that wait, by partition. The partition that has waited longest for its turn comes first. */
  readonly #waiting = new Map<string, Entry[]>()
  readonly #busy = new Set<string>()
  #large = 0
  readonly #kept = { records: 0, bytes: 0 }

  get isFull(): boolean {
    return this.#kept.records >= full.records || this.#kept.bytes >= full.bytes
  }

  /** Whether all records of a shard that were added are done. */
  isEmpty(shardId: string): boolean {
    return (this.#shards.get(shardId) ?? []).length === 0
  }

  /**
   * Adds records of a shard, in order. Records that were added before are skipped.
   * @param isWanted whether a record must be handled at all
   */
  add(shardId: string, records: readonly StreamRecord[], isWanted: (record: StreamRecord) => boolean): void {
    const entries = this.#shards.get(shardId) ?? []
    this.#shards.set(shardId, entries)
    for (const record of records) {
      const sequence = sequenceOf(record)
      if (sequence <= (this.#read.get(shardId) ?? -1n)) continue
      this.#read.set(shardId, sequence)
      const bytes = record.dynamodb?.SizeBytes ?? 0
      const entry = { shardId, sequence, record, bytes, isDone: !isWanted(record) }
      entries.push(entry)
      this.#keep(1, bytes)
      if (entry.isDone) continue
      const partition = partitionOf(entry)
      const waiting = this.#waiting.get(partition)
      if (waiting) waiting.push(entry)
      else this.#waiting.set(partition, [entry])
    }
  }

  /** Takes the next batch; returns undefined if there is none now. It must be given to `end`. */
  next(): Batch | undefined {
    const batch: Entry[] = []
    for (const [partition, waiting] of this.#waiting) {
      if (this.#busy.has(partition)) continue
      const isLarge = waiting.length > large.records
      const isAlone = isLarge && batch.length === 0 && this.#large < large.batches
      if (!isAlone && (isLarge || batch.length + waiting.length > batchSize)) continue
      batch.push(...waiting.splice(0, batchSize))
      this.#waiting.delete(partition)
      if (waiting.length > 0) this.#waiting.set(partition, waiting)
      this.#busy.add(partition)
      if (!isAlone) continue
      this.#large++
      return { entries: batch, isLarge }
    }
    return batch.length > 0 ? { entries: batch, isLarge: false } : undefined
  }

  /**
   * Ends a batch. Its records that are not handled wait again.
   * @param count how many records of it are done, from the first on
   */
  end({ entries, isLarge }: Batch, count: number): void {
    if (isLarge) this.#large--
    for (const entry of entries.slice(0, count)) entry.isDone = true
    for (const entry of entries.slice(count).reverse()) {
      const partition = partitionOf(entry)
      const waiting = this.#waiting.get(partition)
      if (waiting) waiting.unshift(entry)
      else this.#waiting.set(partition, [entry])
    }
    for (const entry of entries) this.#busy.delete(partitionOf(entry))
  }

  /**
   * Forgets the records of a shard before the first unfinished one; returns the sequence number of the last of them.
   */
  takeDone(shardId: string): string | undefined {
    const entries = this.#shards.get(shardId) ?? []
    const open = entries.findIndex(({ isDone }) => !isDone)
    const done = entries.splice(0, open === -1 ? entries.length : open)
    for (const { bytes } of done) this.#keep(-1, -bytes)
    return done.at(-1)?.record.dynamodb?.SequenceNumber
  }

  #keep(records: number, bytes: number): void {
    this.#kept.records += records
    this.#kept.bytes += bytes
  }
}
