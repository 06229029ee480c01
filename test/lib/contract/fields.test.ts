import { describe, expect, it } from 'vitest'
import { externalId, label, taskReference } from '../../../lib/contract/fields.ts'

const invisible = {
  'zero-width space and word joiner': '\u200B\u2060',
  'a zero byte': '\0',
  controls: '\u0007\u009F',
  'a Hangul filler': '\u3164',
  'a half-width Hangul filler': '\uFFA0',
  'a soft hyphen': '\u00AD',
  'variation selectors': '\uFE0F\u{E0100}',
  joiners: '\u200D\u200C',
  'marks of direction': '\u200E\u202E\u2066',
  tags: '\u{E0041}',
  'a byte order mark': '\uFEFF',
  'the blank of Braille': '\u2800',
  'an ideographic space': '\u3000',
  'annotation marks': '\uFFF9\uFFFB',
  'all of it between blanks': ' \u200B \0 \u00AD ',
}

const visible = {
  'a family of emoji': '👨\u200D👩\u200D👧',
  'a heart with a variation selector': '❤\uFE0F',
  'a keycap': '1\uFE0F\u20E3',
  'a flag of tags': '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  'Persian with a non-joiner': 'می\u200Cخواهم',
  'a full stop': '.',
  'Arabic that is a format character and shows': '\u06DD',
  Hangul: '할 일',
  'a combining mark': '\u0301',
}

describe.each([
  ['label', label],
  ['externalId', externalId],
])('%s', (_, schema) => {
  it.each(Object.entries(invisible))(
    'refuses %s alone: it must contain at least one visible character',
    (_, text) => {
      expect(schema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
        'must contain at least one visible character',
      ])
    },
  )

  it.each(Object.entries(visible))('takes %s as it is', (_, text) => {
    expect(schema.parse(text)).toBe(text)
  })
})

describe('a reference to a task', () => {
  it('still finds an external id that shows nothing: an earlier version took it', () => {
    expect(taskReference.parse('ext:\u200B')).toBe('ext:\u200B')
    expect(taskReference.safeParse('ext: ').success).toBe(false)
  })
})
