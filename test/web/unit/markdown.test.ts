import type { Token } from 'marked'
import { describe, expect, it, test } from 'vitest'
import { readMarkdown, safeLink, withoutReferences } from '../../../web/src/task/markdown/read.ts'

/** All tokens of a text, and how deep they lie. */
function* walk(tokens: readonly Token[], depth = 0): Generator<{ token: Token; depth: number }> {
  for (const token of tokens) {
    yield { token, depth }
    const { tokens: inner = [], items = [] } = token as { tokens?: Token[]; items?: Token[] } // as marked has them
    yield* walk([...inner, ...items], depth + 1)
  }
}

const typesOf = (text: string) => [...walk(readMarkdown(text))].map(({ token }) => token.type)

describe('the address of a link', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;&#x61;vascript:alert(1)',
    'java&#9;script:alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#0000058;alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    'view-source:https://example.org',
    '//example.org',
    '/relative',
    '#/projects',
    'example.org',
    '',
    'https://',
  ])('is refused: %j', (href) => {
    expect(safeLink(href)).toBeUndefined()
  })

  it.each([
    ['https://example.org/a?b=1&amp;c=2', 'https://example.org/a?b=1&c=2'],
    ['http://example.org', 'http://example.org/'],
    ['mailto:ada@example.org', 'mailto:ada@example.org'],
    ['HTTPS://EXAMPLE.org', 'https://example.org/'],
  ])('is followed: %s', (href, address) => {
    expect(safeLink(href)).toBe(address)
  })
})

const n = 10_000

describe('a hostile text', () => {
  it.each<[string, string]>([
    ['quotes', '>'.repeat(n)],
    ['quotes with spaces', '> '.repeat(n / 2)],
    ['lists in a line', `${'- '.repeat(n / 2)}a`],
    ['numbers', '1) '.repeat(n / 3)],
    ['lists', Array.from({ length: 140 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
    ['lists in quotes', `${'> - '.repeat(n / 4)}a`],
    ['emphasis', `${'*'.repeat(n / 2)}a${'*'.repeat(n / 2)}`],
    ['unclosed emphasis', '*a'.repeat(n / 2)],
    ['brackets', '['.repeat(n)],
    ['images', '!['.repeat(n / 2)],
    ['unclosed links', '[a]('.repeat(n / 4)],
    ['links in links', '[a'.repeat(3000) + '](b)'.repeat(1000)],
    ['tags', '<div>'.repeat(n / 5)],
    ['comments', '<!--'.repeat(n / 4)],
    ['backticks', Array.from({ length: 140 }, (_, count) => '`'.repeat(count)).join(' ')],
    ['a wide table', `|${'a|'.repeat(2400)}\n|${'-|'.repeat(2400)}`],
    ['line breaks', '\n'.repeat(n)],
  ])('of %s is read, and not deeply', (_, text) => {
    const depths = [...walk(readMarkdown(text))].map(({ depth }) => depth)
    expect(Math.max(0, ...depths)).toBeLessThanOrEqual(26) // a list and its entry are two levels
  })

  it('that is longer than a description is shown as it was written', () => {
    const text = '*a'.repeat(32_768)
    expect(readMarkdown(text)).toEqual([{ type: 'escape', raw: text, text }])
  })
})

test('what people write is read', () => {
  expect(typesOf('# A\n\n**b** *c* ~~d~~ `e` [f](https://g.h)\n\n- [x] i\n- [ ] j\n\n> k\n\n---')).toEqual(
    expect.arrayContaining([
      'heading',
      'strong',
      'em',
      'del',
      'codespan',
      'link',
      'list',
      'checkbox',
      'blockquote',
      'hr',
    ]),
  )
  expect(typesOf('| a | b |\n|---|---|\n| c | d |')).toContain('table')
  expect(typesOf('one\ntwo')).toContain('br')
})

test('character references become characters, and unknown ones stay as they were written', () => {
  expect(withoutReferences('a &amp; b &lt;c&gt; &#233; &#xe9; &nbsp;')).toBe('a & b <c> é é \u00a0')
  expect(withoutReferences('&unknown; &constructor; & &#0; &#xd800; &#9999999;')).toBe(
    '&unknown; &constructor; & \ufffd \ufffd \ufffd',
  )
})

describe('a text that would take the page too long', () => {
  it('is shown as it was written', () => {
    const columns = 1_250
    const wide = `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${'b\n'.repeat(2_500)}`
    expect(typesOf(wide)).not.toContain('table')
    expect(
      readMarkdown(wide)
        .map(({ raw }) => raw)
        .join(''),
    ).toBe(wide)
    expect(typesOf('|a|b|\n|-|-|\n|1|2|\n')).toContain('table')
    for (const part of ['*a_', '_a*', '**a_']) {
      const text = part.repeat(2_500)
      expect(typesOf(text)).toEqual(['paragraph', 'escape'])
    }
    expect(typesOf('*a* '.repeat(400))).toContain('em')
  })
})
