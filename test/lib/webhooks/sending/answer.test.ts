import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { excerptOf, retryAfterMs, withoutValues } from '../../../../lib/webhooks/sending/answer.ts'

const excerpt = (body: string | Uint8Array, headers = {}) => excerptOf(Buffer.from(body), headers)

describe('the excerpt of an answer', () => {
  it('is its beginning, as text', () => {
    expect(excerpt('')).toBe('')
    expect(excerpt('thanks\nZoë 🦊')).toBe('thanks\nZoë 🦊')
    expect(excerpt('x'.repeat(5000))).toBe('x'.repeat(1024))
  })

  it('ends with a whole character', () => {
    expect(excerpt('é'.repeat(1000))).toBe('é'.repeat(512))
    expect(excerpt(`x${'é'.repeat(1000)}`)).toBe(`x${'é'.repeat(511)}`)
    expect(excerpt(`abc${'🦊'.repeat(1000)}`)).toBe(`abc${'🦊'.repeat(255)}`)
  })

  it('says so when the body is compressed or not text', () => {
    expect(excerpt(gzipSync('thanks'), { 'content-encoding': 'gzip' })).toBe(
      '(The body is compressed: gzip.)',
    )
    expect(excerpt('thanks', { 'content-encoding': 'Identity' })).toBe('thanks')
    expect(excerpt('PNG\u0000\u0001')).toBe('(The body is not text.)')
  })

  it('replaces what is not UTF-8, and commands to a terminal', () => {
    expect(excerpt(Buffer.from('Zoë', 'latin1'))).toBe('Zo\uFFFD')
    expect(excerpt(Buffer.from('Zoë!', 'latin1'))).toBe('Zo\uFFFD!')
    expect(excerpt('a\u001B[31mb\r\n\tc\u0085')).toBe('a\uFFFD[31mb\r\n\tc\uFFFD')
  })

  it('is valid Unicode of at most 1 KiB, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000, size: 'max' }), (bytes) => {
        const text = excerptOf(bytes, {})
        expect(text.isWellFormed()).toBe(true)
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024)
      }),
      { endOnFailure: true }, // to shrink thousands of bytes takes minutes
    )
  })
})

describe('the value of a header that a body repeats', () => {
  const hide = (body: string, value: string) => withoutValues(Buffer.from(body), [value]).toString()

  it('is hidden, also where the body was cut off within it', () => {
    const value = Array.from({ length: 125 }, (_, index) => `k${String(index).padStart(6, '0')}-`).join('')
    const body = `${value} `.repeat(5).slice(0, 4096)
    expect(hide(body, value)).toBe('(hidden) (hidden) (hidden) (hidden) (hidden)')
    expect(hide(`Bearer ${value}`.slice(0, 60), `Bearer ${value}`)).toBe('(hidden)')
    expect(hide('thanks, k000', value)).toBe('thanks, k000') // too short to be a secret
  })
})

describe('Retry-After', () => {
  const nowMs = Date.UTC(2026, 10, 21)
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['0', 0],
    ['120', 120_000],
    ['86401', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['Sat, 21 Nov 2026 00:01:00 GMT', 60_000],
    ['Saturday, 21-Nov-26 00:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 00:00:00 GMT', 0],
    ['Sat, 21 Nov 2099 00:01:00 GMT', 86_400_000],
    ['Sat, 99 Nov 2026 00:01:00 GMT', undefined],
  ])('%s is %s ms', (value, expected) => {
    expect(retryAfterMs(value, nowMs)).toBe(expected)
  })
})
