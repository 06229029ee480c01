import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import type { StreamFilter } from '../../../lib/contract/triggered.ts'
import type { Functions } from '../functions.ts'
import { pause, settledBy } from '../pause.ts'
import { toEventRecord } from './event.ts'
import { isWanted } from './filter.ts'
import type { Progress } from './progress.ts'
import type { Shards } from './shards.ts'

/** The largest batch of a function: infra/aws/triggers.ts. */
const batchSize = 100

/**
 * How often the stream is asked for records, also while many are written: reading, handling and trimming them takes
 * about as long for one as for a hundred, and the writes wait for it. On AWS, changes are collected for a second.
 */
const collectMs = 250

const retryMs = { first: 250, most: 30_000 }

export interface ReaderParts {
  functionId: string
  /** Which records the function gets; all if undefined. */
  filters: readonly StreamFilter[] | undefined
  streamArn: string
  functions: Functions
  shards: Shards
  progress: Progress
  /** Takes note of the last record that the function has handled. */
  handled: (sequenceNumber: string) => void
  /** Runs before each pause. */
  idle: () => void
}

const complain = (sentence: string) => {
  console.error(`tasks-api: ${sentence}`)
}

const sequenceOf = (record: StreamRecord | undefined): string | undefined => record?.dynamodb?.SequenceNumber

/** Gives one function the records of the stream: each at least once, and those of a shard in order. */
export class StreamReader {
  readonly #parts: ReaderParts
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  #failures = 0

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
        const isBehind = await this.#poll()
        this.#failures = 0
        if (isBehind) continue
        this.#parts.idle()
        await pause(collectMs, signal)
      } catch (error) {
        // when the engine has ended, the service says so itself, and ends at once
        await this.#waitAfter(`The changes for ${this.#parts.functionId} cannot be read`, error, 2)
      }
    }
  }

  /** Reads every shard once; returns whether there is more to read at once. */
  async #poll(): Promise<boolean> {
    const { functionId, shards, progress } = this.#parts
    let isBehind = false
    for (const shardId of await shards.readable()) {
      const read = await shards.read(shardId)
      if (read === 'again') continue
      if (read === 'trimmed') {
        complain(`${functionId} has missed changes: the engine did not keep them for long enough.`)
        continue
      }
      if (!(await this.#handle(shardId, read.records))) return false
      if (read.next === undefined) await progress.save(shardId, { isAtEnd: true })
      shards.readOn(shardId, read.next)
      isBehind ||= read.isFull || read.next === undefined
    }
    return isBehind
  }

  /** Runs the function until it has handled all records, however often it fails; returns false at the stop. */
  async #handle(shardId: string, records: StreamRecord[]): Promise<boolean> {
    const { functionId, shards, progress, handled } = this.#parts
    let rest = records
    while (rest.length > 0) {
      if (this.#stopping.signal.aborted) return false
      const { count, ...failure } = await this.#next(rest)
      const last = sequenceOf(rest[count - 1])
      rest = rest.slice(count)
      if (last !== undefined) {
        await progress.save(shardId, { sequenceNumber: last })
        shards.moveTo(shardId, last)
        handled(last)
        this.#failures = 0
      }
      if ('error' in failure)
        await this.#waitAfter(`${functionId} failed, and is run again until it does not`, failure.error)
    }
    return true
  }

  /**
   * Runs the function once, with the first records that it wants; returns how many of all records are handled, from the
   * first on. Each event makes several records of the webhooks' own items, so most are passed over.
   */
  async #next(records: StreamRecord[]): Promise<{ count: number; error?: unknown }> {
    const wanted = [...records.keys()].filter((index) => {
      const record = records[index]
      return record && isWanted(record, this.#parts.filters)
    })
    const batch = wanted.slice(0, batchSize)
    const { count, ...failure } = await this.#invoke(batch.flatMap((index) => records[index] ?? []))
    return { count: wanted[count] ?? records.length, ...failure }
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
