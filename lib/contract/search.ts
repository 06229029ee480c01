import * as z from 'zod/mini'
import { isVisible, textOf } from './fields.ts'
import { maxSearchCharacters } from './limits.ts'

/**
 * A text without what a search does not tell apart: case, accents, and other forms of the same characters (NFKD). Lower
 * case before upper case makes `ẞ`, `ß` and `ss` equal, `ı` and `I`, and the two small sigmas. No language has rules of its
 * own here: `ø` is not `o`. https://www.unicode.org/reports/tr15/
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .toUpperCase()

/** A text to search for. What is left of it after folding must be visible: each text contains an empty one. */
export const searchText = textOf(maxSearchCharacters).check(
  z.refine((text) => isVisible(foldText(text)), { error: 'must contain more than accents', abort: true }),
)
