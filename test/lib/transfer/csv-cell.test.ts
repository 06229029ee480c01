import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protect, unprotect } from '../../../lib/transfer/csv-cell.ts'

describe('a protected cell', () => {
  it.each([
    ['=1', "'=1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ["'a", "'a"],
    ['a=1', 'a=1'],
    ['', ''],
    // full width
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    // where a spreadsheet with another separator begins a cell
    ['a;=1', "a;'=1"],
    ["a;'=1", "a;''=1"],
    ['a,@x|+1', "a,'@x|'+1"],
    ['a\t=1', "a\t'=1"],
    ['a\r\n-1', "a\r\n'-1"],
    ['a\u2028＝1', "a\u2028'＝1"],
    ['\t=1', "'\t'=1"],
    ["it's; a=1, b-2", "it's; a=1, b-2"],
  ])('of %j is %j', (cell, shown) => {
    expect(protect(cell)).toBe(shown)
    expect(unprotect(shown)).toBe(cell)
  })

  it('never begins as a formula does, nor does a part of it, and comes back equal', () => {
    const unit = fc.constantFrom(
      ...["'", '=', '+', '-', '@', '＝', '＠', '\t', '\r', '\n', ',', ';', '|', 'a', ' '],
    )
    fc.assert(
      fc.property(fc.string({ unit }), (cell) => {
        expect(protect(cell)).not.toMatch(/^[\t\r\n]/)
        for (const part of protect(cell).split(/[,;|\t\r\n]/)) expect(part).not.toMatch(/^[=+\-@＝＠]/)
        expect(unprotect(protect(cell))).toBe(cell)
      }),
    )
  })
})
