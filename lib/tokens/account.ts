import { randomUUID } from 'node:crypto'
import { defaultHistoryDays, defaultRateLimit, defaultTaskQuota } from '../contract/limits.ts'
import type { Plan } from './token.ts'
import type { Storage } from '../table/storage.ts'
import { get, getMany, queryAll } from '../table/read-items.ts'
import { put, transact, update } from '../table/write-items.ts'
import { accountPartition, type Item, type Key } from '../table/item.ts'
import { updateOf } from '../table/update-expression.ts'

/**
 * An account. Its `task_quota` is the quota of its new projects. Its `time_zone` is that of times that forms and files have
 * without an offset; null if none is set. Its `history_days` is for how long the history of its tasks is kept; 0: it has none.
 */
export interface Account {
  id: string
  name: string
  plan: Plan
  task_quota: number
  rate_limit: number
  time_zone: string | null
  history_days: number
  created_at: string
}

/** All accounts share one partition of the list index, so that listing them does not scan the table. */
const accountList = 'ACCOUNTS'

export const accountKey = (accountId: string): Key => ({ pk: accountPartition(accountId), sk: 'ACCOUNT' })

// only createAccount writes items under an account's key
export const toAccount = ({
  id,
  name,
  plan,
  task_quota,
  rate_limit = defaultRateLimit,
  time_zone = null,
  history_days = defaultHistoryDays,
  created_at,
}: Item): Account =>
  ({ id, name, plan, task_quota, rate_limit, time_zone, history_days, created_at }) as Account

/** Reads an account and an item of it, in one round trip; undefined stands for what is absent. */
export async function getWithAccount(
  storage: Storage,
  accountId: string,
  key: Key,
): Promise<{ account: Account | undefined; item: Item | undefined }> {
  const items = await getMany(storage, [accountKey(accountId), key])
  const itemAt = ({ sk }: Key) => items.find((item) => item.sk === sk)
  const account = itemAt(accountKey(accountId))
  return { account: account && toAccount(account), item: itemAt(key) }
}

export async function createAccount(
  storage: Storage,
  {
    name,
    plan = 'pro',
    task_quota = defaultTaskQuota,
    rate_limit,
    time_zone,
    history_days,
  }: Pick<Account, 'name'> & Partial<Account>,
): Promise<Account> {
  const id = randomUUID()
  const created_at = new Date().toISOString()
  const account = { id, name, plan, task_quota, rate_limit, time_zone, history_days, created_at }
  await put(storage, {
    Item: {
      ...accountKey(account.id),
      ...account,
      token_writes: 0,
      list_pk: accountList,
      list_sk: `${account.created_at}#${account.id}`,
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  })
  return toAccount(account)
}

/** Finds an account; undefined when there is no account with this id. */
export async function findAccount(storage: Storage, accountId: string): Promise<Account | undefined> {
  const item = await get(storage, accountKey(accountId))
  return item && toAccount(item)
}

const itemsOf = (storage: Storage, list: string): Promise<Item[]> =>
  queryAll(storage, { index: 'list', condition: 'list_pk = :list', values: { ':list': list } })

/** Lists all accounts, oldest first. */
export const listAccounts = async (storage: Storage): Promise<Account[]> =>
  (await itemsOf(storage, accountList)).map(toAccount)

/** Changes the fields that are given; returns undefined when there is no such account. */
export async function updateAccount(
  storage: Storage,
  accountId: string,
  change: Partial<
    Pick<Account, 'name' | 'plan' | 'task_quota' | 'rate_limit' | 'time_zone' | 'history_days'>
  >,
): Promise<Account | undefined> {
  const result = await update(storage, {
    Key: accountKey(accountId),
    ...updateOf({ updated_at: new Date().toISOString(), ...change }),
    ConditionExpression: 'attribute_exists(pk)',
  })
  return result.refused ? undefined : toAccount(result.item)
}

/** What stands for an account while it is being deleted. */
export interface ClosedAccount {
  id: string
  name: string
  closed_at: string
}

const closedList = 'ACCOUNTS#CLOSED'

/** The key of the item of a closed account, which is deleted last: a deletion that was interrupted finds it. */
export const closedKey = (accountId: string): Key => ({ pk: accountPartition(accountId), sk: 'CLOSED' })

// only closeAccount writes items under such a key
const toClosed = ({ id, name, closed_at }: Item): ClosedAccount => ({ id, name, closed_at }) as ClosedAccount

/**
 * Closes an account for good. Without its item, its tokens, sessions and forms' keys are refused and nobody signs in, as soon
 * as what functions remember is read again: within `rememberedMs` of minute-cache.ts.
 * @returns undefined when there is no such account
 */
export async function closeAccount(
  storage: Storage,
  { id, name }: Pick<Account, 'id' | 'name'>,
): Promise<ClosedAccount | undefined> {
  const closed: ClosedAccount = { id, name, closed_at: new Date().toISOString() }
  const keys = { list_pk: closedList, list_sk: `${closed.closed_at}#${id}` }
  const refusals = await transact(storage, [
    { Delete: { Key: accountKey(id), ConditionExpression: 'attribute_exists(pk)' } },
    { Put: { Item: { ...closedKey(id), ...closed, ...keys } } },
  ])
  return refusals ? findClosedAccount(storage, id) : closed
}

/** Finds an account that is being deleted; undefined if there is none with this id. */
export async function findClosedAccount(
  storage: Storage,
  accountId: string,
): Promise<ClosedAccount | undefined> {
  const item = await get(storage, closedKey(accountId))
  return item && toClosed(item)
}

/** Lists the accounts whose deletion has begun and not ended, oldest first. */
export const listClosedAccounts = async (storage: Storage): Promise<ClosedAccount[]> =>
  (await itemsOf(storage, closedList)).map(toClosed)
