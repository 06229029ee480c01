import * as z from 'zod/mini'
import { declare, scopes } from './endpoint.ts'
import { bodyErrors } from './errors.ts'
import { highestRateLimit } from '../rate-limit/limits.ts'
import { label, none, success, timestamp, uuid } from './fields.ts'

/** The API is part of the Pro plan: docs/tasks-interface.md, "What the service does". */
export const plans = ['pro', 'free'] as const
export type Plan = (typeof plans)[number]

const token = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(z.literal(scopes)),
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
  rate_limit: z.nullable(z.number()),
})
/** A token as it may be shown: its secret is nowhere. */
export type Token = z.output<typeof token>

const rateLimitError = `must be a whole number from 1 to ${highestRateLimit}`
/** Requests per minute. */
const rateLimit = z
  .int({ error: rateLimitError })
  .check(z.gte(1, rateLimitError), z.lte(highestRateLimit, rateLimitError))

/** The first time of five-digit years, which answers could not show: ISO 8601 has four. */
const yearTenThousandMs = Date.UTC(10_000, 0)

/**
 * When a token is to end. It ends with the whole second before that, never later than asked: so a time less than a
 * second ahead would make a token that is dead when its maker gets it.
 */
const expiry = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-01-31T12:00:00Z', abort: true })
  .check(
    z.refine((time) => Date.parse(time) > Date.now(), { error: 'must lie in the future', abort: true }),
    z.refine((time) => Date.parse(time) >= Date.now() + 1000, { error: 'must lie a second ahead at least' }),
    z.refine((time) => Date.parse(time) < yearTenThousandMs, {
      error: 'must lie before the year 10000, in UTC',
    }),
  )

export const listTokens = declare({
  id: 'tokens.list',
  method: 'GET',
  path: '/tokens',
  scope: 'admin',
  params: none,
  query: none,
  success: 200,
  answer: z.object({ tokens: z.array(token) }),
  errors: [],
  access: ['Query'],
})

export const createToken = declare({
  id: 'tokens.create',
  method: 'POST',
  path: '/tokens',
  scope: 'admin',
  params: none,
  query: none,
  body: z.strictObject({
    name: label,
    scopes: z.pipe(
      z
        .array(z.literal(scopes))
        .check(z.refine((chosen) => chosen.length > 0, { error: 'must name a scope' })),
      z.transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
    ),
    expiresAt: z.optional(z.nullable(expiry)),
    rateLimit: z.optional(z.nullable(rateLimit)),
  }),
  success: 201,
  answer: z.object({ token: z.extend(token, { secret: z.string() }) }),
  errors: ['quota_exceeded', ...bodyErrors],
  access: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const deleteToken = declare({
  id: 'tokens.delete',
  method: 'DELETE',
  path: '/tokens/{tokenId}',
  scope: 'admin',
  params: z.strictObject({ tokenId: uuid }),
  query: none,
  success: 200,
  answer: success,
  errors: ['token_not_found'],
  access: ['Query', 'DeleteItem', 'ConditionCheckItem'],
})

export const getOwnToken = declare({
  id: 'tokens.self',
  method: 'GET',
  path: '/tokens/self',
  scope: 'any',
  params: none,
  query: none,
  success: 200,
  answer: z.object({ token, account: z.object({ id: uuid, plan: z.literal(plans) }) }),
  errors: [],
  access: [],
})
