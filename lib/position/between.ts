import { LexoRank } from 'lexorank'
import { randomInt } from 'node:crypto'
import { newPosition, topPosition } from './new-position.ts'

/**
 * So many digits a fraction may have: it grows about one with every five moves into one gap, and DynamoDB's sort keys
 * end at 1,024 bytes. With bucket and integer part a rank ends at 40 characters.
 */
const longestFraction = 31

const base = 36n
/** The places that a gap must have: two moves that see the same gap take one each, and hardly ever the same. */
const leastPlaces = base ** 6n

/** A rank as a whole number, with so many digits of its fraction. */
function placeOf(rank: string, scale: number): bigint {
  let place = 0n
  for (const digit of rank.slice(2, 8) + rank.slice(9, 9 + scale).padEnd(scale, '0')) {
    place = place * base + BigInt(parseInt(digit, 36))
  }
  return place
}

/** The rank at a place; the library drops zeros at the end of a fraction, so the last digit is none. */
function rankAt(place: bigint, scale: number): string {
  const digits = (place % base === 0n ? place + 1n : place).toString(36).padStart(6 + scale, '0')
  return `0|${digits.slice(0, 6)}:${digits.slice(6)}`
}

const mid = (left: string, right: string): string =>
  LexoRank.parse(left).between(LexoRank.parse(right)).format()

/** Behind a rank and behind every task made so far, but before those still to be made. */
function endBehind(left: string): string {
  const fresh = newPosition()
  if (fresh > left) return fresh
  // a clock that is ahead made it: stay within its second, so that later tasks come behind
  const second = parseInt(left.slice(2, 8), 36)
  return `0|${(second + 1).toString(36).padStart(6, '0')}:`
}

/** Before a rank and before every task that was moved to the top so far, but behind those still to be moved there. */
function endBefore(right: string): string {
  const fresh = topPosition()
  // the same: the seconds are the first six digits of its fraction
  return fresh < right ? fresh : right.slice(0, 15)
}

/**
 * A rank between two neighbours, either of which may be missing at an end: at random in the middle half of their gap,
 * for another move may see the same two at the same time. So the library's `between` will not do.
 * @returns undefined when there is no room, or too little: the neighbours must be spaced anew
 */
export function rankBeside(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined && right === undefined) return newPosition()
  const [lower, upper] = [left ?? endBefore(right ?? ''), right ?? endBehind(left ?? '')]
  for (let scale = 1; scale <= longestFraction; scale += 1) {
    const places = placeOf(upper, scale) - placeOf(lower, scale)
    if (places < leastPlaces) continue
    const quarter = places / 4n
    return rankAt(placeOf(lower, scale) + quarter + BigInt(randomInt(Number(2n * quarter))), scale)
  }
  return undefined
}

/**
 * Ranks that rise evenly between two bounds; where one is missing, as far as a task has come to that end by now.
 * @throws Error when the bounds leave no room
 */
export function spacedRanks(count: number, left?: string, right?: string): string[] {
  if (count === 0) return []
  const upper = right ?? endBehind(left ?? '')
  const lower = left ?? endBefore(upper)
  const middle = mid(lower, upper)
  const before = Math.floor((count - 1) / 2)
  return [...spacedRanks(before, lower, middle), middle, ...spacedRanks(count - 1 - before, middle, upper)]
}
