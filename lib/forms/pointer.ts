import { ownMember } from '../shared/json.ts'
import type { PlaceholderRule } from '../shared/template.ts'

/** Whether a text is a JSON Pointer to a part of a document: RFC 6901, section 3. */
export const isPointer = (text: string): boolean => /^(?:\/(?:[^~]|~[01])*)+$/.test(text)

/**
 * Resolves a JSON Pointer (RFC 6901, section 4), using own properties only. Returns undefined if there is no such value.
 */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let value = document
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    // an array has other own properties, such as its length
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(name)) return undefined
    value = ownMember(value, name)
  }
  return value
}

/** The placeholders of a mapping: each names a field by its key, a part of the document by a JSON Pointer, or `all`. */
export const formPlaceholders: PlaceholderRule = {
  names: 'the key of a field',
  example: 'email',
  problemOf: (name) =>
    name.startsWith('/') && !isPointer(name)
      ? '~ in a JSON Pointer is written ~0, and / in a name ~1'
      : undefined,
}
