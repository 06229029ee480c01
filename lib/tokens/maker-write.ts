import type { ApiError } from '../contract/api-error.ts'
import { withChanges, type Changed } from '../table/attributes.ts'
import type { Key } from '../table/item.ts'
import { retried } from '../table/retried.ts'
import type { BoundsCondition, Tenant } from '../table/tenant.ts'
import { updateIf } from '../table/update-expression.ts'
import { firstRefusal, transact, type CheckedWrite } from '../table/write-items.ts'
import type { Caller } from './caller.ts'
import { makerCheck, makerGone } from './maker.ts'

/** A change of an item by a maker. */
interface MakerChange<I> {
  read: () => Promise<I>
  /** Returns the attributes to set, or to remove if they are undefined; without any, nothing is written. */
  changesOf: (item: I) => Changed<NoInfer<I>>
  /** The attribute that must be as it was read. */
  seen: keyof I & string
  /** Further checks that must hold. */
  checks?: CheckedWrite[]
  /** Returns the error for an item that does not exist. */
  whenAbsent: () => ApiError
}

/**
 * Changes an item, on condition that it has not changed since it was read and that the maker's token is still valid. If
 * it has changed, it is read again. It is not read after the write: if that read failed, the answer would be an error
 * although the change is done.
 * @returns the item before and after; the same object if there was nothing to write
 * @throws ApiError invalid_token; that of an absent item; the error of a check that fails; service_unavailable
 */
export async function changeAsMaker<I extends object>(
  maker: Caller,
  key: Key,
  { read, changesOf, seen, checks = [], whenAbsent }: MakerChange<I>,
): Promise<{ before: I; after: I }> {
  return retried(maker, async () => {
    const before = await read()
    const changes = changesOf(before)
    if (Object.keys(changes).length === 0) return { before, after: before }
    const condition = {
      ConditionExpression: 'attribute_exists(pk) AND #seen = :seen',
      ExpressionAttributeNames: { '#seen': seen },
      ExpressionAttributeValues: { ':seen': before[seen] },
    }
    const refusals = await transact(maker, [
      { Update: { Key: key, ...updateIf(changes, condition) } },
      makerCheck(maker),
      ...checks.map(({ write }) => write),
    ])
    if (!refusals) return { before, after: withChanges<I>(before, changes) }
    const [ofItem, ofMaker, ...ofChecks] = refusals
    if (ofMaker) throw makerGone(maker)
    if (ofItem && !ofItem.found) throw whenAbsent()
    if (ofChecks.some((refusal) => refusal !== undefined)) throw firstRefusal(checks, ofChecks)
    return undefined
  })
}

/**
 * Deletes an item.
 * @param within that it is within the bounds of the request, as a condition
 * @throws ApiError the error of an absent item
 */
export async function removeExisting(
  tenant: Tenant,
  key: Key,
  whenAbsent: () => ApiError,
  within?: BoundsCondition,
): Promise<void> {
  const exists = 'attribute_exists(pk)'
  const condition = within
    ? {
        ConditionExpression: `${exists} AND ${within.condition}`,
        ExpressionAttributeValues: within.values,
      }
    : { ConditionExpression: exists }
  const refusals = await transact(tenant, [{ Delete: { Key: key, ...condition } }])
  if (refusals) throw whenAbsent()
}
