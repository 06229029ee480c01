import fc from 'fast-check'
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createToken, parseToken } from '../../../lib/tokens/format.ts'

describe('a token', () => {
  it('contains its account, and its hash is the SHA-256 under which it is stored', () => {
    fc.assert(
      fc.property(fc.uuid(), (accountId) => {
        const { token, hash } = createToken(accountId)
        expect(token).toMatch(/^tsk_[0-9A-Za-z]+_[0-9A-Za-z]+_[0-9A-Za-z]{6}$/)
        expect(hash).toBe(createHash('sha256').update(token).digest('hex'))
        expect(parseToken(token)).toEqual({ accountId, hash, kind: 'token' })
      }),
    )
  })

  it.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
    'of the account %s reads back',
    (accountId) => {
      expect(parseToken(createToken(accountId).token)?.accountId).toBe(accountId)
    },
  )

  it('is refused with any one character changed', () => {
    const { token } = createToken(randomUUID())
    for (const [index, letter] of Array.from(token).entries()) {
      const other = letter === 'a' ? 'b' : 'a'
      expect(parseToken(token.slice(0, index) + other + token.slice(index + 1))).toBeUndefined()
    }
  })

  it('is refused in any other form', () => {
    fc.assert(fc.property(fc.string(), (text) => parseToken(text) === undefined))
  })
})
