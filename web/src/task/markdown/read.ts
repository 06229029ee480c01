import { Lexer, Tokenizer, type Token, type Tokens, type TokensList } from 'marked'
import { maxDescriptionCharacters } from '../../../../lib/contract/limits.ts'

/** How deep lists, quotes and emphasis are read. What is deeper is shown as it was written. */
const maxDepth = 12

/** The longest text that is read as Markdown, in UTF-16 code units: the longest description that can be stored. */
const maxLength = 2 * maxDescriptionCharacters

/** The most cells of a table. One line with many columns makes as many cells of each short row below it. */
const maxCells = 5_000

/** The most runs of `*` and `_` in one text: each is compared to all others. */
const maxEmphases = 1_000

/** marked's tokenizer, except that a table which is too large is a text. */
class SmallTables extends Tokenizer {
  override table(src: string): Tokens.Table | undefined {
    const [, header = '', , rows = ''] = this.rules.block.table.exec(src) ?? []
    const isTooLarge = header.split('|').length * rows.split('\n').length > maxCells
    return isTooLarge ? undefined : super.table(src)
  }
}

/** marked's lexer, except that it goes no deeper than `maxDepth`: without that, deep nesting overflows the stack. */
class ShallowLexer extends Lexer {
  #depth = 0

  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], isClipped = false): Token[] {
    return this.#deeper(src, tokens, () => super.blockTokens(src, tokens, isClipped))
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if ((src.match(/[*_]+/g) ?? []).length > maxEmphases) return asWritten(src, tokens)
    return this.#deeper(src, tokens, () => super.inlineTokens(src, tokens))
  }

  #deeper(src: string, tokens: Token[], read: () => Token[]): Token[] {
    if (this.#depth >= maxDepth) return asWritten(src, tokens)
    this.#depth += 1
    try {
      return read()
    } finally {
      this.#depth -= 1
    }
  }
}

function asWritten(src: string, tokens: Token[]): Token[] {
  tokens.push({ type: 'escape', raw: src, text: src })
  return tokens
}

/**
 * Reads a description as Markdown (GFM; a line break is a line break). Its tokens hold no HTML to run: they are data, and
 * what shows them decides what becomes of each. A text that is too long for a description is one plain token.
 */
export function readMarkdown(text: string): Token[] {
  if (text.length > maxLength) return [{ type: 'escape', raw: text, text }]
  return new ShallowLexer({ gfm: true, breaks: true, tokenizer: new SmallTables() }).lex(text)
}
