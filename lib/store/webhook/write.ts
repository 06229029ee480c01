import { notFound } from '../../api-error.ts'
import type { Caller } from '../caller.ts'
import type { Item } from '../item.ts'
import { makerCheck, makerGone } from '../maker.ts'
import { updateOf } from '../update-expression.ts'
import { firstRefusal, transact, type CheckedWrite, type Condition } from '../write-items.ts'
import { webhookKey } from './item.ts'

/**
 * Changes a webhook, on condition that the maker's token is still valid.
 * @param condition what must be as it was read
 * @param checks what else must hold
 * @returns whether it was changed; false when the condition no longer holds
 * @throws ApiError webhook_not_found; invalid_token; the error of a check that fails
 */
export async function writeWebhook(
  maker: Caller,
  webhookId: string,
  set: Item,
  { condition, checks = [] }: { condition: Required<Condition>; checks?: CheckedWrite[] },
): Promise<boolean> {
  const { UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues } = updateOf(set)
  const refusals = await transact(maker, [
    {
      Update: {
        Key: webhookKey(maker, webhookId),
        UpdateExpression,
        ConditionExpression: `attribute_exists(pk) AND ${condition.ConditionExpression}`,
        ExpressionAttributeNames: { ...ExpressionAttributeNames, ...condition.ExpressionAttributeNames },
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ...condition.ExpressionAttributeValues },
      },
    },
    makerCheck(maker),
    ...checks.map(({ write }) => write),
  ])
  if (!refusals) return true
  const [ofWebhook, ofMaker, ...ofChecks] = refusals
  if (ofMaker) throw makerGone(maker)
  if (ofWebhook && !ofWebhook.found) throw notFound('webhook')
  if (ofChecks.some((refusal) => refusal !== undefined)) throw firstRefusal(checks, ofChecks)
  return false
}
