import * as z from 'zod/mini'
import { isVisible, textOf } from '../contract/fields.ts'
import { foldText } from '../contract/fold.ts'
import { maxSearchCharacters } from '../contract/limits.ts'

/** A text to search for. What is left of it after folding must be visible: each text contains an empty one. */
export const searchText = textOf(maxSearchCharacters).check(
  z.refine((text) => isVisible(foldText(text)), { error: 'must contain more than accents', abort: true }),
)
