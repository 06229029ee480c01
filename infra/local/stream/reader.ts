import type { AttributeValue } from 'aws-lambda'
import type { StreamFilter } from '../../../lib/contract/triggered.ts'
import { inTurn } from '../../../lib/webhooks/in-turn.ts'
import type { Functions } from '../functions.ts'
import { pause, settledBy } from '../pause.ts'
import { Backlog, maxBatches, type Batch } from './backlog.ts'
import type { Progress } from './progress.ts'
import { toEventRecord, type StreamRecord } from './records.ts'
import type { Shards } from './shards.ts'

const hasText = (image: Record<string, AttributeValue> | undefined, path: readonly string[]): boolean => {
  const [name = '', ...rest] = path
  const value = image?.[name]
  return rest.length > 0 ? hasText(value?.M, rest) : value?.S !== undefined
}

/** Whether a function wants a record, as on AWS (infra/aws/triggers.ts): one without filters wants them all. */
const isWanted = (
  { eventName, dynamodb }: StreamRecord,
  filters: readonly StreamFilter[] | undefined,
): boolean =>
  filters?.some(
    ({ prefix, writes, has }) =>
      writes.some((write) => write === eventName) &&
      dynamodb?.Keys?.sk?.S?.startsWith(prefix) === true &&
      (!has || hasText(dynamodb.NewImage, has)),
  ) ?? true

/** How soon somebody waits for what the functions make of a change: `prompt` for events and rules, `calm` for the history. */
export type Pace = 'prompt' | 'calm'

/**
 * How often the stream is asked for records, in ms, even while many are written: reading, handling and trimming takes about as
 * long for one record as for a hundred, and the writes wait for it. While requests keep the machine busy, a read waits
 * for its turn as well. On AWS, changes are collected for a second.
 */
const collectMs: Record<Pace, number> = { prompt: 250, calm: 2_000 }

const retryMs = { first: 250, most: 30_000 }

export interface ReaderParts {
  functionId: string
  /** Which records the function gets; all if undefined. */
  filters: readonly StreamFilter[] | undefined
  streamArn: string
  functions: Functions
  shards: Shards
  progress: Progress
  pace: () => Pace
  /** Whether the function wants the changes that are read now; otherwise they count as handled. */
  isNeeded: () => boolean
  /** Records the last record that the function has handled. */
  handled: (sequenceNumber: string) => void
  /** Runs before each pause. */
  idle: () => void
}

const complain = (sentence: string) => {
  console.error(`tasks-api: ${sentence}`)
}

const sequenceOf = (record: StreamRecord | undefined): string | undefined => record?.dynamodb?.SequenceNumber

/** Gives one function the records of the stream: each at least once, and those of a partition in order. */
export class StreamReader {
  readonly #parts: ReaderParts
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  readonly #backlog = new Backlog()
  readonly #running = new Set<Promise<void>>()
  #saving: Promise<void> = Promise.resolve()
  #failures = 0
  #readMs = Date.now()

  constructor(parts: ReaderParts) {
    this.#parts = parts
    this.#ended = this.#run()
  }

