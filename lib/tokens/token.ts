import * as z from 'zod/mini'
import { scopes } from '../contract/endpoint.ts'
import { exampleIds as ids, labelLimit, labelRule, type FieldTexts } from '../contract/field-texts.ts'
import { label, timestamp, uuid } from '../contract/fields.ts'
import { maxBoundProjects, maxRateLimit } from '../contract/limits.ts'

/** The API is part of the Pro plan: docs/tasks-interface.md, "What the service does". */
export const plans = ['pro', 'free'] as const
export type Plan = (typeof plans)[number]

export const token = z.object({
  id: uuid,
  name: z.string(),
  scopes: z.array(z.literal(scopes)),
  created_at: timestamp,
  expires_at: z.nullable(timestamp),
  rate_limit: z.nullable(z.number()),
  project_ids: z.nullable(z.array(uuid)),
  created_by: z.nullable(z.string()),
})
/** A token in answers, without its secret. */
export type Token = z.output<typeof token>

export const tokenTexts = (): FieldTexts<Token> => ({
  id: { meaning: 'The id of the token', example: ids.tokenId },
  name: { meaning: `The name of the token, ${labelLimit()}`, example: 'Website form' },
  scopes: { meaning: 'The scopes of the token', example: ['read', 'write'] },
  created_at: { meaning: 'When the token was created', example: '2026-11-20T08:10:00.000Z' },
  expires_at: { meaning: 'When the token expires; null if it does not', example: null },
  rate_limit: {
    meaning: 'The most requests that it may send per minute; null means 40 % of the limit of its account',
    example: null,
  },
  project_ids: {
    meaning: 'The only projects that it sees and writes; null if it is not bound to projects',
    example: null,
  },
  created_by: {
    meaning:
      'The e-mail address of the member who created it, or who created the token that did; null if it was not a member',
    example: null,
  },
})

const rateLimitRule = `must be a whole number from 1 to ${maxRateLimit}`
/** Requests per minute. */
const rateLimit = z
  .int({ error: rateLimitRule })
  .check(z.gte(1, rateLimitRule), z.lte(maxRateLimit, rateLimitRule))

const projectsRule = `must name 1 to ${maxBoundProjects} different projects`
/** The projects that a token is bound to. */
export const boundProjects = z.array(uuid).check(
  z.refine((ids) => ids.length >= 1 && ids.length <= maxBoundProjects && new Set(ids).size === ids.length, {
    error: projectsRule,
  }),
)

/** The start of the year 10000. Answers cannot show it, because ISO 8601 years have four digits. */
const yearTenThousandMs = Date.UTC(10_000, 0)

/**
 * When a token expires. The time is rounded down to a whole second, so that a token never lives longer than asked. A time
 * less than a second ahead would therefore create a token that has already expired.
 */
const expiry = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-01-31T12:00:00Z', abort: true })
  .check(
    z.refine((time) => Date.parse(time) > Date.now(), { error: 'must be in the future', abort: true }),
    z.refine((time) => Date.parse(time) >= Date.now() + 1000, {
      error: 'must be at least one second in the future',
    }),
    z.refine((time) => Date.parse(time) < yearTenThousandMs, {
      error: 'must be before the year 10000 in UTC',
    }),
  )

export const newToken = z.strictObject({
  name: label,
  scopes: z.pipe(
    z.array(z.literal(scopes)).check(z.minLength(1, 'must name a scope')),
    z.transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  ),
  expiresAt: z.optional(z.nullable(expiry)),
  rateLimit: z.optional(z.nullable(rateLimit)),
  projectIds: z.optional(z.nullable(boundProjects)),
})

/** The data of a new token. Without `expiresAt`, an ISO 8601 time, it is valid until it is revoked. */
export type NewToken = z.output<typeof newToken>

/** The texts of the body of a token. */
export const tokenBodyTexts = (): FieldTexts<z.input<typeof newToken>> => ({
  name: { meaning: `The name of the token, ${labelRule()}`, example: 'Website form' },
  scopes: {
    meaning: 'The scopes of the token: at least one, and only scopes that your own token has',
    example: ['read', 'write'],
  },
  expiresAt: {
    meaning:
      'When the token expires: at least one second in the future, and not later than your own token. Null if it does not expire',
    example: '2099-12-31T12:00:00Z',
  },
  rateLimit: {
    meaning:
      'The most requests that the token may send per minute, at most the limit of the account. Null means 40 % of the limit of the account',
    example: null,
  },
  projectIds: {
    meaning: `The only projects that the token sees and writes, 1 to ${maxBoundProjects} of them. Null: all projects. A token that is bound itself can name only its own projects; if this is left out, the new token gets all of them`,
    example: null,
  },
})
