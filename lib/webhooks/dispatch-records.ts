import type { DynamoDBRecord } from 'aws-lambda'
import type { StoredEvent } from './event.ts'
import { inParallel } from '../table/in-parallel.ts'
import type { Storage } from '../table/storage.ts'
import { dispatchEvents } from './dispatch.ts'
import { eventOfRecord } from './event-of-record.ts'

/** The number of accounts that are handled at once: with four writes each, 20 writes run. */
const accountsAtOnce = 5

/** The time for one account, in milliseconds: less than the function has, so that it can report how far it got. */
const accountTimeoutMs = 20_000

/** An event, and the place in the batch of its record. */
interface Work {
  index: number
  event: StoredEvent
}

/** The result of a batch. */
export interface Dispatched {
  /** The sequence number of the first record that failed: this record and all after it must come again. */
  failedFrom: string | undefined
  /** Why it failed. */
  cause: unknown
  /** The account of each notice of a disabled webhook in the batch. */
  disabledFor: string[]
}

/**
 * Dispatches the events of a batch of the table's changes. An account that fails does not keep others from their events.
 * @param records in the order of the stream
 */
export async function dispatchRecords(
  storage: Storage,
  records: readonly DynamoDBRecord[],
): Promise<Dispatched> {
  const byAccount = new Map<string, Work[]>()
  const failures: { index: number; cause: unknown }[] = []
  for (const [index, record] of records.entries()) {
    try {
      const { accountId, event } = eventOfRecord(record) ?? {}
      if (accountId === undefined || event === undefined) continue
      const work = byAccount.get(accountId) ?? []
      byAccount.set(accountId, work)
      work.push({ index, event })
    } catch (cause) {
      failures.push({ index, cause })
    }
  }
  await inParallel([...byAccount], accountsAtOnce, async ([accountId, work]) => {
    const deadlineMs = Math.min(storage.deadlineMs, Date.now() + accountTimeoutMs)
    const events = work.map(({ event }) => event)
    const done = new Set<string>()
    try {
      await dispatchEvents({ ...storage, deadlineMs }, accountId, events, (finished) => {
        for (const { id } of finished) done.add(id)
      })
    } catch (cause) {
      const { index } = work.find(({ event }) => !done.has(event.id)) ?? {}
      if (index !== undefined) failures.push({ index, cause })
    }
  })
  const [earliest] = failures.sort((a, b) => a.index - b.index)
  return {
    failedFrom: earliest && (records[earliest.index]?.dynamodb?.SequenceNumber ?? ''), // empty: all of it
    cause: earliest?.cause,
    disabledFor: [...byAccount].flatMap(([accountId, work]) =>
      work.filter(({ event }) => event.type === 'webhook.disabled').map(() => accountId),
    ),
  }
}