  /** Starts no further invocation, and waits until the running one has ended, or until the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    this.#stopping.abort()
    await settledBy(deadlineMs, this.#ended)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        const isBehind = await inTurn(this.#readMs, () => this.#poll())
        this.#readMs = Date.now()
        this.#begin()
        if (this.#backlog.isFull) await Promise.race(this.#running)
        else if (!isBehind) {
          this.#parts.idle()
          await pause(collectMs[this.#parts.pace()], signal)
        }
      } catch (error) {
        // when the engine has ended, the service says so itself, and ends at once
        await this.#waitAfter(`The changes for ${this.#parts.functionId} cannot be read`, error, 2)
      }
    }
    await Promise.all(this.#running)
  }

  /** Reads every shard once; returns whether there is more to read at once. */
  async #poll(): Promise<boolean> {
    const { functionId, shards, filters, isNeeded } = this.#parts
    let isBehind = false
    for (const shardId of await shards.readable()) {
      if (this.#backlog.isFull) return true
      const read = await shards.read(shardId)
      if (read === 'again') continue
      if (read === 'trimmed') {
        complain(`${functionId} has missed changes: the engine did not keep them for long enough.`)
        continue
      }
      this.#backlog.add(shardId, read.records, (record) => isNeeded() && isWanted(record, filters))
      await this.#save(shardId)
      if (read.next === undefined && !(await this.#endShard(shardId))) return false
      shards.readOn(shardId, read.next)
      isBehind ||= read.isFull || read.next === undefined
    }
    return isBehind
  }

  /** Handles a shard to its end, before its children are read; returns false at the stop. */
  async #endShard(shardId: string): Promise<boolean> {
    while (!this.#backlog.isEmpty(shardId)) {
      if (this.#stopping.signal.aborted) return false
      this.#begin()
      await Promise.race(this.#running)
    }
    await this.#parts.progress.save(shardId, { isAtEnd: true })
    return true
  }

  /** Begins as many batches as may be handled at once. */
  #begin(): void {
    while (!this.#stopping.signal.aborted && this.#running.size < maxBatches) {
      const batch = this.#backlog.next()
      if (!batch) return
      const running = this.#handle(batch).finally(() => {
        this.#running.delete(running)
        this.#begin()
      })
      this.#running.add(running)
    }
  }

  /** Runs the function once with a batch. Records that it has not handled come again. */
  async #handle(batch: Batch): Promise<void> {
    const { functionId } = this.#parts
    const { count, ...failure } = await this.#invoke(batch.entries.map(({ record }) => record))
    if (count > 0) this.#failures = 0
    else if ('error' in failure)
      await this.#waitAfter(`${functionId} failed, and is run again until it does not`, failure.error)
    this.#backlog.end(batch, count)
    for (const shardId of new Set(batch.entries.map((entry) => entry.shardId))) await this.#save(shardId)
  }

  /** Saves how far a shard is handled. The next save makes up for one that fails. */
  #save(shardId: string): Promise<void> {
    const { progress, shards, handled } = this.#parts
    this.#saving = this.#saving.then(async () => {
      const last = this.#backlog.takeDone(shardId)
      if (last === undefined) return
      shards.moveTo(shardId, last)
      await progress.save(shardId, { sequenceNumber: last }).then(
        () => {
          handled(last)
        },
        () => undefined, // its records come again after a start, and find their events stored
      )
    })
    return this.#saving
  }

  /** Runs the function once; returns how many records it has handled, from the first on. */
  async #invoke(records: StreamRecord[]): Promise<{ count: number; error?: unknown }> {
    if (records.length === 0) return { count: 0 }
    const { functionId, functions, streamArn } = this.#parts
    try {
      const event = { Records: records.map((record) => toEventRecord(record, streamArn)) }
      const answer = await functions.run<'stream'>(functionId, event)
      // a handler that returns nothing has handled all
      const failed = (answer as typeof answer | undefined)?.batchItemFailures ?? []
      const first = records.findIndex((record) =>
        failed.some(({ itemIdentifier }) => itemIdentifier === sequenceOf(record)),
      )
      if (failed.length === 0) return { count: records.length }
      return { count: Math.max(first, 0), error: new Error(`${failed.length} records failed`) }
    } catch (error) {
      return { count: 0, error }
    }
  }

  /**
   * Waits longer after each failure in a row. Only one of them is reported.
   * @param silent how many failures are not worth a report
   */
  async #waitAfter(what: string, error: unknown, silent = 0): Promise<void> {
    if (this.#stopping.signal.aborted) return
    if (this.#failures === silent)
      complain(`${what} (${error instanceof Error ? error.message : String(error)}).`)
    const delayMs = Math.min(retryMs.first * 2 ** this.#failures, retryMs.most)
    this.#failures += 1
    await pause(delayMs, this.#stopping.signal)
  }
}
