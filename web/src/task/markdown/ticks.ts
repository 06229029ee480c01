import type { Token, Tokens } from 'marked'
import { readMarkdown } from './read.ts'

/** A box of a task list. */
export interface Box {
  token: Tokens.Checkbox
  /** Its place among all boxes of the text, from 0. */
  index: number
  /** The text beside it. */
  label: string
}

/** A token with what may lie in it. */
type Holder = Token & { tokens?: Token[]; items?: Token[] }

const insideOf = ({ tokens = [], items = [] }: Holder): Token[] => [...tokens, ...items]

/** All tokens of a text but for those in tables, in its order. */
export const tokensIn = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...tokensIn(insideOf(token))])

/** The text of a line of tokens as it is read, without the lists in it. */
const plain = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ type }) => type !== 'list' && type !== 'checkbox')
    .map((token: Holder) => (token.tokens ? plain(token.tokens) : 'text' in token ? String(token.text) : ''))
    .join('')

/** The boxes in a text, in its order. */
export function boxesIn(tokens: readonly Token[]): Box[] {
  const boxes: Box[] = []
  const walk = (siblings: readonly Token[]) => {
    for (const token of siblings) {
      if (token.type === 'checkbox')
        // marked adds tokens of other types for extensions only, of which there are none
        boxes.push({ token: token as Tokens.Checkbox, index: boxes.length, label: plain(siblings).trim() })
      walk(insideOf(token))
    }
  }
  walk(tokens)
  return boxes
}

/** Text that may be a box: only marks of lists and quotes are before it on its line. In code it is not a box. */
const boxPattern = /^[ \t>*+\-\d.)]*\[([ xX])\]/gm

/** How many places are tried for one box. */
const mostTries = 100

/**
 * A description after a box of it was ticked, or unticked. Where the box stands is found by reading the changed text: the
 * reader's tokens do not say where they were written.
 * @param index the box's place among all boxes of the text
 * @returns undefined if there is no such box, or if it is not found
 */
export function withTick(text: string, index: number): string | undefined {
  const before = boxesIn(readMarkdown(text)).map(({ token }) => token.checked)
  const isTicked = before[index]
  if (isTicked === undefined) return undefined
  const wanted = before.with(index, !isTicked).join()
  // each box before it has a place of its own
  for (const match of [...text.matchAll(boxPattern)].slice(index, index + mostTries)) {
    const at = match.index + match[0].length - 2
    const changed = `${text.slice(0, at)}${isTicked ? ' ' : 'x'}${text.slice(at + 1)}`
    const after = boxesIn(readMarkdown(changed)).map(({ token }) => token.checked)
    if (after.join() === wanted) return changed
  }
  return undefined
}
