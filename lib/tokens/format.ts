import { randomBytes } from 'node:crypto'
import { base62, checksum, decodeUuid, encodeUuid, hashOf } from '../shared/base62.ts'

const secretBytes = 32
const pattern = /^((tsk|tss)_([0-9A-Za-z]{16,22})_([0-9A-Za-z]{32,43}))_([0-9A-Za-z]{6})$/

/** The prefix of a secret: of a token, or of a session, which is a token that a person gets by signing in. */
const prefixes = { token: 'tsk', session: 'tss' } as const

/** The parts of a well-formed token: its account, and the hash under which it is stored. */
export interface ParsedToken {
  accountId: string
  hash: string
  kind: keyof typeof prefixes
}

/** Creates a new token, or the secret of a session, for an account: docs/decisions.md, "Tokens". */
export function createToken(
  accountId: string,
  kind: ParsedToken['kind'] = 'token',
): ParsedToken & { token: string } {
  const body = `${prefixes[kind]}_${encodeUuid(accountId)}_${base62.encode(randomBytes(secretBytes))}`
  const token = `${body}_${checksum(body)}`
  return { token, accountId, hash: hashOf(token), kind }
}

/** Parses a token; undefined when it is malformed or mistyped. */
export function parseToken(token: string): ParsedToken | undefined {
  const [, body, prefix, account, secret, check] = pattern.exec(token) ?? []
  if (!body || !account || !secret || checksum(body) !== check) return undefined
  const accountId = decodeUuid(account)
  if (!accountId || base62.decode(secret).length !== secretBytes) return undefined
  return { accountId, hash: hashOf(token), kind: prefix === prefixes.session ? 'session' : 'token' }
}
