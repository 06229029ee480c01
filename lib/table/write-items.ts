import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { randomUUID } from 'node:crypto'
import { ApiError } from '../contract/api-error.ts'
import { inParallel, partsOf } from './in-parallel.ts'
import { table } from './table.ts'
import { backOff, countUnits, send, serviceUnavailable } from './send.ts'
import type { Storage } from './storage.ts'
import type { Item, Key } from './item.ts'
import { checkItemSize } from './item-size.ts'
import { remember, withoutDryRunItems } from './dry-run-items.ts'
import { asCheck, type PutWrite, type TransactionWrite, type UpdateWrite } from './transaction-write.ts'

/** A write whose condition failed, with the item that is stored under its key, if there is one. */
export interface Refusal {
  refused: true
  found: Item | undefined
  /** Whether an earlier try may have been executed although its answer was lost. */
  isUnsure: boolean
}

/** A write of a transaction, and the error that its refusal means. */
export interface CheckedWrite {
  write: TransactionWrite
  whenRefused: (refusal: Refusal) => ApiError
}

/**
 * Refuses a dry run that would write: it must use a transaction, whose conditions can be checked alone.
 * @throws Error in a dry run
 */
function refuseDryRun({ isDryRun = false }: Storage): void {
  if (isDryRun) throw new Error('A dry run must not write.')
}

const returnOld = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const

/** Runs a conditional write. A failed condition is returned instead of thrown. */
async function refusable<T>(write: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    const { isUnsure = false } = error as { isUnsure?: boolean } // send.ts has set it
    return { refused: true, found: error.Item && unmarshall(error.Item), isUnsure }
  }
}

/** Writes a whole item. */
export async function put(storage: Storage, write: PutWrite): Promise<Refusal | { refused: false }> {
  if (storage.isDryRun) return (await transact(storage, [{ Put: write }]))?.[0] ?? { refused: false }
  const { name, client } = table()
  const command = new PutCommand({ TableName: name, ...write, ...returnOld, ...countUnits })
  return refusable(async () => {
    await send(storage, 'write', (options) => client.send(command, options))
    return { refused: false } as const
  })
}

/** The most items that one BatchWriteItem takes. */
export const itemsPerBatch = 25

/** A whole item to write, or the key of one to delete. */
export type BatchWrite = { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Key } }

/** Writes that are made in any order. Those of a later stage follow: `writeInOrder`. */
export type Stage = readonly BatchWrite[]

export const putsOf = (items: readonly Item[]): Stage => items.map((Item) => ({ PutRequest: { Item } }))

export const deletionsOf = (keys: readonly Key[]): Stage =>
  keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }))

/**
 * The most bytes of JSON that go out as one transaction: it may have 4 MB, a batch 16 MB. An item takes less than its JSON.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const maxTransactionBytes = 4_000_000
const maxTransactionItems = 100

const asTransactionWrite = (write: BatchWrite): TransactionWrite =>
  'PutRequest' in write ? { Put: write.PutRequest } : { Delete: write.DeleteRequest }

/**
 * Whether a batch goes out as a transaction. About 20 events of tasks that are full of emoji are too large for one
 * transaction.
 * @param following how many writes the transaction has besides
 */
const isTransaction = (writes: readonly BatchWrite[], following = 0): boolean =>
  table().isEmbedded === true &&
  writes.length > 0 &&
  writes.length + following <= maxTransactionItems &&
  Buffer.byteLength(JSON.stringify(writes)) <= maxTransactionBytes

/** Sends a batch of writes. Those that DynamoDB leaves unprocessed because it is busy are sent again after a pause. */
async function writeMany(storage: Storage, writes: readonly BatchWrite[]): Promise<void> {
  refuseDryRun(storage)
  const { name, client } = table()
  if (isTransaction(writes)) {
    await transact(storage, writes.map(asTransactionWrite)) // without conditions nothing is refused
    return
  }
  let rest = [...writes]
  for (let tries = 1; rest.length > 0; tries++) {
    const command = new BatchWriteCommand({ RequestItems: { [name]: rest }, ...countUnits })
    const { UnprocessedItems } = await send(storage, 'write', (options) => client.send(command, options))
    rest = (UnprocessedItems?.[name] ?? []) as BatchWrite[] // they are some of those that we sent
    if (rest.length > 0 && !(await backOff(storage, tries))) throw serviceUnavailable()
  }
}

/**
 * Writes up to 25 whole items in one round trip, independently and in no order: some may be written when it throws.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html
 * @param items no two of them may have the same key
 * @throws ApiError service_unavailable when items are still unprocessed at the deadline
 */
export const putMany = (storage: Storage, items: readonly Item[]): Promise<void> =>
  writeMany(storage, putsOf(items))

/**
 * Deletes up to 25 items, if they exist, in one round trip. Some may be deleted when it throws.
 * @param keys no two of them may be the same
 * @throws ApiError service_unavailable when items are still unprocessed at the deadline
 */
export const removeMany = (storage: Storage, keys: readonly Key[]): Promise<void> =>
  writeMany(storage, deletionsOf(keys))

