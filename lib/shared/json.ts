import { jsonProblem } from './json-problem.ts'

/** An object from parsed JSON. The sender chooses its keys, so read only own properties. */
export type JsonObject = Record<string, unknown>

/** The deepest nesting of a JSON text, which bounds every recursion over a body. Real form tools stay under 10 levels. */
export const maxJsonDepth = 32

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an own member of an object or array, or undefined. `constructor` and `__proto__` are ordinary names. */
export const ownMember = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? // an object or array, and the key is its own
      (value as JsonObject)[key]
    : undefined

/** Whether a value is nested deeper than `maxJsonDepth`. It goes level by level, so that the stack cannot overflow. */
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

/** Whether a value is an object that any recursion can go through, such as that of JSON.stringify. */
export const isBoundedObject = (value: unknown): value is JsonObject =>
  isJsonObject(value) && !isTooDeep(value)

/** What JSON.parse passes to its reviver for a primitive value (ES2026). TypeScript's library types lack it so far. */
interface ReviverContext {
  source?: string
}

/**
 * Returns the source text of a whole number that a double cannot hold exactly. Otherwise two ids of 17 digits could
 * become the same number, and the second submission would be a duplicate.
 */
const keepLongNumbers = (_key: string, value: unknown, context?: ReviverContext): unknown =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? (context?.source ?? value) : value

/**
 * Parses a JSON text.
 * @returns the value, or what is wrong with the text, worded for its sender
 */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (isTooDeep(value)) return { problem: `must not be nested more than ${maxJsonDepth} levels deep` }
    return { value: /\d{16}/.test(text) ? (JSON.parse(text, keepLongNumbers) as unknown) : value }
  } catch {
    return { problem: `is not valid JSON: ${jsonProblem(text)}` }
  }
}
