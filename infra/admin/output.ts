import Table from 'cli-table3'
import { cutText } from '../../lib/contract/cut.ts'

/** The output of a command. */
export interface Output {
  /** The JSON document for --json. */
  document: object
  /** The same as text for people. */
  text: string
  /** The failure, if a part of the work failed. The command prints it after the rest, and ends with a failure. */
  error?: string
}

/** The columns for a kind of thing: each title, and how to get its value. */
export type Columns<T> = Record<string, (thing: T) => string | number>

const longestCell = 60

/**
 * Characters to escape: tenants choose their labels, and control characters or bidirectional ones could manipulate the
 * operator's terminal.
 */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A value as text for a terminal: without characters that steer it, and shortened to a number of characters. */
export const toCell = (value: string | number, longest: number): string =>
  cutText(
    String(value).replace(
      steering,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    longest,
  )

const noBorders = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid', 'middle']
    .flatMap((part) => [part, `${part}-mid`, `${part}-left`, `${part}-right`])
    .map((part) => [part, '']),
)

const render = (rows: string[][], colAligns: ('left' | 'right')[]): string => {
  const style = { head: [], border: [], 'padding-left': 0, 'padding-right': 2 }
  const table = new Table({ chars: noBorders, style, colAligns })
  table.push(...rows)
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Several things, one per line. Texts are cut to a number of characters. */
export function toTable<T>(columns: Columns<T>, things: T[], longest = longestCell): string {
  const values = things.map((thing) => Object.values(columns).map((valueOf) => valueOf(thing)))
  const aligns = Object.keys(columns).map((_, column) =>
    typeof values[0]?.[column] === 'number' ? 'right' : 'left',
  )
  return render(
    [
      Object.keys(columns).map((title) => title.toUpperCase()),
      ...values.map((row) => row.map((value) => toCell(value, longest))),
    ],
    aligns,
  )
}

/** One thing with all its values, one per line. */
export const toRecord = <T>(columns: Columns<T>, thing: T): string =>
  render(
    Object.entries(columns).map(([title, valueOf]) => [title, toCell(valueOf(thing), Infinity)]),
    ['left', 'left'],
  )

/** A timestamp for people: UTC, to the second. */
export const toTime = (timestamp: string): string => timestamp.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')
