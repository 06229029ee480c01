import fc from 'fast-check'
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUrlKey, parseUrlKey } from '../../../lib/shared/url-key.ts'
import { createToken, parseToken } from '../../../lib/tokens/format.ts'

describe('the key of a URL', () => {
  it('names the account and what it opens, and the SHA-256 with which it is compared', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (accountId, id) => {
        const { key, hash } = createUrlKey('hk', accountId, id)
        expect(key).toMatch(/^hk_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}$/)
        expect(hash).toBe(createHash('sha256').update(key).digest('hex'))
        expect(parseUrlKey('hk', key)).toEqual({ accountId, id, hash })
      }),
    )
  })

  it('is another one each time', () => {
    const [accountId, id] = [randomUUID(), randomUUID()]
    const keys = Array.from({ length: 100 }, () => createUrlKey('hk', accountId, id).key)
    expect(new Set(keys).size).toBe(100)
  })

  it('is refused with any one character changed, missing or added', () => {
    const { key } = createUrlKey('hk', randomUUID(), randomUUID())
    for (const [index, letter] of Array.from(key).entries()) {
      const [before, after] = [key.slice(0, index), key.slice(index + 1)]
      const other = letter === 'a' ? 'b' : 'a'
      expect(parseUrlKey('hk', before + other + after)).toBeUndefined()
      expect(parseUrlKey('hk', before + after)).toBeUndefined()
      expect(parseUrlKey('hk', before + letter + other + after)).toBeUndefined()
    }
  })

  it('is refused whatever else it is', () => {
    fc.assert(fc.property(fc.string(), (text) => parseUrlKey('hk', text) === undefined))
  })

  it('is no token, and a token is no key', () => {
    expect(parseToken(createUrlKey('hk', randomUUID(), randomUUID()).key)).toBeUndefined()
    expect(parseUrlKey('hk', createToken(randomUUID()).token)).toBeUndefined()
  })

  it('opens nothing of another kind', () => {
    const { key } = createUrlKey('ck', randomUUID(), randomUUID())
    expect(parseUrlKey('ck', key)).toBeDefined()
    expect(parseUrlKey('hk', key)).toBeUndefined()
  })
})
