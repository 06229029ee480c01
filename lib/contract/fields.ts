import * as z from 'zod/mini'

/**
 * A UUID in the shape of RFC 9562, in either case, kept in lower case. Any version and variant passes: an id
 * that nobody has is a 404, not a malformed request.
 */
export const uuid = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'must be a UUID'),
    z.toLowerCase(),
  )

/** Characters are Unicode code points, as JSON Schema counts them: an emoji is one, not two. */
const characters = (text: string) => Array.from(text).length

const wellFormed = z.refine<string>((text) => text.isWellFormed(), {
  error: 'must be valid Unicode: it holds half of a surrogate pair',
})

/** A name that a person gives: 1 to 500 characters once the blanks around it are cut off. */
export const label = z.string().check(
  z.trim(),
  wellFormed,
  z.refine((text) => text !== '', { error: 'must not be empty', abort: true }),
  z.refine((text) => characters(text) <= 500, { error: 'must be at most 500 characters long' }),
)

/** A longer text, at most 10,000 characters, kept as it is. */
export const description = z.string().check(
  wellFormed,
  z.refine((text) => characters(text) <= 10_000, { error: 'must be at most 10,000 characters long' }),
)

/** A point in time as answers show it: ISO 8601, UTC, with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 })

/** How many entries a page may hold; as a query parameter it arrives as text. */
export const limit = z._default(
  z.pipe(
    z.string().check(z.regex(/^(?:[1-9][0-9]?|100)$/, 'must be a whole number from 1 to 100')),
    z.transform(Number),
  ),
  50,
)

/** Where the next page begins; what it holds is this service's own business. */
export const cursor = z.string().check(z.maxLength(2048, 'is not a cursor of this service'))

/** The parameters of an endpoint that takes none. */
export const none = z.strictObject({})
