import * as z from 'zod/mini'
import { anyTextOf, status, textOf, uuid } from './fields.ts'
import { maxDescriptionCharacters, maxFormRateLimit, maxRetentionDays } from './limits.ts'

/** Whose payloads a form reads; each has a file in lib/form/presets. */
export const sources = ['github', 'typeform', 'tally', 'jotform', 'formbricks', 'google', 'generic'] as const
export type Source = (typeof sources)[number]

/** How a form's sender signs: lib/form/signature.ts. */
export const signatureSchemes = ['typeform', 'tally', 'github', 'standard', 'hmac', 'header'] as const

/** A header's name: RFC 9110, section 5.1. */
const headerName = z
  .string()
  .check(z.toLowerCase(), z.regex(/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/, 'must be the name of a header'))

/** A secret that is shared with the sender. */
const secret = textOf(500)

const signature = z.discriminatedUnion(
  'scheme',
  [
    z.strictObject({ scheme: z.literal(['typeform', 'tally', 'github']), secret }),
    z.strictObject({ scheme: z.literal('standard'), secret }),
    z.strictObject({
      scheme: z.literal('hmac'),
      secret,
      header: headerName,
      encoding: z.literal(['hex', 'base64']),
      prefix: z.optional(anyTextOf(50)),
    }),
    z.strictObject({ scheme: z.literal('header'), secret, header: headerName }),
  ],
  { error: `must be an object whose scheme is one of ${signatureSchemes.join(', ')}` },
)
export type Signature = z.output<typeof signature>

const template = anyTextOf(maxDescriptionCharacters)

/** How a submission becomes a task; lib/form/mapping.ts checks the templates. */
export const mapping = z.strictObject({
  label: z.optional(template),
  description: z.optional(template),
  externalId: z.optional(template),
  status: z.optional(status),
  workflowLaneId: z.optional(uuid),
})
export type Mapping = z.output<typeof mapping>

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address, such as https://example.com/thanks' })
  .check(z.maxLength(2_000, 'must be at most 2,000 characters long'))

/** The origin of a website, as a browser sends it in the header Origin. */
const webOrigin = z
  .string()
  .check(
    z.regex(/^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/, 'must be an origin, such as https://example.com'),
  )

export const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.int(error).check(z.minimum(least, error), z.maximum(most, error))
}

/** What may be set of a form, at its creation and later. */
export const settings = {
  source: z.optional(z.nullable(z.literal(sources))),
  mapping: z.optional(z.nullable(mapping)),
  signature: z.optional(z.nullable(signature)),
  honeypot: z.optional(z.nullable(textOf(200))),
  redirectUrl: z.optional(z.nullable(webAddress)),
  allowedOrigins: z.optional(
    z.nullable(
      z
        .array(webOrigin)
        .check(z.minLength(1, 'must name an origin'), z.maxLength(20, 'must name at most 20 origins')),
    ),
  ),
  dedupeBy: z.optional(z.nullable(textOf(500))),
  paused: z.optional(z.boolean()),
  rateLimit: z.optional(wholeNumber(1, maxFormRateLimit)),
  retentionDays: z.optional(wholeNumber(1, maxRetentionDays)),
}
