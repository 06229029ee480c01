import { ApiError } from '../contract/api-error.ts'
import { accountKey } from './account.ts'
import type { Caller } from './caller.ts'
import type { Item } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import { makerCheck, makerGone, makerOf } from './maker.ts'
import { get } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import { firstRefusal, transact, type CheckedWrite } from '../table/write-items.ts'

/** A kind of item of which an account may have a limited number. */
export interface LimitedItem {
  /** The new item with its key. */
  item: Item
  /** Further checks that must hold. */
  checks: CheckedWrite[]
  /** The attribute of the account that counts how often one was created. */
  counter: `${'form' | 'webhook' | 'rule' | 'calendar' | 'member' | 'token'}_writes`
  most: number
  /** The plural, for the message: `forms`. */
  plural: string
  /** What makes room for another one. */
  remedy?: 'revoke'
  /** Returns the number that the account, which was just read, has. */
  count: (account: Item | undefined) => Promise<number>
  /** Returns the error if an item with this key exists. Absent: the key is new. */
  whenExists?: () => ApiError
}

/**
 * Creates an item, on condition that the maker's token is still valid; the operator has none. The account counts such writes.
 * Since the count was read, there may have been no more of them than there was room for: so concurrent callers never exceed
 * the limit together, and get in each other's way only when they come near it.
 * @throws ApiError quota_exceeded when the account has as many as it may; invalid_token when the maker's token is
 * revoked; the error of a check that fails, or of an existing item
 */
export async function createLimited(
  tenant: Caller | Tenant,
  { item, checks, counter, most, plural, remedy, count, whenExists }: LimitedItem,
): Promise<void> {
  const maker = makerOf(tenant)
  await retried(tenant, async () => {
    // read the account first: every create after this read changes its count
    const account = await get(tenant, accountKey(tenant.accountId))
    const seen = Number(account?.[counter] ?? 0)
    const room = most - (await count(account))
    if (room <= 0) {
      const what = `The account has ${most} ${plural}: ${remedy ?? 'delete'} one first.`
      throw new ApiError('quota_exceeded', what)
    }
    const refusals = await transact(tenant, [
      { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } },
      {
        Update: {
          Key: accountKey(tenant.accountId),
          UpdateExpression: 'ADD #counter :one',
          ConditionExpression:
            'attribute_exists(pk) AND (attribute_not_exists(#counter) OR #counter < :full)',
          ExpressionAttributeNames: { '#counter': counter },
          ExpressionAttributeValues: { ':one': 1, ':full': seen + room },
        },
      },
      ...checks.map(({ write }) => write),
      ...(maker ? [makerCheck(maker)] : []),
    ])
    if (!refusals) return true
    const [ofItem, , ...others] = refusals
    const ofChecks = others.slice(0, checks.length)
    if (maker && others[checks.length]) throw makerGone(maker)
    if (ofItem && whenExists) throw whenExists()
    if (ofChecks.some((refusal) => refusal !== undefined)) throw firstRefusal(checks, ofChecks)
    return undefined
  })
}
