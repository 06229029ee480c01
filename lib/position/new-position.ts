import { randomInt } from 'node:crypto'

const base = 36
/** The middle of LexoRank's six-digit integer part, at which the library starts too. */
const middle = parseInt('i00000', base)
const epochMs = Date.UTC(2026, 0, 1)

const digits = (value: number, length: number) => value.toString(base).padStart(length, '0')

let lastMs = 0
let countInMs = 0

/**
 * A LexoRank behind all that were made before it, without a look at any of them: the seconds since 2026 as its
 * integer part; milliseconds, a counter and random digits as its fraction. Successive ones rise, and two processes
 * do not meet. design.md, "Position".
 */
export function newPosition(): string {
  const nowMs = Date.now()
  countInMs = nowMs > lastMs ? 0 : countInMs + 1
  lastMs = Math.max(nowMs, lastMs) // a clock that is set back must not turn the order round
  const seconds = middle + Math.floor((lastMs - epochMs) / 1000)
  const random = digits(randomInt(base ** 4), 4)
  // the library drops zeros at the end of a fraction, so the last digit is none
  const end = digits(randomInt(1, base), 1)
  return `0|${digits(seconds, 6)}:${digits(lastMs % 1000, 2)}${digits(countInMs, 3)}${random}${end}`
}
