import * as z from 'zod/mini'
import { declare, scopes } from './endpoint.ts'
import { exampleIds as ids, labelLimit, labelRule, type FieldTexts } from './field-texts.ts'
import { maxRateLimit } from './limits.ts'
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

export const tokenTexts = (): FieldTexts<Token> => ({
  id: { meaning: 'Its id', example: ids.tokenId },
  name: { meaning: labelLimit(), example: 'Website form' },
  scopes: { meaning: 'What it may do', example: ['read', 'write'] },
  created_at: { meaning: 'When it was made', example: '2026-11-20T08:10:00.000Z' },
  expires_at: { meaning: 'When it ends by itself; null: never', example: null },
  rate_limit: {
    meaning: 'How many requests it may send per minute; null: 0.4 of what its account may',
    example: null,
  },
})

const rateLimitRule = `must be a whole number from 1 to ${maxRateLimit}`
/** Requests per minute. */
const rateLimit = z
  .int({ error: rateLimitRule })
  .check(z.gte(1, rateLimitRule), z.lte(maxRateLimit, rateLimitRule))

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
  auth: { kind: 'token', scope: 'admin' },
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
  auth: { kind: 'token', scope: 'admin' },
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
  errors: ['quota_exceeded'],
  access: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

/** A token to be made; without `expiresAt`, an ISO 8601 time, it stays until it is revoked. */
export type NewToken = z.output<typeof createToken.body>

/** The texts of the body of a token. */
export const tokenBodyTexts = (): FieldTexts<z.input<typeof createToken.body>> => ({
  name: { meaning: labelRule(), example: 'Website form' },
  scopes: {
    meaning: 'What the token may do: at least one, none that your own token lacks',
    example: ['read', 'write'],
  },
  expiresAt: {
    meaning: 'When the token ends, a second ahead at least, and no later than your own token; null: never',
    example: '2099-12-31T12:00:00Z',
  },
  rateLimit: {
    meaning:
      'How many requests the token may send per minute, at most as many as the account; null: 0.4 of what the account may',
    example: null,
  },
})

export const deleteToken = declare({
  id: 'tokens.delete',
  method: 'DELETE',
  path: '/tokens/{tokenId}',
  auth: { kind: 'token', scope: 'admin' },
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
  auth: { kind: 'token', scope: 'any' },
  params: none,
  query: none,
  success: 200,
  answer: z.object({ token, account: z.object({ id: uuid, plan: z.literal(plans) }) }),
  errors: [],
  access: [],
})
