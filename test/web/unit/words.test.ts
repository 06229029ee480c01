import { expect, test } from 'vitest'
import { matchesWords, searchOf } from '../../../web/src/data/search-words.ts'

test('the service is asked for the word of a text that is likely to be the rarest', () => {
  expect(searchOf('Card 2999')).toBe('2999')
  expect(searchOf('Paint 1 door')).toBe('Paint')
  expect(searchOf('  Paint the door ')).toBe('Paint')
  expect(searchOf('ab Straße cdefgh')).toBe('Straße')
  expect(searchOf('')).toBe('')
  expect(searchOf('   ')).toBe('')
})

test('accents alone are nothing to search for, and part a word', () => {
  expect(searchOf('\u0301')).toBe('')
  expect(searchOf('´')).toBe('')
  expect(searchOf('a´door x')).toBe('DOOR')
})

test('of a long word, the service is asked for as many characters as it takes', () => {
  expect(searchOf('x'.repeat(150))).toBe('x'.repeat(100))
  expect(searchOf('🎉'.repeat(150))).toBe('🎉'.repeat(100))
  expect(searchOf(`${'x'.repeat(99)} ${'y'.repeat(50)}`)).toBe('x'.repeat(99))
})

test('a task matches when its texts contain all words, in any order, ignoring case and accents', () => {
  const found = (text: string, texts: { label?: string; external_id?: string; description?: string }) =>
    matchesWords({ label: 'x', description: null, subtasks: [], ...texts }, text)
  expect(found(' paint ', { label: 'PAINT the door' })).toBe(true)
  expect(found('door paint', { label: 'PAINT the door' })).toBe(true)
  expect(found('door 7', { label: 'Paint the door', external_id: 'ORDER-77' })).toBe(true)
  expect(found('door window', { label: 'Paint the door' })).toBe(false)
  expect(found('PAINT', { description: 'Not the painted part' })).toBe(true)
  expect(found('arger', { label: 'Ärger' })).toBe(true)
  expect(found('ÄRGER', { label: 'arger' })).toBe(true)
  expect(found('strasse', { label: 'Straße' })).toBe(true)
  expect(found('door', { label: 'Paint' })).toBe(false)
  expect(found('xpaint', { label: 'x', description: 'paint' })).toBe(false)
  expect(found('  ', { label: 'anything' })).toBe(true)
})
