import baseX from 'base-x'

/** Digits, capitals, small letters: what survives in URLs and headers, and is selected by a double click. */
export const base62 = baseX('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')

/** A UUID in base 62: 16 to 22 characters. */
export const encodeUuid = (uuid: string): string =>
  base62.encode(Buffer.from(uuid.replaceAll('-', ''), 'hex'))

/** The UUID of 16 bytes, in lower case. */
const uuidOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const uuidBytes = 16

/** The UUID that `encodeUuid` wrote; undefined when the text stands for another number of bytes. */
export function decodeUuid(text: string): string | undefined {
  const bytes = base62.decodeUnsafe(text)
  return bytes?.length === uuidBytes ? uuidOf(bytes) : undefined
}
