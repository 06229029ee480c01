/** A rectangle of the window, in CSS pixels. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Surroundings {
  /** The part of the window in which a message may be. */
  free: Box
  /** What has the focus, unless it is the page itself. */
  focused: Box | undefined
  /** The visible fields. */
  fields: readonly Box[]
}

/** How far a message moves at a time in search of its place, in pixels. */
const step = 8

/**
 * The cost of covering a square pixel of the focused element, or of a field, in pixels of distance from the best place.
 */
const costOfFocused = 1000
const costOfField = 10

/** The cost of a place at the upper edge, where the names and controls of a view are, in pixels of distance. */
const costOfTop = 200

const shared = (from: number, length: number, otherFrom: number, otherLength: number) =>
  Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom))

/** How many square pixels of a box another one covers. */
const covered = (box: Box, other: Box) =>
  shared(box.left, box.width, other.left, other.width) * shared(box.top, box.height, other.top, other.height)

/** The cost of showing a message in a box; 0: it covers neither the focused element nor a field. */
export const costOf = (box: Box, { focused, fields }: Surroundings): number =>
  (focused ? covered(box, focused) * costOfFocused : 0) +
  fields.reduce((sum, field) => sum + covered(box, field) * costOfField, 0)

/**
 * The place of a message: where it covers neither the focused element nor a field, near the lower edge, rather than
 * at the upper one; in the middle, at the right, or at the left. If there is no such place, where it covers the least of them.
 */
export function placeOf({ width, height }: Pick<Box, 'width' | 'height'>, around: Surroundings): Box {
  const { free } = around
  const room = { x: Math.max(0, free.width - width), y: Math.max(0, free.height - height) }
  const columns = [room.x / 2, room.x, 0]
  let best: Box | undefined
  let leastCost = Infinity
  for (let way = 0; way <= room.y; way += step) {
    const rows = [
      { y: room.y - way, costOfRow: way },
      { y: way, costOfRow: way + costOfTop },
    ]
    for (const { y, costOfRow } of rows) {
      for (const x of columns) {
        const box = { left: free.left + x, top: free.top + y, width, height }
        const cost = costOf(box, around) + costOfRow
        if (cost < leastCost) {
          best = box
          leastCost = cost
        }
      }
    }
    if (leastCost <= way) break
  }
  return best ?? { left: free.left, top: free.top, width, height }
}
