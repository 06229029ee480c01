import { randomInt } from 'node:crypto'
import { alphabet, checksum, decodeUuid, encodeUuid, hashOf } from '../shared/base62.ts'

/** 22 base-62 characters hold 130 bits. Such a key cannot be guessed, so a fast hash is enough to store it. */
const secretCharacters = 22
const pattern = /^(hk_([0-9A-Za-z]{16,22})_([0-9A-Za-z]{16,22})_[0-9A-Za-z]{22})_([0-9A-Za-z]{6})$/

/** A parsed form key: the ids of its account and form, and the key's SHA-256 in hex, which is compared. */
export interface ParsedFormKey {
  accountId: string
  formId: string
  hash: string
}

const secret = () =>
  Array.from({ length: secretCharacters }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Creates a new key for a form, which is the last part of its URL. Both ids are UUIDs. The key is shown once; only its
 * hash is stored.
 */
export function createFormKey(accountId: string, formId: string): ParsedFormKey & { key: string } {
  const body = `hk_${encodeUuid(accountId)}_${encodeUuid(formId)}_${secret()}`
  const key = `${body}_${checksum(body)}`
  return { key, accountId, formId, hash: hashOf(key) }
}

/** Parses a form's key. Returns undefined if it is malformed or its checksum is wrong. */
export function parseFormKey(key: string): ParsedFormKey | undefined {
  const [, body, account, form, check] = pattern.exec(key) ?? []
  if (!body || !account || !form || checksum(body) !== check) return undefined
  const accountId = decodeUuid(account)
  const formId = decodeUuid(form)
  return accountId && formId ? { accountId, formId, hash: hashOf(key) } : undefined
}
