import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { ApiError } from '../contract/api-error.ts'
import { inParallel } from '../table/in-parallel.ts'
import { ItemTooLarge } from '../table/item-size.ts'
import type { Item } from '../table/item.ts'
import type { Storage } from '../table/storage.ts'

/** An image of a record. Lambda's types are those of the SDK, but for bytes, which nothing here needs. */
export const imageOf = (image: Record<string, unknown> | undefined): Item | undefined =>
  image && unmarshall(image as Record<string, AttributeValue>)

/** The number of accounts that are handled at once: with four writes each, 20 writes run. */
const accountsAtOnce = 5

/** The time for one account, in milliseconds: less than the function has, so that it can report how far it got. */
const accountTimeoutMs = 20_000

/**
 * How long records are tried again while nothing of their batch can be done, whatever the reason, in ms: then it may be the
 * code, which a rollback mends.
 */
const patienceMs = 15 * 60 * 1000

/** What a function does with records of the table's stream. */
export interface Doing<Work> {
  /** What a record asks for, and of which account; undefined: nothing. A record at which it throws is at fault. */
  workOf: (record: DynamoDBRecord) => { accountId: string; work: Work } | undefined
  /**
   * Does the work of an account, in its order. It may be repeated.
   * @param done is called with what need not come again, even if the rest fails
   */
  act: (
    storage: Storage,
    accountId: string,
    works: readonly Work[],
    done: (works: readonly Work[]) => void,
  ) => Promise<void>
}

/** Puts records where an operator finds them. Absent: nobody does, so they come again. */
export type SetAside = (records: readonly DynamoDBRecord[], cause: unknown) => Promise<void>

/** The result of a batch. */
export interface Handled {
  /** The sequence number of the first record that failed: this record and all after it must come again. */
  failedFrom: string | undefined
  /** Why it failed. */
  cause: unknown
  /** How many records were set aside. */
  setAside: number
}

/** Whether an error is about what a record has, and not about storage, keys, rights or time: then another try fails, too. */
const isOfRecord = (error: unknown): boolean =>
  error instanceof ItemTooLarge ||
  (error instanceof Error &&
    !(error instanceof ApiError) &&
    ['ValidationException', 'TypeError', 'RangeError', 'SyntaxError'].includes(error.name) &&
    !/\bkms\b/i.test(error.message)) // a key that cannot be used

/** A record that failed, by its place in the batch. */
interface Failure {
  index: number
  cause: unknown
}

/** Work, and the place in the batch of its record. */
interface Placed<Work> {
  index: number
  work: Work
}

/** Whether a record is so old that it has been tried for long enough. */
const isOld = ({ dynamodb }: DynamoDBRecord): boolean =>
  Date.now() - 1_000 * (dynamodb?.ApproximateCreationDateTime ?? 0) > patienceMs

/**
 * Does the work of an account, and one after the other if one record is at fault.
 * @returns how many were done, the records at fault, and the first that must come again
 */
async function handleAccount<Work>(
  { act }: Doing<Work>,
  storage: Storage,
  accountId: string,
  placed: readonly Placed<Work>[],
): Promise<{ done: number; atFault: Failure[]; failed?: Failure }> {
  const done = new Set<Work>()
  const actOn = (works: readonly Work[]) =>
    act(storage, accountId, works, (finished) => {
      for (const work of finished) done.add(work)
    })
  const atFault: Failure[] = []
  try {
    await actOn(placed.map(({ work }) => work))
    return { done: placed.length, atFault }
  } catch (cause) {
    const left = placed.filter(({ work }) => !done.has(work))
    const [first] = left
    if (!first) return { done: placed.length, atFault }
    if (!isOfRecord(cause)) return { done: done.size, atFault, failed: { index: first.index, cause } }
    for (const { index, work } of left) {
      try {
        await actOn([work])
        done.add(work)
      } catch (reason) {
        if (!isOfRecord(reason)) return { done: done.size, atFault, failed: { index, cause: reason } }
        atFault.push({ index, cause: reason })
      }
    }
  }
  return { done: done.size, atFault }
}

const byIndex = (a: Failure, b: Failure) => a.index - b.index

/**
 * Handles a batch of the table's changes. An account that fails does not keep others from theirs. What an outage keeps from
 * being done comes again, for as long as the stream has it. A record that is itself at fault is set aside, if others of the
 * batch could be done or it has been tried for long.
 * @param records in the order of the stream
 */
export async function handleRecords<Work>(
  storage: Storage,
  records: readonly DynamoDBRecord[],
  doing: Doing<Work>,
  setAside?: SetAside,
): Promise<Handled> {
  const byAccount = new Map<string, Placed<Work>[]>()
  const failures: Failure[] = []
  const atFault: Failure[] = []
  let done = 0
  for (const [index, record] of records.entries()) {
    try {
      const found = doing.workOf(record)
      if (!found) continue
      const placed = byAccount.get(found.accountId) ?? []
      byAccount.set(found.accountId, placed)
      placed.push({ index, work: found.work })
    } catch (cause) {
      atFault.push({ index, cause })
    }
  }
  await inParallel([...byAccount], accountsAtOnce, async ([accountId, placed]) => {
    const deadlineMs = Math.min(storage.deadlineMs, Date.now() + accountTimeoutMs)
    const result = await handleAccount(doing, { ...storage, deadlineMs }, accountId, placed)
    done += result.done
    atFault.push(...result.atFault)
    if (result.failed) failures.push(result.failed)
  })
  let count = 0
  for (const { index, cause } of atFault.sort(byIndex)) {
    const [earliest = Infinity] = failures.map((failure) => failure.index).sort((a, b) => a - b)
    const record = records[index]
    if (index > earliest || !record) break // it comes again
    try {
      if (!setAside || (done === 0 && !isOld(record))) throw cause
      await setAside([record], cause)
      count++
    } catch (reason) {
      failures.push({ index, cause: reason })
    }
  }
  const [earliest] = failures.sort(byIndex)
  return {
    failedFrom: earliest && (records[earliest.index]?.dynamodb?.SequenceNumber ?? ''), // empty: all of it
    cause: earliest?.cause ?? atFault[0]?.cause,
    setAside: count,
  }
}
