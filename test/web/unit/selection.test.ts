import { expect, test } from 'vitest'
import {
  addAll,
  keepOnly,
  noSelection,
  removeAll,
  toggle,
  type Selection,
} from '../../../web/src/board/select/selection.ts'

const column = ['a', 'b', 'c', 'd', 'e']
const choose = (selection: Selection, id: string, isRange = false, cards = column) =>
  toggle(selection, { id, isRange, column: cards })
const ids = ({ ids: set }: Selection) => [...set].sort()

test('a choice begins to select, and the same one again ends it', () => {
  const one = choose(noSelection, 'b')
  expect(one).toMatchObject({ isOn: true, anchor: 'b' })
  expect(ids(one)).toEqual(['b'])
  const none = choose(one, 'b')
  expect(ids(none)).toEqual([])
  expect(none).toMatchObject({ isOn: true, anchor: undefined })
})

test('a range goes from the last single choice to the card, in both directions', () => {
  const from = choose(noSelection, 'c')
  expect(ids(choose(from, 'e', true))).toEqual(['c', 'd', 'e'])
  expect(ids(choose(from, 'a', true))).toEqual(['a', 'b', 'c'])
  // it keeps its anchor, and what was selected
  const twice = choose(choose(from, 'e', true), 'b', true)
  expect(ids(twice)).toEqual(['b', 'c', 'd', 'e'])
})

test('a range without an anchor in the column is the card alone', () => {
  expect(ids(choose(noSelection, 'd', true))).toEqual(['d'])
  const elsewhere = choose(noSelection, 'x', false, ['x', 'y'])
  expect(ids(choose(elsewhere, 'd', true))).toEqual(['d', 'x'])
  expect(choose(elsewhere, 'd', true).anchor).toBe('d')
  // a range never unselects
  expect(ids(choose(choose(elsewhere, 'd', true), 'd', true))).toEqual(['d', 'x'])
})

test('several cards are added and removed at once', () => {
  const some = addAll(choose(noSelection, 'a'), ['c', 'd'])
  expect(ids(some)).toEqual(['a', 'c', 'd'])
  expect(ids(removeAll(some, ['a', 'd', 'e']))).toEqual(['c'])
  expect(removeAll(some, ['e'])).toBe(some)
})

test('cards that are no longer shown are no longer selected, nor an anchor', () => {
  const some = addAll(choose(noSelection, 'a'), ['b'])
  const rest = keepOnly(some, new Set(['b', 'c']))
  expect(ids(rest)).toEqual(['b'])
  expect(rest.anchor).toBeUndefined()
  expect(keepOnly(some, new Set(['a', 'b', 'c']))).toBe(some)
})
