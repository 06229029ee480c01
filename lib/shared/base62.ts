import baseX from 'base-x'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const base62 = baseX(alphabet)

const uuidBytes = 16

/** A UUID in base 62: 16 to 22 characters. */
export const encodeUuid = (uuid: string): string =>
  base62.encode(Buffer.from(uuid.replaceAll('-', ''), 'hex'))

/** The UUID that a text in base 62 stands for; undefined when it does not stand for 16 bytes. */
export function decodeUuid(text: string): string | undefined {
  const bytes = base62.decode(text)
  if (bytes.length !== uuidBytes) return undefined
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** CRC-32 in base 62, six characters: it tells a mistyped secret from an unknown one without a look at the table. */
export function checksum(body: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return base62.encode(bytes).padStart(6, '0').slice(-6)
}

/** SHA-256 in hex: the only form in which a token or a form's key is kept. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
