import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked'
import { maxDescriptionCharacters } from '../../../../lib/contract/limits.ts'

/** How deep lists, quotes and emphasis are read. Deeper ones are shown as they were written. */
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
 * Reads a description as Markdown (GFM; a line break is a line break). Its tokens hold no HTML to run: they are data,
 * and the view decides how to show each. A text that is too long for a description is one plain token.
 */
export function readMarkdown(text: string): Token[] {
  if (text.length > maxLength) return [{ type: 'escape', raw: text, text }]
  return new ShallowLexer({ gfm: true, breaks: true, tokenizer: new SmallTables() }).lex(text)
}

/** The named character references that people write most. Others are shown as they were written. */
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', copy: '©', reg: '®', trade: '™' },
  ...{ hellip: '…', mdash: '—', ndash: '–', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•' },
  ...{
    euro: '€',
    deg: '°',
    times: '×',
    rarr: '→',
    larr: '←',
    middot: '·',
    laquo: '«',
    raquo: '»',
    shy: '\u00ad',
  },
}

const isScalar = (code: number) => code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)

function numbered(digits: string, radix: number): string {
  const code = Number.parseInt(digits, radix)
  return isScalar(code) ? String.fromCodePoint(code) : '\ufffd'
}

/** A text of Markdown with its character references, such as `&amp;` and `&#233;`, resolved. */
export const withoutReferences = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g,
    (written, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return numbered(decimal, 10)
      if (hex !== undefined) return numbered(hex, 16)
      return (name !== undefined && Object.hasOwn(named, name) ? named[name] : undefined) ?? written
    },
  )

const allowed: readonly string[] = ['http:', 'https:', 'mailto:']

/**
 * The address of a link in someone's text; undefined unless it is a complete address that the browser reads as http,
 * https or mailto. The browser's own parser decides, so that no way of writing `javascript:` passes.
 */
export function safeLink(href: string): string | undefined {
  const written = withoutReferences(href)
  if (!URL.canParse(written)) return undefined
  const url = new URL(written)
  return allowed.includes(url.protocol) ? url.href : undefined
}
