/** The message for a text that cannot be a token. */
export const notAToken = 'This is not a token of the Tasks API. A token begins with tsk_.'

/** Whether a text has a token's form. The client accepts no other characters, because the token goes into a header. */
export const isToken = (text: string): boolean => /^ts[ks]_\w+$/.test(text)

/** The token in a pasted text, with or without `Bearer`; undefined when there is none. */
export function findToken(text: string): string | undefined {
  const bare = text.trim().replace(/^bearer\s+/i, '')
  return isToken(bare) ? bare : undefined
}

/** A URL-decoded text; unchanged when it cannot be decoded. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Whether a token is the secret of a session, which a person has got by signing in. */
export const isSecretOfSession = (token: string): boolean => token.startsWith('tss_')
