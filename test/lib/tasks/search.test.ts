import { describe, expect, it } from 'vitest'
import { foldText } from '../../../lib/contract/fold.ts'
import { searchText } from '../../../lib/tasks/filter.ts'

describe('two texts are the same to a search', () => {
  it.each([
    ['Käse', 'KASE'],
    ['Ka\u0308se', 'käse'],
    ['STRASSE', 'straße'],
    ['STRAẞE', 'strasse'],
    ['Iğdır', 'IGDIR'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ﬁn', 'FIN'],
    ['Ｆｕｌｌ', 'full'],
    ['½', '1⁄2'],
    ['Việt', 'viet'],
    ['ŉ', 'ʼN'],
    ['ёлка', 'ЕЛКА'],
  ])('%s and %s', (one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })

  it.each([
    ['søren', 'soren'],
    ['łódź', 'lodz'],
    ['a b', 'ab'],
    ['🎈', '🎉'],
  ])('but not %s and %s', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other))
  })
})

describe('a text to search for', () => {
  it.each(['x', 'é', '🎈'.repeat(100), ' a '])('can be %s', (text) => {
    expect(searchText.safeParse(text)).toEqual({ success: true, data: text })
  })

  it.each([
    ['nothing', '', 'must contain at least one visible character'],
    ['blanks', ' \t', 'must contain at least one visible character'],
    ['an accent alone, which each text would contain', '\u0301', 'must contain more than accents'],
    ['a blank with an accent', ' \u0301', 'must contain more than accents'],
    ['101 characters', 'x'.repeat(101), 'must be at most 100 characters long'],
    ['half a surrogate pair', 'x\uD800', 'must be valid Unicode: it holds half of a surrogate pair'],
  ])('cannot be %s', (_, text, message) => {
    expect(searchText.safeParse(text).error?.issues[0]?.message).toBe(message)
  })
})
