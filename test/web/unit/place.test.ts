import { expect, test } from 'vitest'
import { amongOthers, indexAt, neighbour, step } from '../../../web/src/board/drag/place.ts'

const columns = [
  { laneId: 'none', count: 0 },
  { laneId: 'to do', count: 3 },
  { laneId: 'doing', count: 1 },
]

test('a step stays within the column, down to the place after its last card', () => {
  expect(step({ laneId: 'to do', index: 0 }, 'up', columns)).toEqual({ laneId: 'to do', index: 0 })
  expect(step({ laneId: 'to do', index: 0 }, 'down', columns)).toEqual({ laneId: 'to do', index: 1 })
  expect(step({ laneId: 'to do', index: 3 }, 'down', columns)).toEqual({ laneId: 'to do', index: 3 })
})

test('a step into the next column keeps the index, limited to its number of cards', () => {
  expect(step({ laneId: 'to do', index: 3 }, 'right', columns)).toEqual({ laneId: 'doing', index: 1 })
  expect(step({ laneId: 'to do', index: 2 }, 'left', columns)).toEqual({ laneId: 'none', index: 0 })
})

test('other keys step by ten cards, and to the ends of the column', () => {
  const long = [{ laneId: 'long', count: 25 }]
  const at = (index: number) => ({ laneId: 'long', index })
  expect(step(at(12), 'pageDown', long)).toEqual(at(22))
  expect(step(at(22), 'pageDown', long)).toEqual(at(25))
  expect(step(at(12), 'pageUp', long)).toEqual(at(2))
  expect(step(at(2), 'pageUp', long)).toEqual(at(0))
  expect(step(at(12), 'top', long)).toEqual(at(0))
  expect(step(at(12), 'end', long)).toEqual({ ...at(25), isEnd: true })
  expect(step({ ...at(25), isEnd: true }, 'up', long)).toEqual(at(24))
})

test('there is no step beyond the first and the last column', () => {
  expect(step({ laneId: 'none', index: 0 }, 'left', columns)).toEqual({ laneId: 'none', index: 0 })
  expect(step({ laneId: 'doing', index: 1 }, 'right', columns)).toEqual({ laneId: 'doing', index: 1 })
  expect(step({ laneId: 'gone', index: 1 }, 'right', [])).toEqual({ laneId: 'gone', index: 1 })
})

test('a point is before the first card whose middle is below it', () => {
  const cards = [0, 100, 200].map((start) => ({ start, size: 80 }))
  expect([-10, 39, 41, 139, 141, 239, 241, 900].map((y) => indexAt(cards, y))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3,
  ])
  expect(indexAt([], 50)).toBe(0)
})

test('the lifted card itself is not counted', () => {
  // of the cards a, b, c, card b is lifted
  expect([0, 1, 2, 3].map((index) => amongOthers(index, 1))).toEqual([0, 1, 1, 2])
  expect(amongOthers(2, -1)).toBe(2)
})

test('a place is given by the card before it, else by the one after it', () => {
  const others = [{ id: 'a' }, { id: 'b' }]
  expect(neighbour(others, { index: 0 })).toEqual({ beforeTaskId: 'a' })
  expect(neighbour(others, { index: 1 })).toEqual({ afterTaskId: 'a' })
  expect(neighbour(others, { index: 2 })).toEqual({ afterTaskId: 'b' })
  expect(neighbour(others, { index: 2, isEnd: true })).toEqual({ to: 'bottom' })
  expect(neighbour([], { index: 0 })).toEqual({ to: 'bottom' })
})
