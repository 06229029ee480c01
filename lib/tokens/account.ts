import { randomUUID } from 'node:crypto'
import { defaultTaskQuota } from '../contract/limits.ts'
import type { Plan } from './token.ts'
import { defaultRateLimit } from '../contract/limits.ts'
import type { Storage } from '../table/storage.ts'
import { get, queryAll } from '../table/read-items.ts'
import { put, update } from '../table/write-items.ts'
import { accountPartition, type Item, type Key } from '../table/item.ts'
import { updateOf } from '../table/update-expression.ts'

/** An account. Its `task_quota` is the quota of its new projects. */
export interface Account {
  id: string
  name: string
  plan: Plan
  task_quota: number
  rate_limit: number
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
  created_at,
}: Item): Account => ({ id, name, plan, task_quota, rate_limit, created_at }) as Account

export async function createAccount(
  storage: Storage,
  { name, plan = 'pro', task_quota = defaultTaskQuota, rate_limit }: Pick<Account, 'name'> & Partial<Account>,
): Promise<Account> {
  const id = randomUUID()
  const account = { id, name, plan, task_quota, rate_limit, created_at: new Date().toISOString() }
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

/** Lists all accounts, oldest first. */
export async function listAccounts(storage: Storage): Promise<Account[]> {
  const items = await queryAll(storage, {
    index: 'list',
    condition: 'list_pk = :list',
    values: { ':list': accountList },
  })
  return items.map(toAccount)
}

/** Changes the fields that are given; returns undefined when there is no such account. */
export async function updateAccount(
  storage: Storage,
  accountId: string,
  change: Partial<Pick<Account, 'name' | 'plan' | 'task_quota' | 'rate_limit'>>,
): Promise<Account | undefined> {
  const result = await update(storage, {
    Key: accountKey(accountId),
    ...updateOf({ updated_at: new Date().toISOString(), ...change }),
    ConditionExpression: 'attribute_exists(pk)',
  })
  return result.refused ? undefined : toAccount(result.item)
}
