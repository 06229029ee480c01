/** A line of a file; the first is number 1. */
export interface Line {
  number: number
  text: string
}

/** More than the longest line of an export takes. */
const maxLineBytes = 2 * 1024 * 1024

const newline = 0x0a

/** The error of a line. */
export const lineError = (number: number, problem: string): Error => new Error(`Line ${number} ${problem}.`)

/**
 * Cuts the bytes of a file into lines. It holds one line at a time.
 * @throws Error that names a line that is too long or not UTF-8
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 1
  let parts: Buffer[] = []
  let length = 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
    if (length > maxLineBytes) throw lineError(number, 'is too long: this is no export of this service')
  }
  const take = (): Line => {
    const bytes = Buffer.concat(parts)
    parts = []
    length = 0
    try {
      return { number, text: decoder.decode(bytes) }
    } catch {
      throw lineError(number, 'is not UTF-8: the file is damaged')
    }
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end))
      yield take()
      number += 1
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (length > 0) yield take()
}
