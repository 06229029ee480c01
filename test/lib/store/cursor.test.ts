import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from '../../../lib/store/cursor.ts'

const scope = ['changes', 'ACCOUNT#a']
const shape = /^(?:0\|a:#1|x+)$/

describe('a cursor', () => {
  it('leads back to its place', () => {
    expect(decodeCursor(scope, encodeCursor(scope, '0|a:#1'), shape)).toBe('0|a:#1')
  })

  it.each([
    ['another list', encodeCursor(['changes', 'ACCOUNT#b'], '0|a:#1')],
    ['no place at all, made up by its holder', encodeCursor(scope, '')],
    ['a place longer than a key may be', encodeCursor(scope, 'x'.repeat(1025))],
    ['a place of another shape', encodeCursor(scope, '0|a:#12')],
    ['nothing', ''],
  ])('is refused when it is of %s', (_, cursor) => {
    expect(() => decodeCursor(scope, cursor, shape)).toThrow('cursor is not a next_cursor of this list')
  })
})
