import * as z from 'zod/mini'
import {
  defaultPageEntries,
  maxDescriptionCharacters,
  maxExternalIdCharacters,
  maxLabelCharacters,
  maxPageEntries,
} from './limits.ts'

/** What a UUID looks like, in upper or lower case. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * A UUID in the format of RFC 9562, in upper or lower case, stored in lower case. Every version and variant is valid: an
 * unknown id is a 404, not a malformed request.
 */
export const uuid = z.string().check(z.regex(uuidPattern, 'must be a UUID'), z.toLowerCase())

/** Whether a text is such an id. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)

/** What a UUID of versions 1 to 8 looks like, in upper or lower case. */
export const chosenIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/**
 * The id that a client gives to what it creates: RFC 9562, versions 1 to 8, in upper or lower case, stored in lower case. The
 * UUIDs of only zeros and only Fs belong to no version: they are the least and the last one in the order of ids.
 */
export const chosenId = z
  .string()
  .check(
    z.regex(chosenIdPattern, 'must be a UUID of version 1 to 8 (RFC 9562), such as a random one'),
    z.toLowerCase(),
  )

/** The lane that a list is filtered by: its id, or `none` for tasks without a lane. */
export const laneFilter = z.string().check(
  z.toLowerCase(),
  z.refine((text) => text === 'none' || uuidPattern.test(text), { error: 'must be none or a UUID' }),
)

/** Counts characters as limits do. They are Unicode code points, as in JSON Schema: an emoji is one, not two. */
export const characters = (text: string): number => Array.from(text).length

const wellFormed = z.refine<string>((text) => text.isWellFormed(), {
  error: 'must be valid Unicode: it holds half of a surrogate pair',
})

/**
 * A visible character. Not visible are white space, control characters, and the characters that Unicode says to ignore
 * in a display, such as zero-width characters, variation selectors and Hangul fillers. Annotation marks and the blank
 * Braille pattern are not visible either, although Unicode does not say so.
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const visible = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/u

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text)

const notEmpty = z.refine<string>(isVisible, {
  error: 'must contain at least one visible character',
  abort: true,
})

const atMost = (most: number) =>
  z.refine<string>((text) => characters(text) <= most, {
    // a function, because formatting numbers makes a cold start about 11 ms slower
    error: () => `must be at most ${most.toLocaleString('en')} characters long`,
  })

/** A text of 1 to `most` characters after trimming, at least one of them visible. */
export const trimmedTextOf = (most: number) => z.string().check(z.trim(), wellFormed, notEmpty, atMost(most))

/** A name that a person chooses. */
export const label = trimmedTextOf(maxLabelCharacters)

/** A text of at most `most` characters, at least one of them visible. It is stored unchanged. */
export const textOf = (most: number) => z.string().check(wellFormed, notEmpty, atMost(most))

/** A text of at most `most` characters. It can be empty and is stored unchanged. */
export const anyTextOf = (most: number) => z.string().check(wellFormed, atMost(most))

/** A longer text, stored unchanged. */
export const description = anyTextOf(maxDescriptionCharacters)

/** The id of a task in another system, stored unchanged. */
export const externalId = textOf(maxExternalIdCharacters)

const externalPrefix = 'ext:'

/** Accepts more than `externalId`, so that external ids that an earlier version accepted are still found. */
const mayBeExternalId = (text: string) => text.trim() !== '' && characters(text) <= maxExternalIdCharacters

/** A reference to a task: its id, or `ext:` followed by its external id. */
export const taskReference = z.string().check(
  z.overwrite((text) => (uuidPattern.test(text) ? text.toLowerCase() : text)),
  wellFormed,
  z.refine(
    (text) =>
      uuidPattern.test(text) ||
      (text.startsWith(externalPrefix) && mayBeExternalId(text.slice(externalPrefix.length))),
    { error: 'must be a UUID, or ext: and an external id' },
  ),
)

/** The external id in a reference; undefined if the reference is a UUID. */
export const externalIdOf = (reference: string): string | undefined =>
  reference.startsWith(externalPrefix) ? reference.slice(externalPrefix.length) : undefined

/** 0 open, 1 in progress, 2 done: docs/tasks-interface.md, "States and transitions". */
export const status = z.literal([0, 1, 2])

/** A time in answers: ISO 8601, UTC, with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 })

/** The number of entries per page. A query parameter arrives as text. */
const limit = z._default(
  z.pipe(
    z.string().check(
      z.refine((text) => /^[1-9][0-9]*$/.test(text) && Number(text) <= maxPageEntries, {
        error: `must be a whole number from 1 to ${maxPageEntries}`,
      }),
    ),
    z.transform(Number),
  ),
  defaultPageEntries,
)

/** The start of the next page. Its content is not part of the contract. */
const cursor = z.optional(z.string().check(z.maxLength(2048, 'is not a cursor of this service')))

/** The query parameters of every list that comes in pages. */
export const paging = { limit, cursor }

/** A query parameter that can be sent several times, as an array without duplicates. */
export const repeatable = <S extends z.ZodMiniType>(value: S) =>
  z.pipe(
    z.pipe(
      z.transform((input: unknown) => (Array.isArray(input) ? (input as unknown[]) : [input])),
      z.array(value),
    ),
    z.transform((values) => [...new Set(values)]),
  )

/** A query parameter that is `true` or `false`. */
export const flag = z.pipe(
  z.literal(['true', 'false']),
  z.transform((text) => text === 'true'),
)

/** The query parameter of a write that can be tried without effect. `endpoint()` does the rest. */
export const dryRun = z._default(flag, false)

/** A time in requests: ISO 8601, with any offset from UTC and any precision. */
export const timeText = z.iso.datetime({
  offset: true,
  error: 'must be a time such as 2026-11-21T12:00:00Z',
})

/** The same time in the form in which the service stores times, so that they can be compared as texts. */
export const time = z.pipe(
  z.pipe(
    timeText,
    z.transform((text) => new Date(text).toISOString()),
  ),
  // an offset can lead to years with a sign, which sort before all others as texts
  z.string().check(z.regex(/^\d/, 'must be in the years 0000 to 9999 in UTC')),
)

/** The cursor of the next page of a list; null on the last page. */
export const nextCursor = z.nullable(z.string())

/** The parameters of an endpoint without parameters. */
export const none = z.strictObject({})

/** The path parameters of a form. They are here so that submissions do not import all schemas of forms. */
export const projectParams = z.strictObject({ projectId: uuid })
export const formParams = z.strictObject({ formId: uuid })

/** The path parameters of a webhook. They are here so that deliveries do not import all schemas of webhooks. */
export const webhookParams = z.strictObject({ webhookId: uuid })

/** The path parameters of a rule. They are here so that its log does not import all schemas of rules. */
export const ruleParams = z.strictObject({ ruleId: uuid })

/** The path parameters of a calendar. They are here so that its deletion does not import all schemas of calendars. */
export const calendarParams = z.strictObject({ calendarId: uuid })

/** A whole number in a body. */
export const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.int(error).check(z.minimum(least, error), z.maximum(most, error))
}

/** The body of a rotation: for how many hours what is replaced stays valid. */
export const rotation = z.strictObject({ oldValidHours: z._default(wholeNumber(0, 168), 24) })

/** The answer to a deletion. */
export const success = z.object({ success: z.literal(true) })
