import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { swallowClick } from '../../../web/src/board/drag/swallow-click.ts'

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.useFakeTimers()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Whether a click does what it is for. `detail` is 0 for those that a key makes. */
const clicks = (detail = 1) =>
  page.dispatchEvent(Object.assign(new Event('click', { cancelable: true }), { detail }))

test('the click of a drop opens nothing, also when the browser tells of a tap some time after it', () => {
  expect(clicks()).toBe(true)
  swallowClick()
  expect(clicks()).toBe(false)
  vi.advanceTimersByTime(300)
  expect(clicks()).toBe(false)
})

test('a new press clicks again, and so does a key', () => {
  swallowClick()
  expect(clicks(0)).toBe(true)
  page.dispatchEvent(new Event('pointerdown'))
  expect(clicks()).toBe(true)
})

test('a click that comes long after a drop is another one', () => {
  swallowClick()
  vi.advanceTimersByTime(1_000)
  expect(clicks()).toBe(true)
})
