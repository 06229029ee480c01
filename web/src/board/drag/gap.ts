import { amongOthers } from './place.ts'

/** The measure of a card in its column, in pixels from the top of the column. */
interface Measure {
  start: number
  size: number
  end: number
}

/** The gap in a column that shows where a drop would put the lifted card. */
export interface Gap {
  /** Its top, in pixels from the top of the column. */
  start: number
  /** How far a card gives way, in pixels; negative: upwards. */
  shiftOf: (index: number) => number
  /** How much higher the column becomes, in pixels. */
  extra: number
}

/** The lifted card, as a column sees it. */
interface Lifted {
  /** Its index in this column, -1 if it is in another one. */
  own: number
  /** Its target, as an index among the column's other cards. */
  to: number
  /** Its height, in pixels. */
  height: number
}

/**
 * The gap at a place, and how the cards make room for it. In its own column the lifted card itself moves into the gap, and
 * the cards between its old place and the gap close up. Targets are still found by the measures without a gap: a card that
 * gives way does not change what the pointer is over.
 */
export function gapAt(measures: readonly Measure[], { own, to, height }: Lifted, spacing: number): Gap {
  const room = (measures[own]?.size ?? height) + spacing
  if (own === -1) {
    const last = measures.at(-1)
    const start = measures[to]?.start ?? (last ? last.end + spacing : 0)
    return { start, extra: room, shiftOf: (index) => (index >= to ? room : 0) }
  }
  const target = measures[to]
  const start = to > own ? (target?.end ?? 0) - room + spacing : (target?.start ?? 0)
  return {
    start,
    extra: 0,
    shiftOf: (index) => {
      if (index === own) return start - (measures[own]?.start ?? 0)
      const place = amongOthers(index, own)
      if (index > own) return place < to ? -room : 0
      return place >= to ? room : 0
    },
  }
}
