import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, decodeUuid, encodeUuid } from './base62.ts'

const secretBytes = 32
const pattern = /^(tsk_([0-9A-Za-z]{16,22})_([0-9A-Za-z]{32,43}))_([0-9A-Za-z]{6})$/

/** What a well-formed token contains: its account, and the hash under which it is stored. */
export interface ParsedToken {
  accountId: string
  hash: string
}

/** CRC-32 in base 62, six characters: a mistyped token is recognised without a read of the table. */
function checksum(body: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return base62.encode(bytes).padStart(6, '0').slice(-6)
}

/** The hash of a token. Only the hash is stored. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Creates a new token for an account: docs/architecture.md, "Tokens". */
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
  if (accountId === undefined || base62.decode(secret).length !== secretBytes) return undefined
  return { accountId, hash: hashOf(token) }
}
