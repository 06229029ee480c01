import * as z from 'zod/mini'
import {
  defaultPageEntries,
  maxDescriptionCharacters,
  maxExternalIdCharacters,
  maxLabelCharacters,
  maxPageEntries,
} from './limits.ts'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * A UUID in the shape of RFC 9562, in either case, kept in lower case. Any version and variant passes: an id
 * that nobody has is a 404, not a malformed request.
 */
export const uuid = z.string().check(z.regex(uuidPattern, 'must be a UUID'), z.toLowerCase())

/** The lane by which a list is filtered: its id, or none for the tasks without one. */
export const laneFilter = z.string().check(
  z.toLowerCase(),
  z.refine((text) => text === 'none' || uuidPattern.test(text), { error: 'must be none or a UUID' }),
)

/** Characters are Unicode code points, as JSON Schema counts them: an emoji is one, not two. */
const characters = (text: string) => Array.from(text).length

const wellFormed = z.refine<string>((text) => text.isWellFormed(), {
  error: 'must be valid Unicode: it holds half of a surrogate pair',
})

/**
 * A character that shows. White space, controls and what Unicode says to ignore in a display do not (zero-width ones,
 * variation selectors, Hangul fillers), nor do annotation marks and the blank of Braille, of which it does not say so.
 * https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const visible = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/u

/** Whether a text shows anything. */
export const isVisible = (text: string): boolean => visible.test(text)

const notEmpty = z.refine<string>(isVisible, {
  error: 'must contain at least one visible character',
  abort: true,
})

const atMost = (most: number) =>
  z.refine<string>((text) => characters(text) <= most, {
    // made only when it is needed: the formatting of numbers costs a cold start some 11 ms
    error: () => `must be at most ${most.toLocaleString('en')} characters long`,
  })

/** A name that a person gives: 1 to `maxLabelCharacters` once the blanks around it are cut off, one of them visible. */
export const label = z.string().check(z.trim(), wellFormed, notEmpty, atMost(maxLabelCharacters))

/** A text of at most so many characters, one of them visible; kept as it is. */
export const textOf = (most: number) => z.string().check(wellFormed, notEmpty, atMost(most))

/** A text of at most so many characters, which may be empty; kept as it is. */
export const anyTextOf = (most: number) => z.string().check(wellFormed, atMost(most))

/** A longer text, kept as it is. */
export const description = anyTextOf(maxDescriptionCharacters)

/** Another system's name for a task, kept as it is. */
export const externalId = textOf(maxExternalIdCharacters)

const externalPrefix = 'ext:'

/** Wider than `externalId`: what an earlier version took is found again. */
const mayBeExternalId = (text: string) => text.trim() !== '' && characters(text) <= maxExternalIdCharacters

/** A task by its id, or by `ext:` and its external id. */
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

/** The external id that a reference names; undefined when it is a UUID. */
export const externalIdOf = (reference: string): string | undefined =>
  reference.startsWith(externalPrefix) ? reference.slice(externalPrefix.length) : undefined

/** 0 open, 1 in progress, 2 done: docs/tasks-interface.md, "States and transitions". */
export const status = z.literal([0, 1, 2])

/** A point in time as answers show it: ISO 8601, UTC, with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 })

/** How many entries a page may hold; as a query parameter it arrives as text. */
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

/** Where the next page begins; what it holds is this service's own business. */
const cursor = z.optional(z.string().check(z.maxLength(2048, 'is not a cursor of this service')))

/** The query parameters of every list that comes in pages. */
export const paging = { limit, cursor }

/** A query parameter that may come several times, as an array in which each value stands once. */
export const repeatable = <S extends z.ZodMiniType>(value: S) =>
  z.pipe(
    z.pipe(
      z.transform((input: unknown) => (Array.isArray(input) ? (input as unknown[]) : [input])),
      z.array(value),
    ),
    z.transform((values) => [...new Set(values)]),
  )

/** Where the next page of a list begins; null after the last. */
export const nextCursor = z.nullable(z.string())

/** The parameters of an endpoint that takes none. */
export const none = z.strictObject({})

/** The parameters of what is done with a form. They stand here so that submissions do not bring all of a form's schemas. */
export const formParams = z.strictObject({ formId: uuid })

/** The answer to a deletion. */
export const success = z.object({ success: z.literal(true) })
