import { foldText } from '../contract/fold.ts'

/** Returns a text as people compare names: without case, accents, and white space at the ends or more than once. */
export const fold = (text: string): string => foldText(text).toLowerCase().replace(/\s+/g, ' ').trim()
