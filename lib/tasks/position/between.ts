import { randomInt } from 'node:crypto'
import { maxFractionDigits, newPosition, topPosition } from './new-position.ts'

const base = 36n
/** A gap must hold this many ranks. Then two moves into the same gap almost never get the same rank. */
const minRanksInGap = base ** 6n
/** A second at an end holds this many ranks at least, or the next second is used. */
const ranksInSecond = minRanksInGap ** 2n

/** A rank as a whole number: its six integer digits, followed by this many digits of its fraction. */
function toNumber(rank: string, fractionDigits: number): bigint {
  let number = 0n
  for (const digit of rank.slice(2, 8) + rank.slice(9, 9 + fractionDigits).padEnd(fractionDigits, '0')) {
    number = number * base + BigInt(parseInt(digit, 36))
  }
  return number
}

/** The reverse of `toNumber`. A LexoRank has no zeros at the end of its fraction, so the last digit is never 0. */
function toRank(number: bigint, fractionDigits: number): string {
  const nonZero = number % base === 0n ? number + 1n : number
  const digits = nonZero.toString(36).padStart(6 + fractionDigits, '0')
  return `0|${digits.slice(0, 6)}:${digits.slice(6)}`
}

/** The ranks between two others, with this many digits in a fraction. */
const ranksBetween = (lower: string, upper: string, fractionDigits: number): bigint =>
  toNumber(upper, fractionDigits) - toNumber(lower, fractionDigits)

/** The end of the second in which `left` is, or of the next one if almost nothing is left of it. */
const endOfSecond = (left: string): string => {
  const second = parseInt(left.slice(2, 8), 36)
  const endAt = (end: number) => `0|${end.toString(36).padStart(6, '0')}:`
  const isUsedUp = ranksBetween(left, endAt(second + 1), maxFractionDigits) < ranksInSecond
  return endAt(second + (isUsedUp ? 2 : 1))
}

/** The start of the second in which `right` is, likewise. In top ranks, the seconds are the first six digits of the fraction. */
const startOfSecond = (right: string): string => {
  const second = parseInt(right.slice(9, 15).padEnd(6, '0'), 36)
  const startAt = (start: number) => `0|000000:${start.toString(36).padStart(6, '0')}`
  const isUsedUp = ranksBetween(startAt(second), right, maxFractionDigits) < ranksInSecond
  return startAt(isUsedUp && second > 0 ? second - 1 : second)
}

/** An upper bound for a rank at the end: after `left` and after every rank made so far, before all later ones. */
function endAfter(left: string): string {
  const fresh = newPosition()
  // a process or a client whose clock is ahead made `left`: stay within its second, so that later tasks sort after it
  return fresh > left ? fresh : endOfSecond(left)
}

/** A lower bound for a rank at the top: before `right` and before every top rank made so far, after all later ones. */
function endBefore(right: string): string {
  const fresh = topPosition()
  return fresh < right ? fresh : startOfSecond(right)
}

/**
 * Returns a random rank from the middle half of the gap between two neighbours. Either neighbour may be missing. The
 * rank is random because two moves may see the same gap at the same time; the middle would give both the same rank.
 * @returns undefined when the gap has too little room: the neighbours must be spaced again
 */
export function rankBetween(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined && right === undefined) return newPosition()
  const [lower, upper] = [left ?? endBefore(right ?? ''), right ?? endAfter(left ?? '')]
  for (let digits = 1; digits <= maxFractionDigits; digits += 1) {
    const gap = ranksBetween(lower, upper, digits)
    if (gap < minRanksInGap) continue
    const quarter = gap / 4n
    return toRank(toNumber(lower, digits) + quarter + BigInt(randomInt(Number(2n * quarter))), digits)
  }
  return undefined
}

/**
 * Returns evenly spaced ranks between two bounds, in rising order. Without a bound, they reach as far as the ranks
 * made at that end so far.
 * @returns undefined when there is too little room between the bounds
 */
export function spacedRanks(count: number, left?: string, right?: string): string[] | undefined {
  const upper = right ?? endAfter(left ?? '')
  const lower = left ?? endBefore(upper)
  for (let digits = 1; digits <= maxFractionDigits; digits += 1) {
    const step = ranksBetween(lower, upper, digits) / BigInt(count + 1)
    if (step < minRanksInGap) continue
    const first = toNumber(lower, digits)
    return Array.from({ length: count }, (_, index) => toRank(first + step * BigInt(index + 1), digits))
  }
  return undefined
}