/** How many batches of a stage are written at once. */
const batchesAtOnce = 4

/**
 * Writes in stages: nothing of a stage is written before all of the stage before it is. Where a batch is a transaction, all
 * stages together are one transaction if they are small enough. In a DynamoDB batch, a later write could be done while an
 * earlier one is left unprocessed, so each stage has its own batches there.
 * @param stages no two writes of a stage may have the same key
 * @throws ApiError service_unavailable when items are still unprocessed at the deadline
 */
export async function writeInOrder(storage: Storage, stages: readonly Stage[]): Promise<void> {
  const all = stages.flat()
  if (isTransaction(all)) await writeMany(storage, all)
  else
    for (const stage of stages)
      await inParallel(partsOf(stage, itemsPerBatch), batchesAtOnce, (part) => writeMany(storage, part))
}

/** Writes items, and then deletes others: none is deleted before all are written. `writeInOrder` says how. */
export const putThenRemove = (
  storage: Storage,
  items: readonly Item[],
  keys: readonly Key[],
): Promise<void> => writeInOrder(storage, [putsOf(items), deletionsOf(keys)])

/**
 * Updates one item when the stages before it are written: in one transaction where `writeInOrder` makes one. They are written
 * also if the update is refused.
 */
export async function updateLast(
  storage: Storage,
  stages: readonly Stage[],
  write: UpdateWrite,
): Promise<Refusal | { refused: false }> {
  const before = stages.flat()
  if (isTransaction(before, 1)) {
    const refusals = await transact(storage, [...before.map(asTransactionWrite), { Update: write }])
    const refusal = refusals?.at(-1)
    if (!refusal) return { refused: false }
    await writeInOrder(storage, stages)
    return refusal
  }
  await writeInOrder(storage, stages)
  return update(storage, write)
}

/** Updates one item and returns the whole updated item. */
export async function update(
  storage: Storage,
  write: UpdateWrite,
): Promise<Refusal | { refused: false; item: Item }> {
  refuseDryRun(storage)
  const { name, client } = table()
  const command = new UpdateCommand({
    TableName: name,
    ...write,
    ReturnValues: 'ALL_NEW',
    ...returnOld,
    ...countUnits,
  })
  return refusable(async () => {
    const { Attributes = {} } = await send(storage, 'write', (options) => client.send(command, options))
    return { refused: false, item: Attributes } as const
  })
}

const withTable = (write: TransactionWrite, name: string) => {
  const common = { TableName: name, ...returnOld }
  if ('Put' in write) return { Put: { ...common, ...write.Put } }
  if ('Update' in write) return { Update: { ...common, ...write.Update } }
  if ('Delete' in write) return { Delete: { ...common, ...write.Delete } }
  return { ConditionCheck: { ...common, ...write.ConditionCheck } }
}

/** Checks the conditions of a transaction and the sizes of its items. What follows in the same dry run sees the items. */
async function tryTransaction(
  storage: Storage,
  writes: TransactionWrite[],
): Promise<(Refusal | undefined)[] | undefined> {
  const checked = withoutDryRunItems(storage.dryRunItems, writes)
  const refusals =
    checked.length > 0 ? await transact({ ...storage, isDryRun: false }, checked.map(asCheck)) : undefined
  if (!refusals) {
    for (const write of writes) if ('Put' in write) checkItemSize(write.Put.Item)
    remember(storage.dryRunItems, writes)
  }
  return refusals && writes.map((write) => refusals[checked.indexOf(write)])
}

/**
 * Sends a transaction: all writes are made or none. In a dry run it only checks their conditions. The client token makes
 * the SDK's retries idempotent, even after a commit whose answer was lost.
 * @returns undefined if committed; otherwise, for each write, the refusal of its condition, if it was refused
 */
export async function transact(
  storage: Storage,
  writes: TransactionWrite[],
): Promise<(Refusal | undefined)[] | undefined> {
  if (storage.isDryRun) return tryTransaction(storage, writes)
  const { name, client } = table()
  const command = new TransactWriteCommand({
    ClientRequestToken: randomUUID(),
    TransactItems: writes.map((write) => withTable(write, name)),
    ...countUnits,
  })
  try {
    await send(storage, 'write', (options) => client.send(command, options))
    return undefined
  } catch (error) {
    const reasons = error instanceof TransactionCanceledException ? error.CancellationReasons : undefined
    if (!reasons?.some(({ Code }) => Code === 'ConditionalCheckFailed')) throw error
    return reasons.map(({ Code, Item }) =>
      // the client token makes retries idempotent, so a refusal is final
      Code === 'ConditionalCheckFailed'
        ? { refused: true, found: Item && unmarshall(Item), isUnsure: false }
        : undefined,
    )
  }
}

/** Returns the error that the first refused write of a transaction means. */
export function firstRefusal(writes: CheckedWrite[], refusals: (Refusal | undefined)[]): ApiError {
  for (const [index, refusal] of refusals.entries()) {
    const meaning = refusal && writes[index]?.whenRefused(refusal)
    if (meaning) return meaning
  }
  return new ApiError('internal_error', 'A transaction was refused without a reason.')
}
