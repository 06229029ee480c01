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
  ])('of %j is %j', (cell, shown) => {
    expect(protect(cell)).toBe(shown)
    expect(unprotect(shown)).toBe(cell)
  })

  it('never begins as a formula does, and comes back equal', () => {
    const cells = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', 'a', ' ') })
    fc.assert(
      fc.property(cells, (cell) => {
        expect(protect(cell)).not.toMatch(/^[=+\-@\t\r\n]/)
        expect(unprotect(protect(cell))).toBe(cell)
      }),
    )
  })
})
