import type { TaskMove } from '../../../../client/src/index.ts'

/** A place on the board: before which of a column's other cards, the lifted one not counted. */
export interface Place {
  laneId: string
  index: number
  /** Behind all cards of the lane, also those that have not been fetched. */
  isEnd?: true
}

const steps = { up: -1, down: 1, pageUp: -10, pageDown: 10, top: -Infinity, end: Infinity, left: 0, right: 0 }

/** Where a key leads. */
export type Direction = keyof typeof steps

/** A column, and how many cards it has without the lifted one. */
export interface ColumnSize {
  laneId: string
  count: number
}

const clamp = (index: number, { count }: ColumnSize) => Math.min(Math.max(index, 0), count)

/** One step of the keyboard: within the column, or into the next one at the same height; the same place at an edge. */
export function step(place: Place, direction: Direction, columns: readonly ColumnSize[]): Place {
  const at = columns.findIndex(({ laneId }) => laneId === place.laneId)
  const shift = direction === 'left' ? -1 : direction === 'right' ? 1 : 0
  const column = columns[at + shift] ?? columns[at]
  if (!column) return place
  const index = clamp(place.index + steps[direction], column)
  return { laneId: column.laneId, index, ...(direction === 'end' && { isEnd: true }) }
}

/** Before which entry of a list a point lies: the first whose middle is below it. */
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

/** An index among all cards of a column as one among the others; `own`: the lifted card's own, -1: it is elsewhere. */
export const amongOthers = (index: number, own: number): number =>
  own !== -1 && index > own ? index - 1 : index

/** And back: where, among all cards, the gap is in which the lifted card would go. */
export const amongAll = (index: number, own: number): number =>
  own !== -1 && index >= own ? index + 1 : index

/**
 * How the API names a place: behind the card before it, before the one behind it, or, in an empty column, anywhere.
 * What is last in the project is last in its lane.
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
