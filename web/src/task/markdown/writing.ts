/** A text in a field, and what is selected in it, in UTF-16 code units. */
export interface Written {
  text: string
  start: number
  end: number
}

/** A change of a text: `insert` takes the place of what is between `from` and `to`; then `select` is selected. */
export interface Edit {
  from: number
  to: number
  insert: string
  select: [start: number, end: number]
}

/** An entry of a list: its indentation and quotes, its bullet or number, the box, and its text. */
const entryPattern =
  /^(?<indent>[ \t]*(?:>[ \t]?)*[ \t]*)(?:(?<bullet>[-*+])|(?<number>\d{1,9})(?<sign>[.)]))(?<space>[ \t]+)(?<box>\[[ xX]\][ \t]+)?/

/** Whether what comes after a text is in a block of code. */
const isInCode = (before: string): boolean => (before.match(/^[ \t]*(?:```|~~~)/gm) ?? []).length % 2 === 1

/**
 * The effect of Enter in a list: it begins the next entry, or ends the list on an empty one. Undefined: the usual
 * effect.
 */
export function nextEntry({ text, start, end }: Written): Edit | undefined {
  if (start !== end) return undefined
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', start)
  const lineEnd = next === -1 ? text.length : next
  const line = text.slice(lineStart, lineEnd)
  const found = entryPattern.exec(line)
  if (!found?.groups || isInCode(text.slice(0, lineStart))) return undefined
  const [head] = found
  if (start < lineStart + head.length) return undefined
  if (line.slice(head.length).trim() === '')
    return { from: lineStart, to: lineEnd, insert: '', select: [lineStart, lineStart] }
  const { indent = '', bullet, number, sign = '', space = ' ', box } = found.groups
  const mark = bullet ?? `${Number(number) + 1}${sign}`
  const insert = `\n${indent}${mark}${space}${box === undefined ? '' : '[ ] '}`
  return { from: start, to: start, insert, select: [start + insert.length, start + insert.length] }
}

/** Puts stars around what is selected, or takes them away. */
function around({ text, start, end }: Written, stars: '*' | '**'): Edit {
  const { length } = stars
  const chosen = text.slice(start, end)
  const runBefore = /\**$/.exec(text.slice(0, start))?.[0].length ?? 0
  const runAfter = /^\**/.exec(text.slice(end))?.[0].length ?? 0
  // of three stars, one is italic and two are bold
  if (runBefore === runAfter && (runBefore === length || runBefore === 3)) {
    const [from, to] = [start - length, end + length]
    return { from, to, insert: chosen, select: [from, from + chosen.length] }
  }
  const insert = `${stars}${chosen}${stars}`
  return { from: start, to: end, insert, select: [start + length, end + length] }
}

/** Turns the selection into a link, and moves to its missing part: the address or the text. */
function link({ text, start, end }: Written): Edit {
  const chosen = text.slice(start, end)
  const isAddress = /^(?:https?:\/\/|mailto:)\S+$/i.test(chosen)
  const insert = isAddress ? `[](${chosen})` : `[${chosen}]()`
  const caret = start + (isAddress || chosen === '' ? 1 : insert.length - 1)
  return { from: start, to: end, insert, select: [caret, caret] }
}

/** The keys, with Ctrl or Command, that mark a text. */
const marks: Record<string, (written: Written) => Edit> = {
  b: (written) => around(written, '**'),
  i: (written) => around(written, '*'),
  k: link,
}

/** What a key with Ctrl or Command does with what is selected; undefined for one that does nothing. */
export const markedBy = (key: string, written: Written): Edit | undefined =>
  marks[key.toLowerCase()]?.(written)
