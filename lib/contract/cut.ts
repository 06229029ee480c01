/*
 * Texts that are too long. A character of a limit is a code point, but people see several code points as one character:
 * a letter and its accents, a flag, a family. Nothing is cut within one. This file imports nothing, so that the web
 * interface can use it.
 */

let segmenter: Intl.Segmenter | undefined

/**
 * The beginning of a text: as many whole characters, as people see them, as have at most `most` code points together.
 * Only a first character that is longer than that is cut. https://www.unicode.org/reports/tr29/
 */
export function beginningOf(text: string, most: number): string {
  const after = (index: number) => index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1)
  let end = 0
  for (let count = 0; count < most && end < text.length; count++) end = after(end)
  if (end >= text.length) return text
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  // whether a character begins at `end` depends on what is before it and on the code point there, and on nothing else
  const start = segmenter.segment(text.slice(0, after(end))).containing(end)?.index ?? end
  return text.slice(0, start > 0 ? start : end)
}

/** A text of at most `most` code points. One that was cut ends with `…`. */
export const cutText = (text: string, most: number): string =>
  beginningOf(text, most) === text ? text : `${beginningOf(text, most - 1).trimEnd()}…`
