import * as z from 'zod/mini'
import { isBase64, secretProblem } from './secret.ts'
import { anyTextOf, textOf, wholeNumber } from '../contract/fields.ts'
import { timeZone } from '../shared/time-zone.ts'
import { mappingShape } from '../tasks/fields.ts'
import { maxDescriptionCharacters, maxFormRateLimit, maxRetentionDays } from '../contract/limits.ts'

/** The form services whose payloads a form can read; each has a file in lib/forms/presets. */
export const sources = ['github', 'typeform', 'tally', 'jotform', 'formbricks', 'google', 'generic'] as const
export type Source = (typeof sources)[number]

/** The schemes that a sender can sign submissions with: lib/forms/signature.ts. */
export const signatureSchemes = ['typeform', 'tally', 'github', 'standard', 'hmac', 'header'] as const

/** The name of a header: RFC 9110, section 5.1. */
const headerName = z
  .string()
  .check(z.toLowerCase(), z.regex(/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/, 'must be the name of a header'))

/** A secret that the form shares with its sender. It is stored as it is given: `keysOf` says what it may mean. */
const secret = textOf(500).check((context) => {
  const message = secretProblem(context.value)
  if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message })
})

/** A secret of Polar, which signs with this very text: https://polar.sh/docs/integrate/webhooks/delivery */
const polarSecret = /^\s*polar_whs_\w+\s*$/

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const standardSecret = secret.check(
  z.trim(),
  z.refine((text) => isBase64(text) || polarSecret.test(text), {
    error: 'must be base64, with or without whsec_ before it',
  }),
)

/** A secret that is the value of a header: RFC 9110, section 5.5. */
const headerSecret = secret.check(
  z.trim(),
  z.refine((text) => !/[\r\n\0]/.test(text), { error: 'must not hold a line break: no header does' }),
)

const signature = z.discriminatedUnion(
  'scheme',
  [
    z.strictObject({ scheme: z.literal(['typeform', 'tally', 'github']), secret }),
    z.strictObject({ scheme: z.literal('standard'), secret: standardSecret }),
    z.strictObject({
      scheme: z.literal('hmac'),
      secret,
      header: headerName,
      encoding: z.literal(['hex', 'base64']),
      prefix: z.optional(anyTextOf(50)),
    }),
    z.strictObject({ scheme: z.literal('header'), secret: headerSecret, header: headerName }),
  ],
  { error: `must be an object whose scheme is one of ${signatureSchemes.join(', ')}` },
)
export type Signature = z.output<typeof signature>

const template = anyTextOf(maxDescriptionCharacters)

/** The rules that make a task from a submission, or a comment. lib/forms/mapping.ts checks the templates. */
export const mapping = z.strictObject({ ...mappingShape(template), commentOn: z.optional(template) })
export type Mapping = z.output<typeof mapping>

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address, such as https://example.com/thanks' })
  .check(z.maxLength(2_000, 'must be at most 2,000 characters long'))

/** The name of a host as a URL has it: in ASCII and lower case, or an IPv6 address. */
const host = /^(?:(?=.{1,253}$)(?:[\w-]{1,63}\.)*[\w-]{1,63}\.?|\[[\da-f:.]+\])$/

/**
 * Returns the origin of a website as a browser sends it in the header `Origin`: in lower case, without the port that
 * its scheme has anyway. Returns undefined if the text is not an origin.
 */
export function originOf(text: string): string | undefined {
  const url = URL.parse(text)
  return url &&
    /^https?:$/.test(url.protocol) &&
    host.test(url.hostname) &&
    url.port !== '0' &&
    url.href === `${url.origin}/`
    ? url.origin
    : undefined
}

/** The origin of a website. */
const webOrigin = z.string().check(
  z.refine((text) => originOf(text) !== undefined, {
    error: 'must be an origin, such as https://example.com',
  }),
  z.overwrite((text) => originOf(text) ?? text),
)

/** The settings of a form, which can be set when it is created and later. */
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
  timeZone: z.optional(z.nullable(timeZone)),
  paused: z.optional(z.boolean()),
  rateLimit: z.optional(wholeNumber(1, maxFormRateLimit)),
  retentionDays: z.optional(wholeNumber(1, maxRetentionDays)),
}
