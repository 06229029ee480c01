import { invalidToken, type ApiError } from '../contract/api-error.ts'
import { forgetPrincipal } from './principal.ts'
import type { Caller } from './caller.ts'
import type { Condition, TransactionWrite } from '../table/transaction-write.ts'
import { epochSeconds, type Key } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import { sessionKey, tokenKey } from './token-item.ts'

/** The caller, whose token makes things; undefined for the operator, who has none. */
export const makerOf = (tenant: Caller | Tenant): Caller | undefined =>
  'tokenHash' in tenant ? tenant : undefined

/** The key of the token that the request was authenticated with. */
export const makerKey = ({ accountId, tokenHash, session }: Caller): Key =>
  session ? sessionKey(accountId, tokenHash) : tokenKey(accountId, tokenHash)

/** The error for a request whose token was revoked meanwhile. All later requests with the token get it too. */
export function makerGone({ tokenHash }: Caller): ApiError {
  forgetPrincipal(tokenHash)
  return invalidToken()
}

/** The condition that a token's item exists and has not expired. */
export const isLiveToken = (): Condition => ({
  ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(expires_at) OR expires_at > :second)',
  ExpressionAttributeValues: { ':second': epochSeconds(Date.now()) },
})

/** The same of a maker's token. A session must still have the role that it had when the request began. */
export function isLiveMaker({ session }: Caller): Condition {
  const live = isLiveToken()
  if (!session) return live
  const { ConditionExpression, ExpressionAttributeValues } = live
  return {
    ConditionExpression: `(${ConditionExpression}) AND #grant = :grant`,
    ExpressionAttributeNames: { '#grant': 'grant' },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':grant': session.grant },
  }
}

/**
 * Checks, within a transaction, that the maker's token still exists. Things that outlive that token, such as a token
 * that it creates, must be written in such a transaction: functions remember a token for a minute, and a revoked token
 * must not leave a successor. It costs 2 write units, and the declaration's `access` must allow ConditionCheckItem.
 */
export const makerCheck = (maker: Caller): TransactionWrite => ({
  ConditionCheck: { Key: makerKey(maker), ...isLiveMaker(maker) },
})
