import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonProblem } from '../../../lib/shared/json-problem.ts'
import { rounds } from '../../support/rounds.ts'

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The index that a problem names. */
function indexOf(text: string): number {
  const [, line, column] = /^look at line (\d+), column (\d+)$/.exec(jsonProblem(text)) ?? []
  if (line === undefined) return text.length
  const lines = text.split(/(?<=\r\n|[\n]|\r(?!\n))/)
  return lines.slice(0, Number(line) - 1).join('').length + Number(column) - 1
}

describe('what is wrong with a text that is not JSON', () => {
  it.each([
    ['{"label": "A" "status": 1}', 'look at line 1, column 15'],
    ['{\n  "label": "A",\n}', 'look at line 3, column 1'],
    ['{"label": \'A\'}', 'look at line 1, column 11'],
    ['{label: "A"}', 'look at line 1, column 2'],
    ['{"a": [1, 2,, 3]}', 'look at line 1, column 13'],
    ['{"a": tru}', 'look at line 1, column 7'],
    ['{"a": 01}', 'look at line 1, column 8'],
    ['{"a": "line\nbreak"}', 'look at line 1, column 7'],
    ['{"a": "\\x"}', 'look at line 1, column 7'],
    ['{"a": 1} {', 'look at line 1, column 10'],
    ['\uFEFF{}', 'look at line 1, column 1'],
    ['nonsense', 'look at line 1, column 1'],
    ['{"a": 1', 'it ends too early'],
    ['[', 'it ends too early'],
    [' ', 'it ends too early'],
  ])('%j: %s', (text, problem) => {
    expect(parses(text)).toBe(false)
    expect(jsonProblem(text)).toBe(problem)
  })

  it('begins where the text before it can still become JSON, and nothing after it helps', () => {
    const broken = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', ':', '{', '\n', 'x', '0', '\\'),
        fc.nat(2),
      )
      .map(([text, at, inserted, removed]) => {
        const index = at % (text.length + 1)
        return text.slice(0, index) + inserted + text.slice(index + removed)
      })
      .filter((text) => !parses(text))
    fc.assert(
      fc.property(broken, (text) => {
        const at = indexOf(text)
        // the parser agrees: it finds no problem before this place
        const [, position] = /at position (\d+)/.exec(messageOf(text)) ?? []
        if (position !== undefined) expect(Number(position)).toBeGreaterThanOrEqual(at)
        expect(at).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: rounds(200) },
    )
  })

  it('is found in a body of 256 KiB at once', () => {
    for (const text of [
      `{"a": "${'x'.repeat(262_000)}`,
      `[${'[],'.repeat(87_000)}`,
      ' '.repeat(262_000) + '}',
    ])
      expect(parses(text) || jsonProblem(text)).toMatch(/^(look at|it ends)/)
  })
})

function messageOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return String(error)
  }
}
