import type { Origin } from '../contract/change.ts'
import { decodeUuid, encodeUuid } from '../token/base62.ts'

/** How a write came in, in one letter. */
const letters = { api: 'a', form: 'f', import: 'i' } as const satisfies Record<Origin['via'], string>

/**
 * The attribute `writer` of a task: a letter, the token's id in base 62, a colon, and the origin with a colon behind
 * it. 24 bytes without an origin, where a map would take three times that: docs/architecture.md, "Change feed". No
 * origin holds a colon, so a filter finds `:origin:` and nothing else.
 */
export const encodeWriter = ({ via, token_id, origin_id }: Origin): string =>
  `${letters[via]}${token_id === null ? '' : encodeUuid(token_id)}:${origin_id === null ? '' : `${origin_id}:`}`

/** Reads the attribute `writer`; null where there is none: earlier releases did not write it. */
export function decodeWriter(writer: string | undefined): Origin | null {
  const [, letter, token = '', origin] = /^([afi])([0-9A-Za-z]*):(?:(.+):)?$/.exec(writer ?? '') ?? []
  const via = (Object.keys(letters) as Origin['via'][]).find((name) => letters[name] === letter) // these are its keys
  return via ? { via, token_id: decodeUuid(token) ?? null, origin_id: origin ?? null } : null
}

/** What a filter looks for in `writer`: its beginning when this token wrote through an endpoint. */
export const writtenBy = (tokenId: string): string =>
  encodeWriter({ via: 'api', token_id: tokenId, origin_id: null })

/** What a filter looks for in `writer`: a part of it when the write named this origin. */
export const withOrigin = (originId: string): string => `:${originId}:`
