import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxRruleLength, parseRecurrence } from '../../../../lib/rules/time/recurrence.ts'
import { rounds } from '../../../support/rounds.ts'

const plain = { freq: 'DAILY', interval: 1, weekStart: 0, skip: 'OMIT' }

describe('a rule', () => {
  it.each([
    ['FREQ=DAILY', plain],
    ['RRULE:FREQ=DAILY', plain],
    ['rrule:freq=daily;interval=2', { ...plain, interval: 2 }],
    ['FREQ=DAILY;RSCALE=GREGORIAN', plain],
    ['SKIP=BACKWARD;RSCALE=GREGORIAN;FREQ=MONTHLY', { ...plain, freq: 'MONTHLY', skip: 'BACKWARD' }],
    ['FREQ=DAILY;COUNT=3;WKST=SU', { ...plain, count: 3, weekStart: 6 }],
    ['FREQ=DAILY;UNTIL=20261231', { ...plain, until: { wallMs: Date.parse('2026-12-31T23:59:59.999Z') } }],
    ['FREQ=DAILY;UNTIL=20261231T170000', { ...plain, until: { wallMs: Date.parse('2026-12-31T17:00Z') } }],
    ['FREQ=DAILY;UNTIL=20261231T170000Z', { ...plain, until: { timeMs: Date.parse('2026-12-31T17:00Z') } }],
    [
      'FREQ=YEARLY;BYMONTH=9,4,9;BYMONTHDAY=-1,+15;BYHOUR=17,09;BYMINUTE=45,0;BYSETPOS=-1',
      {
        ...plain,
        freq: 'YEARLY',
        byMonth: [4, 9],
        byMonthDay: [-1, 15],
        byHour: [9, 17],
        byMinute: [0, 45],
        bySetPos: [-1],
      },
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO,-1FR,+2SU',
      {
        ...plain,
        freq: 'MONTHLY',
        byDay: [{ weekday: 0 }, { weekday: 4, ordinal: -1 }, { weekday: 6, ordinal: 2 }],
      },
    ],
  ])('is read: %s', (text, recurrence) => {
    expect(parseRecurrence(text)).toEqual({ recurrence })
  })

  it.each([
    ['', 'must be parts such as FREQ=WEEKLY;BYDAY=MO, with one semicolon between them: “” is none'],
    [
      'FREQ=DAILY;',
      'must be parts such as FREQ=WEEKLY;BYDAY=MO, with one semicolon between them: “” is none',
    ],
    [
      'every day',
      'must be parts such as FREQ=WEEKLY;BYDAY=MO, with one semicolon between them: “EVERY DAY” is none',
    ],
    ['INTERVAL=2', 'must have FREQ, such as FREQ=WEEKLY'],
    ['FREQ=SECONDLY', 'must have FREQ with one of HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, not “SECONDLY”'],
    [
      'FREQ=MINUTELY',
      'must have FREQ with one of HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY, not “MINUTELY”: write minutes as FREQ=HOURLY;BYMINUTE=0,15,30,45',
    ],
    ['FREQ=DAILY;FREQ=WEEKLY', 'must have FREQ once, with a list if there are several values'],
    ['FREQ=DAILY;BYSECOND=0', 'must not have BYSECOND: leave it out, because rules run at whole minutes'],
    ['FREQ=YEARLY;BYYEARDAY=1', 'must not have BYYEARDAY: write BYMONTH and BYMONTHDAY instead'],
    [
      'FREQ=YEARLY;BYWEEKNO=1',
      'must not have BYWEEKNO: write FREQ=WEEKLY with INTERVAL, or BYMONTH and BYDAY, instead',
    ],
    ['DTSTART:20261127T090000\nRRULE:FREQ=DAILY', 'must not have DTSTART: write it as start'],
    ['DTSTART;TZID=Europe/Berlin:20261127T090000', 'must not have DTSTART: write it as start'],
    [
      'FREQ=DAILY;BYEASTER=1',
      'must not have “BYEASTER”: the parts are FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE, BYSETPOS, WKST, RSCALE, SKIP',
    ],
    ['FREQ=DAILY;INTERVAL=0', 'must have INTERVAL from 1 to 99999, not “0”'],
    ['FREQ=DAILY;COUNT=10001', 'must have COUNT from 1 to 10000, not “10001”'],
    ['FREQ=DAILY;COUNT=1;UNTIL=20261231', 'must have COUNT or UNTIL, not both'],
    ['FREQ=DAILY;BYHOUR=24', 'must have BYHOUR with numbers from 0 to 23, not “24”'],
    ['FREQ=DAILY;BYHOUR=9,', 'must have BYHOUR with numbers from 0 to 23, not “”'],
    ['FREQ=DAILY;BYMINUTE=-1', 'must have BYMINUTE with numbers from 0 to 59, not “-1”'],
    ['FREQ=DAILY;BYMONTH=5L', 'must have BYMONTH with numbers from 1 to 12, not “5L”'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=0',
      'must have BYMONTHDAY with numbers from 1 to 31, or from -1 to -31 from the end, not “0”',
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-32',
      'must have BYMONTHDAY with numbers from 1 to 31, or from -1 to -31 from the end, not “-32”',
    ],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'must not have BYMONTHDAY with FREQ=WEEKLY: write BYDAY, or FREQ=MONTHLY'],
    ['FREQ=WEEKLY;BYDAY=MONDAY', 'must have BYDAY with MO, TU, WE, TH, FR, SA, SU, not “MONDAY”'],
    [
      'FREQ=WEEKLY;BYDAY=1MO',
      'must have BYDAY without numbers, such as BYDAY=MO, unless FREQ is MONTHLY or YEARLY',
    ],
    [
      'FREQ=MONTHLY;BYDAY=6MO',
      'must have BYDAY with ordinals from 1 to 5, or from -1 to -5 from the end of the month, not “6MO”',
    ],
    [
      'FREQ=YEARLY;BYDAY=0MO',
      'must have BYDAY with ordinals from 1 to 53, or from -1 to -53 from the end of the year, not “0MO”',
    ],
    ['FREQ=WEEKLY;WKST=1', 'must have WKST with MO, TU, WE, TH, FR, SA, SU, not “1”'],
    [
      'FREQ=DAILY;BYSETPOS=1',
      'must have BYSETPOS beside a part that it chooses from, such as BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    ],
    [
      'FREQ=DAILY;UNTIL=20260230',
      'must have UNTIL as a date, such as UNTIL=20261231, or a time, such as UNTIL=20261231T170000Z, not “20260230”',
    ],
    [
      'FREQ=DAILY;UNTIL=2026-12-31',
      'must have UNTIL as a date, such as UNTIL=20261231, or a time, such as UNTIL=20261231T170000Z, not “2026-12-31”',
    ],
    ['FREQ=DAILY;RSCALE=CHINESE', 'must have RSCALE=GREGORIAN, not “CHINESE”'],
    [
      'FREQ=MONTHLY;SKIP=BACKWARD',
      'must have RSCALE=GREGORIAN beside SKIP, as in RSCALE=GREGORIAN;SKIP=BACKWARD',
    ],
    ['FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=LAST', 'must have SKIP with OMIT, BACKWARD, FORWARD, not “LAST”'],
    [
      'FREQ=DAILY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=BACKWARD',
      'must have FREQ=MONTHLY for SKIP to move a day of BYMONTHDAY: FREQ=DAILY only leaves days out',
    ],
    [`FREQ=DAILY;BYHOUR=${'9,'.repeat(maxRruleLength)}9`, `must have at most ${maxRruleLength} characters`],
  ])('is refused: %s', (text, problem) => {
    expect(parseRecurrence(text)).toEqual({ problem })
  })

  it('is read or refused, whatever the text', () => {
    const parts = fc
      .array(
        fc.tuple(
          fc.constantFrom(
            'FREQ',
            'BYDAY',
            'UNTIL',
            'COUNT',
            'BYHOUR',
            'SKIP',
            'DTSTART',
            '',
            '__proto__',
            'constructor',
          ),
          fc.constantFrom('=', ':', ''),
          fc.oneof(fc.string(), fc.constantFrom('DAILY', '1', '-1', 'MO', '99999999T999999Z')),
        ),
      )
      .map((list) => list.map((part) => part.join('')).join(';'))
    fc.assert(
      fc.property(fc.oneof(fc.string(), parts), (text) => {
        expect(Object.keys(parseRecurrence(text))).toHaveLength(1)
      }),
      { numRuns: rounds(500) },
    )
  })
})
