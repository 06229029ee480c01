import * as z from 'zod/mini'
import type { FieldTexts } from '../contract/field-texts.ts'
import { exampleIds as ids } from '../contract/field-texts.ts'
import { textOf, timestamp, uuid } from '../contract/fields.ts'
import { sessionHours, ticketMinutes } from '../contract/limits.ts'
import { plans } from '../tokens/token.ts'
import { member, memberTexts } from './member.ts'

/** A session in the answer that makes it. */
export const session = z.object({
  secret: z.string(),
  expires_at: timestamp,
  account: z.object({ id: uuid, name: z.string(), plan: z.literal(plans) }),
  member,
})
export type Session = z.output<typeof session>

/** The answer to a person who is a member of several accounts. */
export const choice = z.object({
  accounts: z.array(z.object({ id: uuid, name: z.string() })),
  ticket: z.string(),
})
export type Choice = z.output<typeof choice>

export const sessionExample = (): Session => ({
  secret: 'tss_<account>_<random>_<checksum>',
  expires_at: '2026-11-20T20:10:00.000Z',
  account: { id: ids.accountId, name: 'Example Ltd', plan: 'pro' },
  member: {
    id: ids.memberId,
    email: memberTexts().email.example,
    role: 'member',
    project_ids: null,
    created_at: memberTexts().created_at.example,
  },
})

const given = (fields: Record<string, unknown>, names: readonly string[]) =>
  names.filter((name) => fields[name] !== undefined).length

const ofCode = ['code', 'codeVerifier', 'nonce', 'redirectUri']
const ofTicket = ['ticket', 'accountId']

const listed = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names)

/** A text that a provider or this service made. */
const opaque = textOf(4_096)

/** The body of a sign-in: what the provider sent to the browser, or the chosen account. */
export const newSession = z
  .strictObject({
    code: z.optional(opaque),
    iss: z.optional(opaque),
    codeVerifier: z.optional(
      z
        .string()
        .check(
          z.regex(/^[A-Za-z0-9._~-]{43,128}$/, 'must be 43 to 128 of the characters A–Z a–z 0–9 . _ ~ -'),
        ),
    ),
    nonce: z.optional(opaque),
    redirectUri: z.optional(opaque),
    ticket: z.optional(opaque),
    accountId: z.optional(uuid),
  })
  .check(
    z.refine(
      (fields) =>
        (given(fields, ofCode) === ofCode.length && given(fields, ofTicket) === 0) ||
        (given(fields, ofTicket) === ofTicket.length && given(fields, [...ofCode, 'iss']) === 0),
      { error: () => `must have either ${listed(ofCode)}, or ${listed(ofTicket)}` },
    ),
  )
export type NewSession = z.output<typeof newSession>

/** The texts of the body of a session. */
export const sessionBodyTexts = (): FieldTexts<z.input<typeof newSession>> => ({
  code: {
    meaning: 'The `code` that the provider has sent to the redirect address',
    example: 'SplxlOBeZQQYbYS6WxSbIA',
  },
  iss: {
    meaning: 'The `iss` that the provider has sent with it, if it has',
    example: 'https://id.example.com',
  },
  codeVerifier: {
    meaning: 'The secret whose SHA-256 was the `code_challenge` (RFC 7636)',
    example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  },
  nonce: { meaning: 'The `nonce` that was sent to the provider', example: 'n-0S6_WzA2Mj' },
  redirectUri: {
    meaning:
      'The `redirect_uri` that was sent to the provider: `/sign-in/callback` on the origin of this service',
    example: 'https://tasks.example.com/sign-in/callback',
  },
  ticket: {
    meaning: `The ticket of an answer that offers several accounts. It works once, within ${ticketMinutes} minutes`,
    example: '4f9c2b…',
  },
  accountId: { meaning: 'The account that was chosen', example: ids.accountId },
})

/** How long a session lasts, in words. */
export const lasting = `${sessionHours} hours`
