import fc from 'fast-check'
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createFormKey, parseFormKey } from '../../../lib/forms/key.ts'
import { createToken, parseToken } from '../../../lib/tokens/format.ts'

describe("a form's key", () => {
  it('names account and form, and the SHA-256 with which it is compared', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (accountId, formId) => {
        const { key, hash } = createFormKey(accountId, formId)
        expect(key).toMatch(/^hk_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{16,22}_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}$/)
        expect(hash).toBe(createHash('sha256').update(key).digest('hex'))
        expect(parseFormKey(key)).toEqual({ accountId, formId, hash })
      }),
    )
  })

  it('is another one each time', () => {
    const [accountId, formId] = [randomUUID(), randomUUID()]
    const keys = Array.from({ length: 100 }, () => createFormKey(accountId, formId).key)
    expect(new Set(keys).size).toBe(100)
  })

  it('is refused with any one character changed, missing or added', () => {
    const { key } = createFormKey(randomUUID(), randomUUID())
    for (const [index, letter] of Array.from(key).entries()) {
      const [before, after] = [key.slice(0, index), key.slice(index + 1)]
      const other = letter === 'a' ? 'b' : 'a'
      expect(parseFormKey(before + other + after)).toBeUndefined()
      expect(parseFormKey(before + after)).toBeUndefined()
      expect(parseFormKey(before + letter + other + after)).toBeUndefined()
    }
  })

  it('is refused whatever else it is', () => {
    fc.assert(fc.property(fc.string(), (text) => parseFormKey(text) === undefined))
  })

  it('is no token, and a token is no key', () => {
    expect(parseToken(createFormKey(randomUUID(), randomUUID()).key)).toBeUndefined()
    expect(parseFormKey(createToken(randomUUID()).token)).toBeUndefined()
  })
})
