import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { maxIdempotencyKeyCharacters as maxCharacters } from './limits.ts'

/** The format of an `Origin-Id`. */
export const originIdPattern = /^[A-Za-z0-9._-]{1,64}$/
export const originIdRule = 'must be 1 to 64 of the characters A–Z a–z 0–9 . _ -'

/** `*`, or a list of entity tags: RFC 9110, section 8.8.3. */
const entityTags = /^\s*(?:\*|(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*)\s*$/

/** The version of a tag that is not one of ours. Versions start at 1, so no task ever matches it. */
const noVersion = 0

/** One of our tags as it is, or as proxies that compress rewrite it: nginx `W/"2"`, Apache and Caddy `"2-gzip"`. */
const versionTag = /^(W\/)?"([1-9]\d{0,14})(\W+[a-z]+)?"$/i

/** A write is done only if the task has one of these versions; undefined accepts any version. */
export type Precondition = readonly number[] | undefined

/**
 * The most operands that DynamoDB accepts in an IN. No real caller names more versions of one task.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html
 */
export const maxVersions = 100

/**
 * The version of a tag. That of a rewritten one is negative: no task matches it, since only the same strong tag may (RFC
 * 9110, section 13.1.1), but the error can say why.
 */
function versionOf(tag: string): number {
  const [, weak, version, suffix] = versionTag.exec(tag) ?? []
  if (version === undefined) return noVersion
  return weak === undefined && suffix === undefined ? Number(version) : -Number(version)
}

/** Whether a precondition has a tag that a proxy has rewritten. */
const isRewritten = (precondition: Precondition): boolean =>
  precondition?.some((version) => version < noVersion) === true

/**
 * Checks that something still has one of the versions in `If-Match`.
 * @param current returns it as the error shows it
 * @throws ApiError precondition_failed
 */
export function checkPrecondition(
  kind: 'task' | 'comment',
  version: number,
  precondition: Precondition,
  current: () => ConstructorParameters<typeof ApiError>[2],
): void {
  if (!precondition || precondition.includes(version)) return
  throw new ApiError(
    'precondition_failed',
    isRewritten(precondition)
      ? 'A proxy that compresses has rewritten the ETag that If-Match names, such as W/"2" or "2-gzip" for "2", so it never matches. Send the version alone, such as "2".'
      : `The ${kind} has changed since you read it: read its current state, then decide again.`,
    current(),
  )
}

/** The versions without duplicates. */
const versionsOf = (header: string): Precondition =>
  header.trim() === '*' ? undefined : [...new Set((header.match(/(?:W\/)?"[^"]*"/g) ?? []).map(versionOf))]

/** The name of the system that makes a write, so that its sync can leave out its own writes. */
const originId = z.optional(z.string().check(z.regex(originIdPattern, originIdRule)))

/** The headers of a write to tasks that accepts no others. */
export const originHeader = z.object({ 'origin-id': originId })

/** The headers of a write to one task. The write is done only if the task still has one of the versions in If-Match. */
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

/** The headers of a read of one task. The task is not sent if the caller already has its version. */
export const ifNoneMatch = z.object({
  'if-none-match': z.optional(
    z.string().check(z.regex(entityTags, 'must be * or a list of entity tags such as "3"')),
  ),
})

/** An `Idempotency-Key` without the quotes that may be around it. */
export const idempotencyKey = z
  .string()
  .check(
    z.regex(new RegExp(`^[^"]{1,${maxCharacters}}$`), `must be 1 to ${maxCharacters} characters, no quotes`),
  )

/** The headers of a create that can be repeated. The key can be in quotes, like a structured field, or without quotes. */
export const taskCreateHeaders = z.object({
  'origin-id': originId,
  'idempotency-key': z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.regex(
            new RegExp(`^(?:"[^"]{1,${maxCharacters}}"|[^"]{1,${maxCharacters}})$`),
            `must be 1 to ${maxCharacters} characters, with or without quotes around them`,
          ),
        ),
      z.transform((header) => header.replace(/^"(.*)"$/, '$1')),
    ),
  ),
})
