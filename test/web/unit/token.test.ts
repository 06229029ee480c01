import { expect, it } from 'vitest'
import { decoded, findToken } from '../../../web/src/session/token.ts'

it.each(['tsk_a_B9', ' tsk_a_B9\n', 'Bearer tsk_a_B9', '\tBEARER   tsk_a_B9 '])(
  'finds the token in %j',
  (text) => {
    expect(findToken(text)).toBe('tsk_a_B9')
  },
)

it.each([
  '',
  'Bearer',
  'tsk_',
  'Bearertsk_a',
  'tsk_a b',
  'tsk_a-b',
  'tsk_ä',
  'a tsk_a',
  'TSK_a',
  'tsk_a\u200b',
])('finds no token in %j', (text) => {
  expect(findToken(text)).toBeUndefined()
})

it('decodes a text, or returns it unchanged if it cannot be decoded', () => {
  expect(decoded('a%20b')).toBe('a b')
  expect(decoded('%E0')).toBe('%E0')
})
