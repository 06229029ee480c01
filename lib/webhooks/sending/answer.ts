import type { IncomingHttpHeaders } from 'node:http'

/** The most bytes of an excerpt, in UTF-8. */
const excerptBytes = 1024

const longestWaitMs = 24 * 60 * 60 * 1000

/** A character that no text has: part of a binary file, or of a command to a terminal. */
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g

/** Decodes the first bytes, up to a whole character. What is not UTF-8 becomes U+FFFD. */
const beginning = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, excerptBytes), { stream: bytes.length > excerptBytes })

/**
 * Returns the beginning of a body as text: at most 1,024 bytes in UTF-8, always valid Unicode, without control
 * characters. A body that is compressed or not text is described instead. A delivery asks for a body that is not
 * compressed.
 */
export function excerptOf(body: Uint8Array, headers: IncomingHttpHeaders): string {
  const { 'content-encoding': encoding = 'identity' } = headers
  if (body.length === 0) return ''
  if (encoding.toLowerCase() !== 'identity') {
    return `(The body is compressed: ${encoding.replace(control, '').slice(0, 50)}.)`
  }
  if (body.subarray(0, excerptBytes).includes(0)) return '(The body is not text.)'
  const text = beginning(body).replace(control, '\uFFFD')
  return beginning(Buffer.from(text)) // U+FFFD is longer than the byte that it stands for
}

/** Shorter values are not secrets, and hiding them would spoil other words. */
const shortestSecret = 8

/** The length of the longest end of a text that is the beginning of a value. */
function begunAtEnd(text: string, value: string): number {
  let length = Math.min(text.length, value.length)
  while (length >= shortestSecret && !text.endsWith(value.slice(0, length))) length--
  return length >= shortestSecret ? length : 0
}

/**
 * Hides the values of headers in a body that repeats them: whole, as JSON has them, or only what follows `Bearer`; also
 * the beginning of one at the end of the body, because only a part of a long body is read.
 * @param values in ASCII
 */
export function withoutValues(body: Buffer, values: readonly string[]): Buffer {
  const hidden = values
    .flatMap((value) => [JSON.stringify(value).slice(1, -1), value, ...value.split(' ')])
    .filter(({ length }) => length >= shortestSecret)
  if (hidden.length === 0) return body
  // one character of latin1 is one byte
  const text = hidden.reduce((rest, value) => rest.replaceAll(value, '(hidden)'), body.toString('latin1'))
  const begun = Math.max(...hidden.map((value) => begunAtEnd(text, value)))
  return Buffer.from(begun > 0 ? `${text.slice(0, -begun)}(hidden)` : text, 'latin1')
}

/**
 * Returns how long the receiver asks to be left alone, in ms, at most 24 hours; undefined if it does not say.
 * RFC 9110, section 10.2.3: seconds or a date. A date that is past gives 0.
 * @param nowMs the time in ms since 1970
 */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, longestWaitMs)
  const dateMs = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(dateMs) ? undefined : Math.min(Math.max(dateMs - nowMs, 0), longestWaitMs)
}
