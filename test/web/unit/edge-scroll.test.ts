import { expect, test } from 'vitest'
import { edgeShare, edgeSpeed } from '../../../web/src/board/drag/edge-scroll.ts'

test('the share grows towards the edge and is 0 in the middle', () => {
  expect([100, 160, 220, 400, 580, 640, 700].map((y) => edgeShare(y, 100, 700))).toEqual([
    -1, -0.5, 0, 0, 0, 0.5, 1,
  ])
})

test('the share is the same beyond the edge as at it, and small boxes keep a middle without scrolling', () => {
  expect(edgeShare(20, 100, 700)).toBe(-1)
  expect(edgeShare(900, 100, 700)).toBe(1)
  expect(edgeShare(50, 0, 100)).toBe(0)
  expect(edgeShare(50, 0, 0)).toBe(0)
})

test('3,000 cards pass within 12 s at the very edge, while further in it is slow enough to aim', () => {
  const cardPx = 90
  expect(edgeSpeed(-1, 1000)).toBeLessThan((-3000 * cardPx) / 12)
  expect(edgeSpeed(1, 1000)).toBe(-edgeSpeed(-1, 1000))
  expect(edgeSpeed(0.4, 1000)).toBeLessThan(12 * cardPx)
  expect(edgeSpeed(1, 0)).toBeLessThan(15 * cardPx)
  expect(edgeSpeed(0, 1000)).toBe(0)
})
