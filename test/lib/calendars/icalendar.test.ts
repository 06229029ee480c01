import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { maxCalendarEntries, maxCalendarTextCharacters } from '../../../lib/contract/limits.ts'
import { calendarText, type Entry } from '../../../lib/calendars/icalendar.ts'
import { maxPageBytes, postedTextBytes } from '../../../lib/table/answer-size.ts'
import { rounds } from '../../support/rounds.ts'

const entryOf = (changes: Partial<Entry> = {}): Entry => ({
  ...{ id: '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53', label: 'Call Ada', description: undefined },
  ...{ at: '2026-12-24', updatedAt: '2026-11-21T04:28:36.451Z', url: undefined },
  ...changes,
})

/** A calendar as a parser that knows nothing of this service reads it. */
const parsed = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[])

/** The only event of a calendar with one entry. */
function eventOf(changes: Partial<Entry>) {
  const [event] = parsed(calendarText('Due', [entryOf(changes)], true)).getAllSubcomponents('vevent')
  if (!event) throw new Error('There is no event.')
  return event
}

const valueOf = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name))

describe('a calendar', () => {
  it('has exactly these lines', () => {
    const entry = entryOf({ description: 'About the engine', url: 'https://t.example.com/#/t' })
    expect(calendarText('Due', [entry], true).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Tasks API//Calendar//EN',
      'METHOD:PUBLISH',
      'NAME:Due',
      'X-WR-CALNAME:Due',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53',
      'DTSTAMP:20261121T042836Z',
      'DTSTART;VALUE=DATE:20261224',
      'DTEND;VALUE=DATE:20261225',
      'SUMMARY:Call Ada',
      String.raw`DESCRIPTION:About the engine\n\nhttps://t.example.com/#/t`,
      'URL:https://t.example.com/#/t',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('has its name escaped, under both names for it', () => {
    const lines = calendarText('Due; soon, \\ or\nlater', [], true).split('\r\n')
    const name = String.raw`Due\; soon\, \\ or\nlater`
    expect(lines).toEqual(expect.arrayContaining([`NAME:${name}`, `X-WR-CALNAME:${name}`]))
  })

  it('without entries still holds what RFC 5545 asks for: a component', () => {
    const empty = parsed(calendarText('Due', [], true))
    expect(empty.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
  })

  it('says that entries are missing', () => {
    expect(calendarText('Due', [entryOf()], true)).not.toContain('missing')
    const text = calendarText('Due', [entryOf()], false)
    expect(valueOf(parsed(text), 'x-wr-caldesc')).toMatch(/^Some entries are missing/)
  })

  it('ends before 4 MiB as Lambda posts it, and says so', () => {
    const long = entryOf({ label: '\\,'.repeat(250), description: '\u{1f600}'.repeat(500) })
    const text = calendarText(
      'Due',
      Array.from({ length: maxCalendarEntries }, () => long),
      true,
    )
    expect(postedTextBytes(text)).toBeLessThan(maxPageBytes + 2_000)
    expect(postedTextBytes(text)).toBeGreaterThan(maxPageBytes - 10_000)
    expect(text).toContain('Some entries are missing')
    expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
  })

  it('of the most entries takes little time', () => {
    const entries = Array.from({ length: maxCalendarEntries }, () =>
      entryOf({ label: 'Ä'.repeat(60), description: 'An ordinary note, with a comma.'.repeat(8) }),
    )
    const beganMs = performance.now()
    expect(calendarText('Due', entries, true)).not.toContain('missing')
    expect(performance.now() - beganMs).toBeLessThan(5_000) // libraries took longer on an idle machine
  })
})

describe('a date', () => {
  it.each([
    ['2026-12-31', '2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-28', '2028-02-29'],
    ['1000-01-01', '1000-01-01', '1000-01-02'],
  ])('is the whole day: %s', (at, start, end) => {
    const event = eventOf({ at })
    expect(valueOf(event, 'dtstart')).toBe(start)
    expect(valueOf(event, 'dtend')).toBe(end)
    expect(event.getFirstProperty('dtstart')?.type).toBe('date')
  })

  it('on the last day that can be written has no end, which means one day', () => {
    const event = eventOf({ at: '9999-12-31' })
    expect(event.getFirstProperty('dtend')).toBeNull()
    expect(String(new ICAL.Event(event).endDate)).toMatch(/^10000-01-01|^9999-12-3/)
  })
})

describe('a time', () => {
  it('is a moment in UTC, whatever the zone of this machine', () => {
    const start = eventOf({ at: '2026-12-24T23:30:15.250Z' }).getFirstPropertyValue('dtstart') as ICAL.Time
    expect(start.toJSDate().toISOString()).toBe('2026-12-24T23:30:15.000Z')
    expect(start.zone.tzid).toBe('UTC')
  })
})

/** What RFC 5545 can hold of a text: no control characters, and one kind of line break. */
const held = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex -- these are left out
    .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, '')

/** Characters of one to four bytes, those with a meaning in the format, and what is seen as one character. */
const pieces = [
  'a',
  'é',
  '漢',
  '\u{1f600}',
  '👨‍👩‍👧',
  '\\',
  ';',
  ',',
  ':',
  '"',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\0',
  ' ',
  '\\n',
]
const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 120, size: 'max' }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200, size: 'max' }),
)

describe('a text', () => {
  it('is read as it was, and no line is longer than 75 octets', () => {
    fc.assert(
      fc.property(text, text, (label, description) => {
        const written = calendarText(label, [entryOf({ label, description })], true)
        for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(written).not.toMatch(/[^\r]\n|\r[^\n]/)
        const [event] = parsed(written).getAllSubcomponents('vevent')
        expect(event && valueOf(event, 'summary')).toBe(held(label))
        const about = event?.getFirstPropertyValue('description') ?? ''
        expect(about).toBe(description.trim() === '' ? '' : held(description))
      }),
      { numRuns: rounds(60) },
    )
  })

  it.each([0, 1, 2, 3])('is not cut within an emoji at the border of a line: moved by %i', (moved) => {
    const label = `${'x'.repeat(64 + moved)}${'\u{1f600}'.repeat(40)}`
    const lines = calendarText('Due', [entryOf({ label })], true).split('\r\n')
    expect(lines.join('')).not.toContain('\ufffd')
    for (const line of lines) expect(Buffer.from(line).toString()).toBe(line)
    expect(valueOf(eventOf({ label }), 'summary')).toBe(label)
  })

  it('cannot begin a property or end the event', () => {
    const label = 'x\r\nEND:VEVENT\r\nATTACH:https://evil.example.com'
    const event = eventOf({ label, description: `${label}\nURL:https://evil.example.com` })
    expect(event.getAllProperties().map(({ name }) => name)).toEqual(
      ['uid', 'dtstamp', 'dtstart', 'dtend', 'summary', 'description', 'transp'], // these only
    )
  })

  it('of a description is cut, and the address of the task stays', () => {
    const url = 'https://t.example.com/#/t'
    const about = valueOf(eventOf({ description: 'long '.repeat(1_000), url }), 'description')
    expect(about).toMatch(/…\n\nhttps:\/\/t\.example\.com\/#\/t$/)
    expect(about.length).toBeLessThan(maxCalendarTextCharacters + 40)
  })
})
