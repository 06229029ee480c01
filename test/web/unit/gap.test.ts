import { expect, test } from 'vitest'
import { gapAt } from '../../../web/src/board/drag/place.ts'

// cards of 40, 60 and 40 px, 8 px apart
const measures = [
  { start: 0, size: 40, end: 40 },
  { start: 48, size: 60, end: 108 },
  { start: 116, size: 40, end: 156 },
]
const shifts = (own: number, to: number) => {
  const { start, extra, shiftOf } = gapAt(measures, { own, to, height: 50 }, 8)
  return { start, extra, tops: measures.map((measure, index) => measure.start + shiftOf(index)) }
}

test('in another column the cards from the place on give way by a card and its spacing', () => {
  expect(shifts(-1, 0)).toEqual({ start: 0, extra: 58, tops: [58, 106, 174] })
  expect(shifts(-1, 1)).toEqual({ start: 48, extra: 58, tops: [0, 106, 174] })
  expect(shifts(-1, 3)).toEqual({ start: 164, extra: 58, tops: [0, 48, 116] })
  expect(gapAt([], { own: -1, to: 0, height: 50 }, 8)).toMatchObject({ start: 0, extra: 58 })
})

test('in its own column the lifted card goes into the gap, and the column keeps its height', () => {
  // at its place nothing moves
  expect(shifts(1, 1)).toEqual({ start: 48, extra: 0, tops: [0, 48, 116] })
  // above the first card, and below the last one
  expect(shifts(1, 0)).toEqual({ start: 0, extra: 0, tops: [68, 0, 116] })
  expect(shifts(1, 2)).toEqual({ start: 96, extra: 0, tops: [0, 96, 48] })
  // past cards of other heights
  expect(shifts(0, 2)).toEqual({ start: 116, extra: 0, tops: [116, 0, 68] })
  expect(shifts(2, 0)).toEqual({ start: 0, extra: 0, tops: [48, 96, 0] })
})
