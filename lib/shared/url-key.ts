import { randomInt } from 'node:crypto'
import { alphabet, checksum, decodeUuid, encodeUuid, hashOf } from './base62.ts'
import { replaced, type Replaceable } from './old-secrets.ts'

/** What a key is for, as it begins: the URL of a form, or of a calendar. */
export type KeyPrefix = 'hk' | 'ck'

/** 22 base-62 characters hold 130 bits. Such a key cannot be guessed, so a fast hash is enough to store it. */
const secretCharacters = 22
const pattern = /^(([a-z]{2})_([0-9A-Za-z]{16,22})_([0-9A-Za-z]{16,22})_[0-9A-Za-z]{22})_([0-9A-Za-z]{6})$/

/** A parsed key: its account, the id of what it opens, and the key's SHA-256 in hex, which is compared. */
export interface ParsedUrlKey {
  accountId: string
  id: string
  hash: string
}

/** A key as it is stored: only its SHA-256. */
export interface KeyHash extends Replaceable {
  hash: string
}

const secret = () =>
  Array.from({ length: secretCharacters }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Creates a new key for a form or a calendar, which is the last part of its URL. Both ids are UUIDs. The key is shown once;
 * only its hash is stored.
 */
export function createUrlKey(
  prefix: KeyPrefix,
  accountId: string,
  id: string,
): ParsedUrlKey & { key: string } {
  const body = `${prefix}_${encodeUuid(accountId)}_${encodeUuid(id)}_${secret()}`
  const key = `${body}_${checksum(body)}`
  return { key, accountId, id, hash: hashOf(key) }
}

/** Parses a key. Returns undefined if it is malformed or for something else, or if its checksum is wrong. */
export function parseUrlKey(prefix: KeyPrefix, key: string): ParsedUrlKey | undefined {
  const [, body, kind, account, thing, check] = pattern.exec(key) ?? []
  if (!body || kind !== prefix || !account || !thing || checksum(body) !== check) return undefined
  const accountId = decodeUuid(account)
  const id = decodeUuid(thing)
  return accountId && id ? { accountId, id, hash: hashOf(key) } : undefined
}

/** Whether a key is one of these, and still valid. */
export const isValidKey = (keys: readonly KeyHash[], hash: string): boolean =>
  keys.some((key) => key.hash === hash && (key.expires_at_ms ?? Infinity) > Date.now())

/** Until when a replaced key still works; null if none does. */
export function oldUrlUntil(keys: readonly KeyHash[]): string | null {
  const lastMs = Math.max(0, ...keys.map(({ expires_at_ms }) => expires_at_ms ?? 0))
  return lastMs > Date.now() ? new Date(lastMs).toISOString() : null
}

/** The most old keys that stay valid. */
const maxOldKeys = 5

/** Returns the keys after a new one was made: the previous one stays valid for so many hours. */
export const withNewKey = (keys: readonly KeyHash[], hash: string, oldValidHours: number): KeyHash[] => [
  { hash },
  ...replaced(keys, { validHours: oldValidHours, most: maxOldKeys, nowMs: Date.now() }),
]
