import { expect, test } from 'vitest'
import { placeOf, wayOf, type Box } from '../../../web/src/ui/toast-place.ts'

const free: Box = { left: 10, top: 60, width: 980, height: 630 }
const size = { width: 300, height: 50 }
const field = (left: number, top: number, width = 280, height = 40): Box => ({ left, top, width, height })
const place = (fields: Box[], focused?: Box) => placeOf(size, { free, focused, fields })

test('a message stands in the middle of the lower edge if nothing is there', () => {
  expect(place([])).toEqual({ left: 350, top: 640, ...size })
})

test('it gives way to a field, right above it, and covers no name of a lane at the upper edge', () => {
  expect(place([field(350, 640)])).toEqual({ left: 350, top: 582, ...size })
  expect(place([field(350, 640), field(350, 590)])).toMatchObject({ left: 350, top: 532 })
})

test('it goes to the upper edge rather than anywhere else, so that people know where to look', () => {
  expect(place([field(0, 380, 1000, 300)])).toMatchObject({ left: 350, top: 60 })
  const fields = [field(0, 380, 1000, 300), field(0, 60, 1000)]
  expect(place(fields)).toMatchObject({ left: 350, top: 640 })
  expect(place(fields, fields[0])).toMatchObject({ left: 350, top: 60 })
})

test('where fields are everywhere, it does not cover the focused one', () => {
  const fields = Array.from({ length: 16 }, (_, row) => field(0, 60 + row * 40, 1000))
  for (const focused of fields) {
    const found = place(fields, focused)
    expect(wayOf(found, { free, focused, fields: [] })).toBe(0)
  }
})

test('a message that is larger than the window begins at its upper edge', () => {
  expect(
    placeOf({ width: 2000, height: 900 }, { free, focused: undefined, fields: [field(0, 100)] }),
  ).toMatchObject({
    left: 10,
    top: 60,
  })
})
