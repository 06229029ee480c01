import { decodeUuid, encodeUuid } from '../shared/base62.ts'
import type { Origin } from './origin.ts'

/** One letter for each way in which a write can come in. */
const letters = {
  api: 'a',
  form: 'f',
  import: 'i',
  mcp: 'm',
  rule: 'r',
  revert: 'v',
} as const satisfies Record<Origin['via'], string>

/**
 * Encodes the attribute `writer` of a task: a letter, the id of the token or the rule in base 62, for a session a dash
 * and its member's id, a colon, and then the origin and another colon. Without member and origin it takes 24 bytes; a map
 * would take three times as many (docs/decisions.md, "Change feed"). An origin cannot contain a colon, so a filter for `:origin:`
 * matches only that origin. Releases before members read an attribute with a member as one of an unknown writer, and
 * those before rules one of a rule.
 */
export function encodeWriter({ via, token_id, origin_id, member_id, rule_id }: Origin): string {
  const id = rule_id ?? token_id
  return [
    letters[via],
    id === null ? '' : encodeUuid(id),
    member_id === null ? '' : `-${encodeUuid(member_id)}`,
    origin_id === null ? ':' : `:${origin_id}:`,
  ].join('')
}

/** Decodes the attribute `writer`. Returns null if it is absent: earlier releases did not write it. */
export function decodeWriter(writer: string | undefined): Origin | null {
  const [, letter, writerId = '', member = '', origin] =
    /^([afimrv])([0-9A-Za-z]*)(?:-([0-9A-Za-z]+))?:(?:(.+):)?$/.exec(writer ?? '') ?? []
  const via = (Object.keys(letters) as Origin['via'][]).find((name) => letters[name] === letter) // these are its keys
  if (!via) return null
  const id = decodeUuid(writerId) ?? null
  return {
    via,
    token_id: via === 'rule' || via === 'form' ? null : id,
    origin_id: origin ?? null,
    member_id: decodeUuid(member) ?? null,
    rule_id: via === 'rule' ? id : null,
  }
}

/** The same for the tasks that a form creates: the id of the form is where others have that of a token. */
export const encodeFormWriter = (formId: string): string =>
  encodeWriter({ via: 'form', token_id: formId, origin_id: null, member_id: null, rule_id: null })

/** The form that wrote; undefined if none did, or a release that did not keep it. */
export function formOf(writer: string | undefined): string | undefined {
  const [, id = ''] = /^f([0-9A-Za-z]+):/.exec(writer ?? '') ?? []
  return id === '' ? undefined : decodeUuid(id)
}

/**
 * Returns the prefixes of `writer` for writes by this token: through an endpoint for tasks, by an import, as an
 * agent, or when it took writes back.
 */
export const writtenBy = (token: Pick<Origin, 'token_id' | 'member_id'>): string[] =>
  (['api', 'import', 'mcp', 'revert'] as const).map((via) =>
    encodeWriter({ ...token, via, origin_id: null, rule_id: null }),
  )

/** Returns the text that `writer` contains if the write named this origin. */
export const withOrigin = (originId: string): string => `:${originId}:`
