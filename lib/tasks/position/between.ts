import { LexoRank } from 'lexorank'
import { randomInt } from 'node:crypto'
import { newPosition, topPosition } from './new-position.ts'

/**
 * The most digits that a fraction may have. It grows by about one digit with every five moves into one gap, and
 * DynamoDB's sort keys are limited to 1,024 bytes. With bucket and integer part, a rank has at most 40 characters.
 */
const maxFractionDigits = 31

const base = 36n
/** A gap must hold this many ranks. Then two moves into the same gap almost never get the same rank. */
const minRanksInGap = base ** 6n

/** A rank as a whole number: its six integer digits, followed by this many digits of its fraction. */
function toNumber(rank: string, fractionDigits: number): bigint {
  let number = 0n
  for (const digit of rank.slice(2, 8) + rank.slice(9, 9 + fractionDigits).padEnd(fractionDigits, '0')) {
    number = number * base + BigInt(parseInt(digit, 36))
  }
  return number
}

/** The reverse of `toNumber`. The library drops zeros at the end of a fraction, so the last digit is never 0. */
function toRank(number: bigint, fractionDigits: number): string {
  const nonZero = number % base === 0n ? number + 1n : number
  const digits = nonZero.toString(36).padStart(6 + fractionDigits, '0')
  return `0|${digits.slice(0, 6)}:${digits.slice(6)}`
}

const middleOf = (left: string, right: string): string =>
  LexoRank.parse(left).between(LexoRank.parse(right)).format()

/** An upper bound for a rank at the end: after `left` and after every rank made so far, before all later ones. */
function endAfter(left: string): string {
  const fresh = newPosition()
  if (fresh > left) return fresh
  // a process whose clock is ahead made `left`: stay within its second, so that later tasks sort after it
  const second = parseInt(left.slice(2, 8), 36)
  return `0|${(second + 1).toString(36).padStart(6, '0')}:`
}

/** A lower bound for a rank at the top: before `right` and before every top rank made so far, after all later ones. */
function endBefore(right: string): string {
  const fresh = topPosition()
  // as in endAfter; in top ranks, the seconds are the first six digits of the fraction
  return fresh < right ? fresh : right.slice(0, 15)
}

/**
 * Returns a random rank from the middle half of the gap between two neighbours. Either neighbour may be missing. The
 * rank is random because two moves may see the same gap at the same time; the library's `between` would give both the
 * same rank.
 * @returns undefined when the gap has too little room: the neighbours must be spaced again
 */
export function rankBetween(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined && right === undefined) return newPosition()
  const [lower, upper] = [left ?? endBefore(right ?? ''), right ?? endAfter(left ?? '')]
  for (let digits = 1; digits <= maxFractionDigits; digits += 1) {
    const gap = toNumber(upper, digits) - toNumber(lower, digits)
    if (gap < minRanksInGap) continue
    const quarter = gap / 4n
    return toRank(toNumber(lower, digits) + quarter + BigInt(randomInt(Number(2n * quarter))), digits)
  }
  return undefined
}

/**
 * Returns evenly spaced ranks between two bounds, in rising order. Without a bound, they reach as far as the ranks
 * made at that end so far.
 * @throws Error when there is no room between the bounds
 */
export function spacedRanks(count: number, left?: string, right?: string): string[] {
  if (count === 0) return []
  const upper = right ?? endAfter(left ?? '')
  const lower = left ?? endBefore(upper)
  const middle = middleOf(lower, upper)
  const before = Math.floor((count - 1) / 2)
  return [...spacedRanks(before, lower, middle), middle, ...spacedRanks(count - 1 - before, middle, upper)]
}
