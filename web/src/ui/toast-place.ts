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

const shared = (from: number, length: number, otherFrom: number, otherLength: number) =>
  Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom))

/** How many square pixels of a box another one covers. */
const covered = (box: Box, other: Box) =>
  shared(box.left, box.width, other.left, other.width) * shared(box.top, box.height, other.top, other.height)

/** What a message in a box is in the way of: 2: the focused element, 1: a field, 0: nothing. */
export function wayOf(box: Box, { focused, fields }: Surroundings): 0 | 1 | 2 {
  if (focused && covered(box, focused) > 0) return 2
  return fields.some((field) => covered(box, field) > 0) ? 1 : 0
}

/** The least distance of a message from what it gives way to, in pixels. */
const gap = 8

/**
 * The place above what stands at the lower edge, if that is free and in the lower half: above the middle, it would be
 * anywhere.
 */
function raised(lower: Box, around: Surroundings): Box | undefined {
  const { free, focused, fields } = around
  const middle = free.top + free.height / 2
  const all = focused ? [...fields, focused] : fields
  for (let box = lower; box.top >= middle;) {
    const below = all.filter((other) => covered(box, other) > 0).map(({ top }) => top)
    if (below.length === 0) return box
    box = { ...box, top: Math.min(...below) - box.height - gap }
  }
  return undefined
}

/**
 * The place of a message: the middle of the lower edge, or right above what it would cover there; the upper edge, where the
 * names of lanes are, only if it is less in the way. No other, so that people know where to look.
 */
export function placeOf({ width, height }: Pick<Box, 'width' | 'height'>, around: Surroundings): Box {
  const { free } = around
  const left = free.left + Math.max(0, (free.width - width) / 2)
  const upper = { left, top: free.top, width, height }
  const lower = { ...upper, top: free.top + Math.max(0, free.height - height) }
  const least = wayOf(upper, around) < wayOf(lower, around) ? upper : lower
  return raised(lower, around) ?? least
}
