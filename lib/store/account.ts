import { randomUUID } from 'node:crypto'
import type { Plan } from '../contract/token.ts'
import { defaultRateLimit } from '../rate-limit/limits.ts'
import type { Storage } from './storage.ts'
import { get, query } from './read-items.ts'
import { put, update } from './write-items.ts'
import { accountPartition, type Item, type Key } from './item.ts'
import { updateOf } from './update-expression.ts'

/** A tenant. `task_quota` is what its new projects start with, `rate_limit` how many requests it may send per minute. */
export interface Account {
  id: string
  name: string
  plan: Plan
  task_quota: number
  rate_limit: number
  created_at: string
}

/** Unless an account or a project says otherwise, a project holds this many tasks. */
export const defaultTaskQuota = 10_000

/** Accounts are listed by an index partition of their own, so that a list never scans the tasks. */
const accountList = 'ACCOUNTS'

export const accountKey = (accountId: string): Key => ({ pk: accountPartition(accountId), sk: 'ACCOUNT' })

// the table holds under this key only what createAccount wrote; in an earlier release that was no `rate_limit`
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

/** Finds an account; undefined when there is none of that id. */
export async function findAccount(storage: Storage, accountId: string): Promise<Account | undefined> {
  const item = await get(storage, accountKey(accountId))
  return item && toAccount(item)
}

/** Every account, oldest first. */
export async function listAccounts(storage: Storage): Promise<Account[]> {
  const accounts: Account[] = []
  let after: Item | undefined
  do {
    const page = await query(storage, {
      index: 'list',
      condition: 'list_pk = :list',
      values: { ':list': accountList },
      after,
    })
    accounts.push(...page.items.map(toAccount))
    after = page.last
  } while (after)
  return accounts
}

/** Changes what is given; undefined when there is no such account. */
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
