import {
  DescribeStreamCommand,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
  type DynamoDBStreamsClient,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams'
import type { Position } from './progress.ts'
import type { StreamRecord } from './records.ts'

/** The most that one GetRecords may ask for. */
const recordsPerRead = 1_000

/**
 * About this many bytes are read at once. DynamoDB reads 1 MB; the engine has no limit of its own, and does nothing
 * else meanwhile.
 */
const bytesPerRead = 2 * 1024 * 1024

/** The number of records to ask for when the size of the next ones is unknown. The largest have 800 KB. */
const firstLimit = 25

/**
 * How many records to ask for next. If they are as large as those of the last read, they must fit the limit, and there
 * are at most four times as many as came then. So after a small read, large records cannot make the next read far too
 * large.
 */
const limitAfter = (records: readonly StreamRecord[]): number => {
  const bytes = records.reduce((sum, { dynamodb }) => sum + (dynamodb?.SizeBytes ?? 0), 0)
  const fitting = bytes === 0 ? recordsPerRead : Math.floor((records.length * bytesPerRead) / bytes)
  const most = Math.max(firstLimit, 4 * records.length)
  return Math.min(Math.max(fitting, 1), most, recordsPerRead)
}

/** The position in a shard. `next` reads on; it is undefined at the end of a shard that takes no more records. */
export interface Read {
  records: StreamRecord[]
  /** Whether there were as many records as one read takes. */
  isFull: boolean
  next: string | undefined
}

/**
 * The last answer of GetRecords that had records, for all who read a stream: they follow each other, and each answer is read and
 * parsed once.
 */
export interface LastRead {
  iterator?: string
  records?: StreamRecord[]
  next?: string | undefined
}

/** Reads the shards of a stream, each after its parent, so that the changes of each item stay in order. */
export class Shards {
  readonly #client: Pick<DynamoDBStreamsClient, 'send'>
  readonly #streamArn: string
  readonly #positions: Map<string, Position>
  readonly #last: LastRead
  readonly #iterators = new Map<string, string>()
  #shards: Shard[] = []
  #limit = firstLimit

  /**
   * @param positions from where to read on; a shard without one is read from its beginning
   * @param last is shared with the others who read the stream
   */
  constructor(
    client: Pick<DynamoDBStreamsClient, 'send'>,
    streamArn: string,
    positions: Map<string, Position>,
    last: LastRead = {},
  ) {
    this.#client = client
    this.#streamArn = streamArn
    this.#positions = positions
    this.#last = last
  }

  async #list(): Promise<Shard[]> {
    const shards: Shard[] = []
    let after: string | undefined
    do {
      const command = new DescribeStreamCommand({ StreamArn: this.#streamArn, ExclusiveStartShardId: after })
      const { StreamDescription } = await this.#client.send(command)
      shards.push(...(StreamDescription?.Shards ?? []))
      after = StreamDescription?.LastEvaluatedShardId
    } while (after !== undefined)
    return shards
  }

  #readable(): string[] {
    const ids = new Set(this.#shards.map(({ ShardId }) => ShardId))
    const isRead = (id: string) => this.#positions.get(id)?.isAtEnd === true
    return this.#shards.flatMap(({ ShardId: id, ParentShardId: parent }) =>
      id === undefined || isRead(id) || (parent !== undefined && ids.has(parent) && !isRead(parent))
        ? []
        : [id],
    )
  }

  /** The shards to read now. New ones appear only when an earlier one has ended. */
  async readable(): Promise<string[]> {
    if (this.#readable().length === 0) this.#shards = await this.#list()
    return this.#readable()
  }

  async #iteratorOf(shardId: string): Promise<string | undefined> {
    const known = this.#iterators.get(shardId)
    if (known !== undefined) return known
    const sequenceNumber = this.#positions.get(shardId)?.sequenceNumber
    const shard = { StreamArn: this.#streamArn, ShardId: shardId }
    const { ShardIterator } = await this.#client.send(
      new GetShardIteratorCommand(
        sequenceNumber === undefined
          ? { ...shard, ShardIteratorType: 'TRIM_HORIZON' }
          : { ...shard, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: sequenceNumber },
      ),
    )
    return ShardIterator
  }

  /**
   * Reads on. The same records come again until `readOn` is called.
   * @returns `again` when the iterator has expired, `trimmed` when records are lost: the next read begins at the oldest
   *   one that is left
   */
  async read(shardId: string): Promise<Read | 'trimmed' | 'again'> {
    try {
      const iterator = await this.#iteratorOf(shardId)
      const { records: known, next: after } = this.#last
      // more may have come since
      if (known && iterator === this.#last.iterator) return { records: known, isFull: true, next: after }
      const limit = this.#limit
      const command = new GetRecordsCommand({ ShardIterator: iterator, Limit: limit })
      const { Records = [], NextShardIterator: next } = await this.#client.send(command)
      const records = Records as StreamRecord[] // the client leaves them as they are: records.ts
      this.#limit = limitAfter(records)
      if (records.length > 0) Object.assign(this.#last, { iterator, records, next })
      return { records, isFull: records.length === limit, next }
    } catch (error) {
      this.#iterators.delete(shardId)
      if (error instanceof ExpiredIteratorException) return 'again'
      if (error instanceof ResourceNotFoundException) {
        this.#shards = []
        return 'again'
      }
      if (!(error instanceof TrimmedDataAccessException)) throw error
      this.#positions.delete(shardId)
      return 'trimmed'
    }
  }

  /** Records that a record is handled: after a fault, reading continues after it. */
  moveTo(shardId: string, sequenceNumber: string): void {
    this.#positions.set(shardId, { sequenceNumber })
  }

  /** Takes note that all of a read is handled. */
  readOn(shardId: string, next: string | undefined): void {
    if (next !== undefined) {
      this.#iterators.set(shardId, next)
      return
    }
    this.#iterators.delete(shardId)
    this.#positions.set(shardId, { isAtEnd: true })
    this.#shards = [] // its children follow
  }
}
