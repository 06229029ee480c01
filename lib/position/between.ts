import { LexoRank } from 'lexorank'
import { newPosition } from './new-position.ts'

/** A rank grows about one character with every five moves into one gap; DynamoDB's sort keys end at 1,024 bytes. */
const longestRank = 40

/** The lowest bound of bucket 0; no task has this rank itself. */
const lowest = LexoRank.min().format()

const mid = (left: string, right: string): string =>
  LexoRank.parse(left).between(LexoRank.parse(right)).format()

/** Behind a rank, and behind every task made so far; but before those still to be made. */
function behind(left: string): string {
  const fresh = newPosition()
  if (fresh > left) return fresh
  // a clock that is ahead made the last one: stay within its second, so that later tasks come behind
  const second = parseInt(left.slice(2, 8), 36)
  return mid(left, `0|${(second + 1).toString(36).padStart(6, '0')}:`)
}

/**
 * A rank between two neighbours, either of which may be missing at an end. The library's `between` would throw on
 * equal ranks, and its `genPrev` sticks at the lowest without a word.
 * @returns undefined when there is no room, or too little: the neighbours must be spaced anew
 */
export function rankBeside(left: string | undefined, right: string | undefined): string | undefined {
  if (right === undefined) return left === undefined ? newPosition() : behind(left)
  if (left === undefined) {
    const before = LexoRank.parse(right).genPrev().format()
    return before > lowest && before < right ? before : undefined
  }
  if (left >= right) return undefined
  const rank = mid(left, right)
  return rank.length <= longestRank ? rank : undefined
}

/**
 * Ranks that rise evenly between two bounds; unless told otherwise, over all that lies before a new task.
 * @throws Error when the bounds leave no room
 */
export function spacedRanks(count: number, left = lowest, right = newPosition()): string[] {
  if (count === 0) return []
  const middle = mid(left, right)
  const before = Math.floor((count - 1) / 2)
  return [...spacedRanks(before, left, middle), middle, ...spacedRanks(count - 1 - before, middle, right)]
}
