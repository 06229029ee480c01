import { cutText } from '../contract/cut.ts'
import { maxCalendarTextCharacters } from '../contract/limits.ts'
import { maxPageBytes, postedTextBytes } from '../table/answer-size.ts'

/*
 * A calendar as RFC 5545 describes it. Libraries take seconds for 5,000 entries, or cut characters in two:
 * docs/decisions-calendars.md.
 */

/** One entry of a calendar. */
export interface Entry {
  /** The id of its task. */
  id: string
  label: string
  description: string | undefined
  /** A date, or a time in UTC with milliseconds, as a task has it. */
  at: string
  updatedAt: string
  /** Where a person sees the task; undefined if there is no web interface. */
  url: string | undefined
}

/** The most bytes of a line, without its end: section 3.1. */
const lineBytes = 75

/** The UTF-8 bytes of a character, by its code point. */
const bytesOf = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4

/** A line with its end. If it is too long it goes on in lines that begin with a blank, without a cut in a character. */
function folded(line: string): string {
  // one unit of UTF-16 is at most 3 bytes
  if (line.length * 3 <= lineBytes || Buffer.byteLength(line) <= lineBytes) return `${line}\r\n`
  let text = ''
  let bytes = 0
  for (const character of line) {
    const size = bytesOf(character.codePointAt(0) ?? 0) // it has one
    if (bytes + size > lineBytes) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return `${text}\r\n`
}

/** Control characters that no text may hold. A tab may stay, and a line break is escaped. */
// eslint-disable-next-line no-control-regex -- they are what it looks for
const forbidden = /[\0-\x08\x0b-\x1f\x7f]/g

/** A text as the value of a property: section 3.3.11. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(forbidden, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const compactDate = (date: string): string => date.slice(0, 10).replaceAll('-', '')

/** A time in UTC, to the second: section 3.3.5. */
const compactTime = (time: string): string =>
  `${compactDate(time)}T${time.slice(11, 19).replaceAll(':', '')}Z`

/** The day after a date; undefined after the last day of the year 9999, which has none with four digits. */
function dayAfter(date: string): string | undefined {
  const next = new Date(Date.parse(date) + 24 * 60 * 60 * 1000).toISOString()
  return /^\d{4}-/.test(next) ? next : undefined
}

/** When an entry is. A date is the whole day, whose end is the next one; without an end it is one day, too. A time is a moment. */
function whenLines(at: string): string[] {
  if (at.length > 'yyyy-mm-dd'.length) return [`DTSTART:${compactTime(at)}`]
  const end = dayAfter(at)
  return [
    `DTSTART;VALUE=DATE:${compactDate(at)}`,
    ...(end === undefined ? [] : [`DTEND;VALUE=DATE:${compactDate(end)}`]),
  ]
}

/** Many calendars show no `URL`, so the address is in the description, too. */
function eventOf({ id, label, description = '', at, updatedAt, url }: Entry): string {
  const about = [cutText(description, maxCalendarTextCharacters), url]
    .filter((part) => part !== undefined && part.trim() !== '')
    .join('\n\n')
  return [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${compactTime(updatedAt)}`,
    ...whenLines(at),
    `SUMMARY:${escaped(label)}`,
    ...(about === '' ? [] : [`DESCRIPTION:${escaped(about)}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    // a date that something is due does not make a person busy
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
    .map(folded)
    .join('')
}

/** A calendar must hold something: section 3.6. */
const inPlaceOfEvents = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]
  .map(folded)
  .join('')

/** How often a program may ask for a calendar again: RFC 7986, section 5.7, and the name for it before that. */
const refreshInterval = 'PT1H'

/** What a calendar says about itself if entries are missing. */
const incomplete = 'Some entries are missing: there are more than a calendar shows.'

function headOf(label: string, isWhole: boolean): string {
  const name = escaped(label)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tasks API//Calendar//EN',
    'METHOD:PUBLISH',
    // the names before RFC 7986 are what most programs read
    ...[`NAME:${name}`, `X-WR-CALNAME:${name}`],
    ...(isWhole ? [] : [`DESCRIPTION:${incomplete}`, `X-WR-CALDESC:${incomplete}`]),
    ...[`REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`, `X-PUBLISHED-TTL:${refreshInterval}`],
  ]
    .map(folded)
    .join('')
}

/**
 * Writes a calendar.
 * @param entries as many of the first as fit into an answer are written
 * @param isWhole whether these are all entries
 */
export function calendarText(label: string, entries: readonly Entry[], isWhole: boolean): string {
  const events: string[] = []
  let bytes = 0
  for (const entry of entries) {
    const event = eventOf(entry)
    bytes += postedTextBytes(event)
    if (bytes > maxPageBytes) break
    events.push(event)
  }
  const head = headOf(label, isWhole && events.length === entries.length)
  return `${head}${events.length > 0 ? events.join('') : inPlaceOfEvents}END:VCALENDAR\r\n`
}
