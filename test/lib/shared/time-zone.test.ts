import { describe, expect, it } from 'vitest'
import { dateIn, isTimeZone, timeIn } from '../../../lib/shared/time-zone.ts'

describe('the name of a time zone', () => {
  it.each([
    'Europe/Berlin',
    'UTC',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Etc/GMT+1',
    'europe/berlin',
  ])('is %s', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  it.each([
    '',
    'Berlin',
    'Europe/Atlantis',
    '+02:00',
    '+0200',
    'CEST',
    'Europe/Berlin ',
    'x'.repeat(1_000_000),
  ])('is not %s', (name) => {
    expect(isTimeZone(name)).toBe(false)
  })
})

describe('a local time', () => {
  it.each([
    ['Europe/Berlin', '2026-10-05T14:30', '2026-10-05T12:30:00.000Z'],
    ['Europe/Berlin', '2026-12-05T14:30', '2026-12-05T13:30:00.000Z'],
    // the clocks go from 2:00 to 3:00
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    // they go from 3:00 to 2:00
    ['Europe/Berlin', '2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    // the clocks go at midnight: there is no 0:00
    ['America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    // a change of half an hour
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00:00.000Z'],
    // a day that was left out
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z'],
    ['UTC', '2026-10-05T14:30', '2026-10-05T14:30:00.000Z'],
  ])('of %s at %s is %s', (zone, local, time) => {
    expect(new Date(timeIn(zone, Date.parse(`${local}Z`))).toISOString()).toBe(time)
  })
})

describe('the date', () => {
  it.each([
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-24T21:59:59Z', '2026-10-24'],
    ['America/New_York', '2026-10-05T03:59:59Z', '2026-10-04'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01'],
  ])('in %s at %s is %s', (zone, time, date) => {
    expect(dateIn(zone, Date.parse(time))).toBe(date)
  })
})
