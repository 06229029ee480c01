/** An object of a JSON text. Its keys are the sender's: read them as own properties only. */
export type JsonObject = Record<string, unknown>

/** A JSON text may nest so deep; real form tools stay under 10. It bounds every recursion over what was sent. */
export const maxJsonDepth = 32

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of an object or array, by its own properties only: `constructor` and `__proto__` are names like others. */
export const ownMember = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? // an object or array, and the key is its own
      (value as JsonObject)[key]
    : undefined

/** Whether a value nests deeper than `maxJsonDepth`. Level by level, so that no depth overflows the stack. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= maxJsonDepth; depth++) {
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    )
    if (level.length === 0) return false
  }
  return true
}

/** What JSON.parse tells its reviver of a primitive value, which the library's types do not know yet: ES2026. */
interface ReviverContext {
  source?: string
}

/**
 * A whole number that a double cannot hold becomes the text that was sent. Otherwise two ids of 17 digits could become
 * one number, and the second submission a duplicate.
 */
const keepLongNumbers = (_key: string, value: unknown, context?: ReviverContext): unknown =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? (context?.source ?? value) : value

/**
 * Reads a JSON text.
 * @returns the value; or what is wrong with the text, in words for its sender
 */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (isTooDeep(value)) return { problem: `must not be nested more than ${maxJsonDepth} levels deep` }
    return { value: /\d{16}/.test(text) ? (JSON.parse(text, keepLongNumbers) as unknown) : value }
  } catch {
    // the parser's own message quotes the text, which must not reach the log
    return { problem: 'is not valid JSON' }
  }
}
