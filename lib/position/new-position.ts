import { randomInt } from 'node:crypto'

const base = 36
/** The middle of LexoRank's six-digit integer part, at which the library starts too. */
const middle = parseInt('i00000', base)
const epochMs = Date.UTC(2026, 0, 1)

const digits = (value: number, length: number) => value.toString(base).padStart(length, '0')

/** Digits that make two ranks differ; the library drops zeros at the end of a fraction, so the last is none. */
const randomDigits = (): string => digits(randomInt(base ** 4), 4) + digits(randomInt(1, base), 1)

let lastMs = 0
let countInMs = 0

/** The seconds since 2026, the milliseconds in them, and a count of the ranks that were made in this one. */
function tick() {
  const nowMs = Date.now()
  countInMs = nowMs > lastMs ? 0 : countInMs + 1
  lastMs = Math.max(nowMs, lastMs) // a clock that is set back must not turn the order round
  return { seconds: Math.floor((lastMs - epochMs) / 1000), ms: lastMs % 1000, count: countInMs }
}

/**
 * A LexoRank behind all that were made before it, without a look at any of them: the seconds since 2026 as its
 * integer part; milliseconds, a counter and random digits as its fraction. Successive ones rise, and two processes
 * do not meet; of theirs, the order is that of their clocks. Both ends have room until 2060.
 * docs/architecture.md, "Order of tasks".
 */
export function newPosition(): string {
  const { seconds, ms, count } = tick()
  return `0|${digits(middle + seconds, 6)}:${digits(ms, 2)}${digits(count, 3)}${randomDigits()}`
}

/**
 * The same before all others: successive ones fall. Its integer part is 0, and the seconds stand in its fraction: all
 * integers up to the middle may be taken. Earlier versions took 8 off the first rank with each move to the top, and
 * divided it by up to 64 when they respaced the first tasks. To come down to 0, a project needed 136 million such
 * moves, or five such respacings, each before the last.
 */
export function topPosition(): string {
  const { seconds, ms, count } = tick()
  const fraction =
    digits(middle - seconds, 6) + digits(base ** 2 - 1 - ms, 2) + digits(base ** 3 - 1 - count, 3)
  return `0|000000:${fraction}${randomDigits()}`
}
