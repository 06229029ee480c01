import { invalidToken, type ApiError } from '../api-error.ts'
import { forgetPrincipal } from './principal.ts'
import type { Caller } from './caller.ts'
import type { Condition, TransactionWrite } from './write-items.ts'
import { epochSeconds, type Key } from './item.ts'
import { tokenKey } from './token-item.ts'

/** Where the token of a request lies. */
export const makerKey = ({ accountId, tokenHash }: Caller): Key => tokenKey(accountId, tokenHash)

/** What a request gets whose token is gone: the answer of every request from then on. */
export function makerGone({ tokenHash }: Caller): ApiError {
  forgetPrincipal(tokenHash)
  return invalidToken()
}

/** Holds of a token's item that is there and has not expired. */
export const isLiveToken = (): Condition => ({
  ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(expires_at) OR expires_at > :second)',
  ExpressionAttributeValues: { ':second': epochSeconds(Date.now()) },
})

/**
 * A part of the transaction of everything that outlives the token which makes it: tokens, and whatever else acts
 * without its maker. A token is remembered for a minute; this looks at it at the moment of the write, so that a
 * revoked one leaves nothing behind. A contract whose code uses it grants ConditionCheckItem; it costs 2 write units.
 */
export const makerCheck = (maker: Caller): TransactionWrite => ({
  ConditionCheck: { Key: makerKey(maker), ...isLiveToken() },
})
