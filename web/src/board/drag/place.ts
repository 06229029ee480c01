import type { TaskMove } from '../../../../client/src/index.ts'
import type { Direction } from '../../ui/drag-sensors.ts'

/** A place on the board: an index among the column's other cards. Lifted cards are not counted. */
export interface Place {
  laneId: string
  index: number
  /** After all cards of the lane, including those that have not been fetched. */
  isEnd?: true
}

const steps: Readonly<Record<Direction, number>> = {
  ...{ up: -1, down: 1, pageUp: -10, pageDown: 10, top: -Infinity, end: Infinity, left: 0, right: 0 },
}

/** A column, and how many cards it has without the lifted ones. */
interface ColumnSize {
  laneId: string
  count: number
}

const clamp = (index: number, { count }: ColumnSize) => Math.min(Math.max(index, 0), count)

/** One keyboard step: within the column, or into the next column at the same index. At an edge the place stays. */
export function step(place: Place, direction: Direction, columns: readonly ColumnSize[]): Place {
  const at = columns.findIndex(({ laneId }) => laneId === place.laneId)
  const shift = direction === 'left' ? -1 : direction === 'right' ? 1 : 0
  const column = columns[at + shift] ?? columns[at]
  if (!column) return place
  const index = clamp(place.index + steps[direction], column)
  return { laneId: column.laneId, index, ...(direction === 'end' && { isEnd: true }) }
}

/** The index of the first entry whose middle is below the offset; the number of entries if there is none. */
export function indexAt(entries: readonly { start: number; size: number }[], offset: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]
    if (entry && entry.start + entry.size / 2 < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Converts an index among all cards to one among the others. `own`: the lifted card's index, -1 if it is elsewhere. */
export const amongOthers = (index: number, own: number): number =>
  own !== -1 && index > own ? index - 1 : index

/**
 * The place as the API takes it: after the previous card, else before the next one. In an empty column it is the
 * project's bottom, since the last task of the project is also the last of its lane.
 */
export function neighbour(
  others: readonly { id: string }[],
  { index, isEnd }: Pick<Place, 'index' | 'isEnd'>,
): TaskMove {
  if (isEnd) return { to: 'bottom' }
  const before = others[index - 1]
  if (before) return { afterTaskId: before.id }
  const behind = others[index]
  return behind ? { beforeTaskId: behind.id } : { to: 'bottom' }
}

/** The measure of a card in its column, in pixels from the top of the column. */
interface Measure {
  start: number
  size: number
  end: number
}

/** The gap in a column that shows where a drop would put the lifted card. */
interface Gap {
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
