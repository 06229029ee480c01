import { randomBytes } from 'node:crypto'
import { base62, checksum, decodeUuid, encodeUuid, hashOf } from '../shared/base62.ts'

const secretBytes = 32
const pattern = /^(tsk_([0-9A-Za-z]{16,22})_([0-9A-Za-z]{32,43}))_([0-9A-Za-z]{6})$/

/** The parts of a well-formed token: its account, and the hash under which it is stored. */
export interface ParsedToken {
  accountId: string
  hash: string
}

/** Creates a new token for an account: docs/decisions.md, "Tokens". */
export function createToken(accountId: string): ParsedToken & { token: string } {
  const body = `tsk_${encodeUuid(accountId)}_${base62.encode(randomBytes(secretBytes))}`
  const token = `${body}_${checksum(body)}`
  return { token, accountId, hash: hashOf(token) }
}

/** Parses a token; undefined when it is malformed or mistyped. */
export function parseToken(token: string): ParsedToken | undefined {
  const [, body, account, secret, check] = pattern.exec(token) ?? []
  if (!body || !account || !secret || checksum(body) !== check) return undefined
  const accountId = decodeUuid(account)
  if (!accountId || base62.decode(secret).length !== secretBytes) return undefined
  return { accountId, hash: hashOf(token) }
}
