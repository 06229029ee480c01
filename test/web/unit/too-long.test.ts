import { expect, test } from 'vitest'
import { tooLongText } from '../../../web/src/ui/too-long.ts'

test('a text that is short enough gets no message', () => {
  expect(tooLongText('', 500)).toBeUndefined()
  expect(tooLongText('x'.repeat(500), 500)).toBeUndefined()
})

test('a longer text gets the number of characters that are too many', () => {
  expect(tooLongText('x'.repeat(501), 500)).toBe('At most 500 characters: 1 too many.')
  expect(tooLongText('x'.repeat(512), 500)).toBe('At most 500 characters: 12 too many.')
  expect(tooLongText('x'.repeat(12_000), 10_000)).toMatch(/^At most 10.000 characters: 2.000 too many\.$/)
})

test('an emoji is one character, as the service counts', () => {
  expect(tooLongText('🎈'.repeat(500), 500)).toBeUndefined()
  expect(tooLongText('🎈'.repeat(501), 500)).toBe('At most 500 characters: 1 too many.')
})
