import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginningOf, cutText } from '../../../lib/contract/cut.ts'
import { shortText } from '../../../lib/shared/short-text.ts'

const family = '👨‍👩‍👧‍👦' // seven code points
const flag = '🇩🇪'
const accent = 'e\u0301'

describe('a text that is too long', () => {
  it.each([
    ['abc', 2, 'ab'],
    ['abc', 3, 'abc'],
    ['🧑🧑', 1, '🧑'],
    [`ab${family}c`, 5, 'ab'],
    [`ab${family}c`, 9, `ab${family}`],
    [`${flag}${flag}`, 3, flag],
    [`a${accent}`, 2, 'a'],
    ['\r\n\r\n', 3, '\r\n'],
    ['각'.normalize('NFD').repeat(2), 4, '각'.normalize('NFD')],
    // nobody sees so many accents on one letter, and a cut one is better than none
    [`e${'\u0301'.repeat(9)}`, 4, `e${'\u0301'.repeat(3)}`],
  ])('is cut between two characters as people see them: %j after %i', (text, most, beginning) => {
    expect(beginningOf(text, most)).toBe(beginning)
  })

  it('ends with an ellipsis, within the limit or behind it', () => {
    expect(cutText(`ab ${family}`, 6)).toBe('ab…')
    expect(cutText('abc', 3)).toBe('abc')
    expect(shortText(`ab${family}`, 4)).toBe('ab…')
    expect(shortText('abc', 3)).toBe('abc')
  })

  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const partsOf = (whole: string) => Array.from(segmenter.segment(whole), ({ segment }) => segment)

  it('has as many whole characters as fit', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, most) => {
        const parts = partsOf(whole)
        let fit = ''
        for (const part of parts) {
          if (Array.from(fit + part).length > most) break
          fit += part
        }
        fc.pre(fit !== '' || whole === '')
        expect(beginningOf(whole, most)).toBe(fit)
      }),
    )
  })
})
