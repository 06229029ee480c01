import type { ApiError } from '../contract/api-error.ts'
import type { Caller } from './caller.ts'
import type { Item, Key } from '../table/item.ts'
import { makerCheck, makerGone } from './maker.ts'
import type { Tenant } from '../table/tenant.ts'
import { updateIf } from '../table/update-expression.ts'
import { firstRefusal, transact, type CheckedWrite } from '../table/write-items.ts'
import type { Condition } from '../table/transaction-write.ts'

/** What must hold when a maker changes an item, besides its existence. */
export interface MakerWrite {
  /** What must be as it was read. */
  condition?: Condition
  /** What else must hold. */
  checks?: CheckedWrite[]
  /** Returns the error for an item that does not exist. */
  whenAbsent: () => ApiError
}

/**
 * Changes an item, on condition that it exists and that the maker's token is still valid.
 * @returns whether it was changed; false when the condition no longer holds
 * @throws ApiError invalid_token; that of an absent item; the error of a check that fails
 */
export async function updateAsMaker(
  maker: Caller,
  key: Key,
  set: Item,
  { condition, checks = [], whenAbsent }: MakerWrite,
): Promise<boolean> {
  const exists = 'attribute_exists(pk)'
  const ConditionExpression = condition ? `${exists} AND ${condition.ConditionExpression}` : exists
  const refusals = await transact(maker, [
    { Update: { Key: key, ...updateIf(set, { ...condition, ConditionExpression }) } },
    makerCheck(maker),
    ...checks.map(({ write }) => write),
  ])
  if (!refusals) return true
  const [ofItem, ofMaker, ...ofChecks] = refusals
  if (ofMaker) throw makerGone(maker)
  if (ofItem && !ofItem.found) throw whenAbsent()
  if (ofChecks.some((refusal) => refusal !== undefined)) throw firstRefusal(checks, ofChecks)
  return false
}

/**
 * Deletes an item.
 * @throws ApiError that of an absent item
 */
export async function removeExisting(tenant: Tenant, key: Key, whenAbsent: () => ApiError): Promise<void> {
  const refusals = await transact(tenant, [
    { Delete: { Key: key, ConditionExpression: 'attribute_exists(pk)' } },
  ])
  if (refusals) throw whenAbsent()
}
