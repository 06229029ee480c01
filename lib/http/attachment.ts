import { beginningOf } from '../contract/cut.ts'

const maxNameCharacters = 80

/** Characters that a file name cannot have on some system, or that nobody sees. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu

/** Encodes a text for a parameter with `*`: RFC 8187, section 3.2.1. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

/**
 * Returns the header `Content-Disposition` of a file to download (RFC 6266). Its name is made from a person's text,
 * without the characters that a file name cannot have. Old clients get a name without it.
 * @param extension without a dot
 */
export function attachment(label: string, extension: string): string {
  const name = beginningOf(label.replace(unsafe, '-'), maxNameCharacters).trim()
  return `attachment; filename="tasks.${extension}"; filename*=UTF-8''${encoded(`tasks-${name}.${extension}`)}`
}
