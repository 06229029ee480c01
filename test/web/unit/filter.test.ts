import { expect, test } from 'vitest'
import { searchOf } from '../../../web/src/board/filter.ts'

test('the service is asked for the text without blanks around it', () => {
  expect(searchOf('  Paint the door ')).toBe('Paint the door')
  expect(searchOf('')).toBe('')
  expect(searchOf('   ')).toBe('')
})

test('accents alone are nothing to search for', () => {
  expect(searchOf('\u0301')).toBe('')
  expect(searchOf('´')).toBe('')
})

test('of a long text, the service is asked for as many characters as it takes', () => {
  expect(searchOf('x'.repeat(150))).toBe('x'.repeat(100))
  expect(searchOf('🎉'.repeat(150))).toBe('🎉'.repeat(100))
  expect(searchOf(`${'x'.repeat(99)} ${'y'.repeat(50)}`)).toBe('x'.repeat(99))
})
