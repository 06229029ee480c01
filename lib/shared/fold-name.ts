import { foldText } from '../contract/fold.ts'

/** Returns a text as people compare names: without case, accents, surrounding white space, and repeated white space. */
export const fold = (text: string): string => foldText(text).toLowerCase().replace(/\s+/g, ' ').trim()
