import { beginningOf } from '../contract/cut.ts'

/** A text with blanks in place of line breaks and other white space. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A text that a message quotes, cut after so many code points so that the message stays small. */
export function shortText(text: string, most: number): string {
  const beginning = beginningOf(text, most)
  return (beginning === text ? text : `${beginning}…`).toWellFormed()
}

/**
 * The most bytes in JSON of the names in an error. Names beyond that are only counted: an answer may have thousands of
 * such errors, and a Lambda's answer at most 6 MB.
 */
export function shortList(names: readonly string[], mostBytes = 1_000): string {
  let bytes = 0
  const fit = names.filter((name) => (bytes += Buffer.byteLength(JSON.stringify(name))) <= mostBytes).length
  const others = names.length - fit
  return `${names.slice(0, fit).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}
