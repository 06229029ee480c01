import { randomInt } from 'node:crypto'

/**
 * The most digits that a fraction may have. It grows by about one digit with every five moves into one gap, and
 * DynamoDB's sort keys are limited to 1,024 bytes. With bucket and integer part, a rank has at most 40 characters.
 */
export const maxFractionDigits = 31

const base = 36
/** The middle of LexoRank's six-digit integer part. The library starts there too. */
const middle = parseInt('i00000', base)
const epochMs = Date.UTC(2026, 0, 1)

const digits = (value: number, length: number) => value.toString(base).padStart(length, '0')

/** Random digits that make ranks differ. The library drops zeros at the end of a fraction, so the last is never 0. */
const randomDigits = (): string => digits(randomInt(base ** 4), 4) + digits(randomInt(1, base), 1)

let lastMs = 0
let countInMs = 0

/** Returns the seconds since 2026, the milliseconds within the second, and a count of the ranks of this millisecond. */
function tick() {
  const nowMs = Date.now()
  countInMs = nowMs > lastMs ? 0 : countInMs + 1
  lastMs = Math.max(nowMs, lastMs) // a clock that is set back must not reverse the order
  return { seconds: Math.floor((lastMs - epochMs) / 1000), ms: lastMs % 1000, count: countInMs }
}

/**
 * Returns a LexoRank that sorts after all earlier ones, without reading them. Its integer part is the seconds since
 * 2026; its fraction is the milliseconds, a counter and random digits. Successive ranks rise. Ranks of two processes do
 * not collide, and are ordered by their clocks. Both ends have room until 2060.
 * docs/decisions.md, "Order of tasks".
 */
export function newPosition(): string {
  const { seconds, ms, count } = tick()
  return `0|${digits(middle + seconds, 6)}:${digits(ms, 2)}${digits(count, 3)}${randomDigits()}`
}

const topOf = (seconds: number): string => `0|000000:${digits(middle - seconds, 6)}`

/**
 * Returns a LexoRank that sorts before all earlier ones; successive ranks fall. Its integer part is 0, and its seconds
 * are in the fraction, because other ranks may use all integers from 1 to the middle. An earlier release subtracted 8
 * from the first rank with each move to the top, and divided it by up to 64 when it spaced the first tasks anew.
 * Reaching 0 would have taken a project 136 million such moves, or five such spacings in a row.
 */
export function topPosition(): string {
  const { seconds, ms, count } = tick()
  return topOf(seconds) + digits(base ** 2 - 1 - ms, 2) + digits(base ** 3 - 1 - count, 3) + randomDigits()
}

const day = 24 * 60 * 60

/**
 * The bounds of the positions that clients may choose now: a day beyond both ends, for clocks that are wrong. A task
 * there stays the outermost one until the clock has passed it: new tasks and moves to an end do not come beyond it.
 */
export function outermostPositions(): { first: string; last: string } {
  const { seconds } = tick()
  return { first: topOf(seconds + day), last: `0|${digits(middle + seconds + day, 6)}:` }
}
