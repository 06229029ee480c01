/** What is said of a text that cannot be a token. */
export const notAToken = 'This is not a token of the Tasks API. A token begins with tsk_.'

/** A token's letters: the client takes no other, since they go into a header. */
export const isToken = (text: string): boolean => /^tsk_\w+$/.test(text)

/** The token in what a person has pasted, perhaps as a header has it; undefined when there is none. */
export function findToken(text: string): string | undefined {
  const bare = text.trim().replace(/^bearer\s+/i, '')
  return isToken(bare) ? bare : undefined
}

/** A part of an address, decoded; as it stands when it cannot be. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
