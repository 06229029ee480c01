const base64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/

const hex = /^(?:[0-9a-f]{2})+$/i

/** A secret without the line ends that copying adds, and without the mark that Standard Webhooks puts before it. */
const bare = (secret: string): string =>
  secret
    .trim()
    .replaceAll(/\s*[\r\n]\s*/g, '')
    .replace(/^(?:v\d+,)?whsec_/, '')

/** Whether a secret is base64 or base64url, with or without padding, and with or without `whsec_` before it. */
export const isBase64 = (secret: string): boolean => bare(secret) !== '' && base64.test(bare(secret))

/** Fewer bytes than senders use: a text that is so short is not an encoding of a key. */
const leastDecodedBytes = 16

const decodedOf = (secret: string): Buffer => Buffer.from(isBase64(secret) ? bare(secret) : '', 'base64')

/**
 * Returns what is wrong with a secret that no sender signs with, or undefined if nothing is known to be.
 * `must …`, as in the messages of schemas.
 */
export function secretProblem(secret: string): string | undefined {
  if (/[•●∙…]|\*{3}/.test(secret)) return 'must be the whole secret: this one is masked'
  if (/^\s*-----BEGIN |^\s*wh[ps]k_/.test(secret)) {
    return 'must be a secret that both sides have: keys of public-key signatures are not checked'
  }
  const isWrapped = decodedOf(secret).length >= leastDecodedBytes
  if (!isWrapped && /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(secret.trim())) {
    return 'must not hold line breaks or other invisible characters'
  }
  return undefined
}

/**
 * Returns the keys that a secret may mean, most probable first. Some senders sign with the text as they show it, others
 * with the bytes that it encodes in base64 or hex, and people copy line ends with it.
 * @param isEncoded whether the scheme says that the secret is base64
 */
export function keysOf(secret: string, isEncoded: boolean): Buffer[] {
  const compact = bare(secret)
  const decoded = decodedOf(secret)
  const keys = [
    ...(isEncoded ? [decoded] : []),
    Buffer.from(secret.trim()),
    Buffer.from(secret),
    ...(decoded.length >= leastDecodedBytes ? [decoded] : []),
    ...(hex.test(compact) && compact.length >= 2 * leastDecodedBytes ? [Buffer.from(compact, 'hex')] : []),
  ]
  // nobody may sign with nothing
  return secret.trim() === '' ? [] : keys.filter((key) => key.length > 0)
}
