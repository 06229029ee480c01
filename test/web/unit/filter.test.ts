import { expect, test } from 'vitest'
import {
  filterOf,
  isNarrowed,
  queryOf,
  usualFilter,
  withStatus,
  type Filter,
} from '../../../web/src/board/filter.ts'
import { matchesText, type Shown } from '../../../web/src/board/matches-text.ts'

test('a filter stands in the address, and the usual one leaves it as it is', () => {
  expect(queryOf(usualFilter)).toBe('')
  const filter: Filter = {
    text: ' Käse & Brot=1? ',
    statuses: [2],
    fields: { 'due.before': '2026-12-31' },
    sort: '-due',
  }
  expect(queryOf(filter)).toBe(
    'q=K%C3%A4se+%26+Brot%3D1%3F&status=done&sort=-due&fields%5Bdue.before%5D=2026-12-31',
  )
  expect(filterOf(queryOf(filter))).toEqual({ ...filter, text: 'Käse & Brot=1?' })
  expect(queryOf(filterOf('status=all'))).toBe('status=all')
  expect(filterOf('status=whatever&more=1')).toEqual(usualFilter)
})

test('what is not done, and everything, is no search', () => {
  expect(
    ['', 'all', 'open', 'in-progress', 'done'].map((word) => isNarrowed(withStatus(usualFilter, word))),
  ).toEqual([...[false, false, true, true, true]])
  expect(isNarrowed({ ...usualFilter, text: ' ' })).toBe(false)
  expect(isNarrowed({ ...usualFilter, text: 'x' })).toBe(true)
  expect(isNarrowed({ ...usualFilter, fields: { priority: 'high' } })).toBe(true)
})

test('matches are counted in words', () => {
  const shown = (count: number, more: Partial<Shown> = {}) => ({
    count,
    hasMore: false,
    isSearching: false,
    ...more,
  })
  expect(matchesText([shown(0), shown(0)], 1)).toBe('No matches')
  expect(matchesText([shown(0), shown(1)], 1)).toBe('1 match')
  expect(matchesText([shown(3), shown(0)], 1)).toBe('3 matches')
  expect(matchesText([shown(0), shown(2), shown(1)], 2)).toBe('3 matches in 2 lanes')
  expect(matchesText([shown(100, { hasMore: true }), shown(1)], 1)).toBe('More than 101 matches')
  expect(matchesText([shown(1), shown(0, { isSearching: true })], 1)).toBe('Searching…')
  expect(matchesText([shown(1)], 1)).toBe('Searching…')
})
