import * as z from 'zod/mini'
import { maxIdempotencyKeyCharacters as maxCharacters } from './limits.ts'

/** What a caller may name as the origin of a write. */
export const originIdPattern = /^[A-Za-z0-9._-]{1,64}$/
export const originIdRule = 'must be 1 to 64 of the characters A–Z a–z 0–9 . _ -'

/** `*`, or a list of entity tags: RFC 9110, section 8.8.3. */
const entityTags = /^\s*(?:\*|(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*)\s*$/

/** What a tag that names none of our versions becomes: versions count from 1, so nothing meets it. */
const noVersion = 0

/** The versions of which a task must have one before it is written; undefined: any. */
export type Precondition = readonly number[] | undefined

/**
 * DynamoDB takes so many operands in an IN; who names more versions of one task than that is not at work on it.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 */
export const maxVersions = 100

/** Each version once. Strong tags only: a weak one never meets If-Match (RFC 9110, section 13.1.1). */
const versionsOf = (header: string): Precondition =>
  header.trim() === '*'
    ? undefined
    : [
        ...new Set(
          (header.match(/(?:W\/)?"[^"]*"/g) ?? []).map((tag) =>
            Number(/^"([1-9]\d{0,14})"$/.exec(tag)?.[1] ?? noVersion),
          ),
        ),
      ]

/** Names the system for which a program writes, so that its sync can leave out the echo of its own writes. */
const originId = z.optional(z.string().check(z.regex(originIdPattern, originIdRule)))

/** The headers of a write to tasks that has no other. */
export const originHeader = z.object({ 'origin-id': originId })

/** The headers of a write to one task: it is done only if the task is still at one of these versions. */
export const taskWriteHeaders = z.object({
  'origin-id': originId,
  'if-match': z.optional(
    z.pipe(
      z.string().check(z.regex(entityTags, 'must be * or a list of entity tags such as "3"')),
      z.transform(versionsOf).check(
        z.refine((versions) => versions === undefined || versions.length <= maxVersions, {
          error: `must name at most ${maxVersions} different versions`,
        }),
      ),
    ),
  ),
})

/** The headers of a read of one task: at the version that the caller has already, there is nothing to send. */
export const ifNoneMatch = z.object({
  'if-none-match': z.optional(
    z.string().check(z.regex(entityTags, 'must be * or a list of entity tags such as "3"')),
  ),
})

/** The headers of a create that may be repeated: the key in quotes, as a structured field has it, or without. */
export const taskCreateHeaders = z.object({
  'origin-id': originId,
  'idempotency-key': z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.regex(
            new RegExp(`^(?:"[^"]{1,${maxCharacters}}"|[^"]{1,${maxCharacters}})$`),
            `must be 1 to ${maxCharacters} characters, with quotes around them or none`,
          ),
        ),
      z.transform((header) => header.replace(/^"(.*)"$/, '$1')),
    ),
  ),
})
