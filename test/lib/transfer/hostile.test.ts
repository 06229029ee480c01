import { describe, expect, it } from 'vitest'
import type { ImportFormat } from '../../../lib/transfer/import-request.ts'
import { parseFile } from './support.ts'

const mib = 1024 * 1024
const tooMany = 'more than 2,000 tasks'

/** As much of a text as fits in a file of 1 MiB. */
const fill = (head: string, part: string, tail = '') =>
  head + part.repeat(Math.floor((mib - head.length - tail.length) / Buffer.byteLength(part))) + tail

/**
 * Files of 1 MiB that once made a parser slow or its answer large: how many rows, failed rows and warnings there are, or
 * why the file is refused. Each takes less than half a second; a parser that compares each part with all others would
 * take minutes, and the test its time-out.
 */
const files: [
  name: string,
  format: ImportFormat,
  text: string,
  outcome: [number, number, number] | string,
][] = [
  ['empty rows', 'csv', fill('label\n', '\n'), [0, 0, 0]],
  ['empty cells', 'csv', fill('label\n', ','), [0, 0, 0]],
  ['columns without names', 'csv', fill('label', ','), '1000 columns'],
  [
    'many columns and many short rows',
    'csv',
    `label${',a'.repeat(900)}\n${'b\n'.repeat(1_990)}`,
    [1_990, 0, 0],
  ],
  ['one cell', 'csv', fill('label\n', 'x'), [1, 0, 1]],
  ['one cell in quotes', 'csv', fill('label\n"', 'x', '"'), [1, 0, 1]],
  ['quotes', 'csv', fill('label\n', '""'), [1, 0, 1]],
  ['cells in quotes with line ends', 'csv', fill('label\n', '"\n,'), tooMany],
  ['a status that becomes 18 times as long', 'csv', fill('label,status\nA,', '\uFDFA'), [1, 0, 1]],
  ['a header that does', 'csv', fill('label,', '\uFDFA', '\nA,1\n'), [1, 0, 1]],
  ['many subtasks', 'csv', fill('label,subtasks\nA,"', 'x\n', '"'), [1, 0, 1]],
  ['tasks in the trash', 'csv', fill('label,deleted_at\n', ',1\n'), [0, 0, 1]],
  ['many small values', 'json', fill('[', '1,', '1]'), tooMany],
  ['many objects', 'json', fill('[', '{},', '{}]'), tooMany],
  ['long numbers', 'json', fill('[{"label": "A", "n": [', '12345678901234567,', '1]}]'), [1, 0, 1]],
  ['many subtasks', 'json', fill('[{"label": "A", "subtasks": [', '1,', '1]}]'), [0, 1, 0]],
  ['empty lines', 'json', fill('{"label": "A"}\n', '\n'), [1, 0, 0]],
  ['wrong lines', 'json', fill('{"label": "A"}\n', 'x\n'), tooMany],
  ['deep nesting', 'json', '['.repeat(mib / 2) + ']'.repeat(mib / 2), 'nested more than 32 levels'],
  ['notes', 'todoist', fill('TYPE,CONTENT\n', 'note\n'), [0, 0, 1]],
  ['subtasks', 'todoist', fill('TYPE,CONTENT,INDENT\ntask,A,1\n', 'task,A,2\n'), [1, 0, 1]],
  ['archived cards', 'trello', fill('{"lists": [], "cards": [', '{"closed":true},', '1]}'), [0, 0, 1]],
  ['lists', 'trello', fill('{"cards": [], "lists": [', '{"name":"A"},', '1]}'), [0, 0, 0]],
  [
    'checklist items',
    'trello',
    fill('{"lists": [], "cards": [{"name": "A", "checklists": [{"checkItems": [', '{},', '1]}]}]}'),
    [0, 1, 1],
  ],
]

describe('1 MiB', () => {
  it.each(files)('of %s as %s', (_, format, text, outcome) => {
    const bytes = Buffer.from(text)
    expect(bytes.length).toBeLessThanOrEqual(mib)
    if (typeof outcome === 'string') {
      expect(() => parseFile(format, bytes)).toThrow(outcome)
    } else {
      const parsed = parseFile(format, bytes)
      const { rows, failed, warnings } = parsed
      expect([rows.length, failed.length, warnings.length]).toEqual(outcome)
      expect(JSON.stringify([failed, warnings]).length).toBeLessThan(1_000)
    }
  })
})
