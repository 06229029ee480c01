import { randomInt } from 'node:crypto'
import { alphabet, checksum, decodeUuid, encodeUuid, hashOf } from '../token/base62.ts'

/** 22 characters of 62 hold 130 bits: nobody guesses a key, so a fast hash of it is safe to keep. */
const secretCharacters = 22
const pattern = /^(hk_([0-9A-Za-z]{16,22})_([0-9A-Za-z]{16,22})_[0-9A-Za-z]{22})_([0-9A-Za-z]{6})$/

/** What a well-formed form key says: where the form lies, and the SHA-256 in hex with which it is compared. */
export interface ParsedFormKey {
  accountId: string
  formId: string
  hash: string
}

const secret = () =>
  Array.from({ length: secretCharacters }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Makes a new key of a form, the last part of its URL. Both ids are UUIDs. The key itself is shown once; only its
 * hash is kept.
 */
export function createFormKey(accountId: string, formId: string): ParsedFormKey & { key: string } {
  const body = `hk_${encodeUuid(accountId)}_${encodeUuid(formId)}_${secret()}`
  const key = `${body}_${checksum(body)}`
  return { key, accountId, formId, hash: hashOf(key) }
}

/** Reads a form's key; undefined when it is malformed or mistyped. */
export function parseFormKey(key: string): ParsedFormKey | undefined {
  const [, body, account, form, check] = pattern.exec(key) ?? []
  if (!body || !account || !form || checksum(body) !== check) return undefined
  const accountId = decodeUuid(account)
  const formId = decodeUuid(form)
  return accountId && formId ? { accountId, formId, hash: hashOf(key) } : undefined
}
