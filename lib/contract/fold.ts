/** Whether two texts are equal as people read them: in any Unicode form, in which `ä` is one code point or two. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || one.normalize('NFC') === other.normalize('NFC')

/**
 * A text without the differences that a search ignores: case, accents, and other forms of the same characters (NFKD).
 * Lower case before upper case makes `ẞ`, `ß` and `ss` equal, `ı` and `I`, and the two small sigmas. No language has
 * rules of its own here: `ø` is not `o`. https://www.unicode.org/reports/tr15/ This file imports nothing, so that the
 * web interface can use it.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .toUpperCase()
