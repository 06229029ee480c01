import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from '../../../lib/table/cursor.ts'

const scope = ['changes', 'ACCOUNT#a']
const shape = /^(?:0\|a:#1|x+)$/

describe('a cursor', () => {
  it('returns its resume point', () => {
    expect(decodeCursor(scope, encodeCursor(scope, '0|a:#1'), shape)).toBe('0|a:#1')
  })

  it.each([
    ['another scope', encodeCursor(['changes', 'ACCOUNT#b'], '0|a:#1')],
    ['an empty resume point', encodeCursor(scope, '')],
    ['a resume point longer than a key may be', encodeCursor(scope, 'x'.repeat(1025))],
    ['a resume point of another shape', encodeCursor(scope, '0|a:#12')],
    ['no bytes', ''],
  ])('is refused when it is made of %s', (_, cursor) => {
    expect(() => decodeCursor(scope, cursor, shape)).toThrow('cursor is not a next_cursor of this list')
  })
})
