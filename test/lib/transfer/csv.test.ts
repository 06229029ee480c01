import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isVisible } from '../../../lib/contract/fields.ts'
import { parseFile } from './support.ts'
import type { ImportedTask } from '../../../lib/transfer/parsed.ts'
import { protect, unprotect } from '../../../lib/transfer/csv-cell.ts'

const parse = (text: string | Uint8Array) => parseFile('csv', Buffer.from(text))

/** The labels of the tasks, or why there are none. */
const labelsOf = (text: string) => parse(text).rows.map(({ task }) => task.label)

const failures = (text: string) => parse(text).failed.map(({ row, error }) => `${row} ${error.message}`)

describe('a CSV file', () => {
  it('of a spreadsheet becomes tasks, and says which column is left out', () => {
    expect(parse(readFileSync('test/fixtures/import/tasks.csv'))).toEqual({
      rows: [
        {
          row: 1,
          task: {
            label: 'Book a room',
            description: 'For ten;\nwith a screen',
            status: 1,
            lane: 'This week',
            externalId: 'room-1',
            subtasks: [
              { label: 'Ask Mia', isCompleted: true },
              { label: 'Pay', isCompleted: false },
            ],
          },
        },
        { row: 2, task: { label: 'Send the agenda', subtasks: [] } },
      ],
      failed: [],
      lanes: ['This week'],
      warnings: [{ message: 'The column Due is left out.', count: 1 }],
    })
  })

  it.each([
    ['commas', 'label,status\nA,1\n'],
    ['semicolons', 'label;status\nA;1\n'],
    ['tabs', 'label\tstatus\nA\t1\n'],
    ['CR LF', 'label,status\r\nA,1\r\n'],
    ['CR alone', 'label,status\rA,1\r'],
    ['no end of the last line', 'label,status\nA,1'],
    ['a byte order mark', '\uFEFFlabel,status\nA,1\n'],
    ['empty lines before it', '\n\nlabel,status\nA,1\n'],
    ['names in quotes', '"label","status"\nA,1\n'],
    ['names in upper case, with blanks', ' LABEL , Status \nA,1\n'],
    ['a separator in quotes in the header', 'label,status,"a;b;c;d"\nA,1,\n'],
  ])('is read with %s', (_, text) => {
    expect(parse(text).rows).toEqual([{ row: 1, task: { label: 'A', status: 1, subtasks: [] } }])
  })

  it.each([
    ['sep=;\nlabel;a,b,c,d\nA,1;\n', 'A,1'],
    ['\uFEFFsep=,\r\nlabel,a;b;c;d\r\nA;1,\r\n', 'A;1'],
    ['"sep=\t"\rlabel\ta;b;c;d\rA;1\t\r', 'A;1'],
    ['\nSEP=;\nlabel;a,b,c,d\nA,1;\n', 'A,1'],
  ])('is read by the separator that its first line names to Excel: %j', (text, label) => {
    expect(parse(text).rows).toMatchObject([{ row: 1, task: { label } }])
  })

  it.each(['sep=|', 'sep=', 'sep=::', '"sep=| "'])('is refused with another separator: %s', (line) => {
    expect(() => parse(`${line}\nlabel|status\nA|1\n`)).toThrow(
      'The first line names a separator other than a comma, a semicolon or a tab: save the file with one of these.',
    )
  })

  it('is refused when a line with the separator is all that it has', () => {
    expect(() => parse('sep=;\r\n')).toThrow('The file is empty.')
  })

  it.each(['label', 'Title', 'name', 'Task', 'CONTENT', 'Lábel'])('may call the label %s', (name) => {
    expect(labelsOf(`${name}\nA\n`)).toEqual(['A'])
  })

  it('takes the first of the names of a field, and counts the others', () => {
    const { rows, warnings } = parse('name,title,label\nN,T,L\nN,,L\n')
    expect(rows.map(({ task }) => task.label)).toEqual(['L', 'L'])
    expect(warnings).toEqual([
      { message: 'The column name is left out.', count: 2 },
      { message: 'The column title is left out.', count: 1 },
    ])
  })

  it.each(['external_id', 'externalId', 'External ID'])('may call the external id %s', (name) => {
    expect(parse(`label,${name}\nA,x-1\n`).rows[0]?.task.externalId).toBe('x-1')
  })

  it('does not take the column id for an external id: two files may count from 1', () => {
    expect(parse('id,label\n1,A\n')).toMatchObject({
      rows: [{ task: { label: 'A', subtasks: [] } }],
      warnings: [],
    })
  })

  it.each([
    ['', undefined],
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['Open', 0],
    ['IN PROGRESS', 1],
    ['in_progress', 1],
    [' done ', 2],
  ])('takes %j for the status %s', (text, status) => {
    expect(parse(`label,status\nA,${text}\n`).rows[0]?.task.status).toBe(status)
  })

  it('passes over empty rows, and counts them', () => {
    expect(parse('label,status\n\nA,\n,\nB,\n').rows.map(({ row }) => row)).toEqual([2, 4])
  })

  it('leaves out what an export says of tasks in the trash', () => {
    const { rows, warnings } = parse('label,deleted_at\nA,2026-11-21T12:00:00.000Z\nB,\n')
    expect(rows.map(({ task }) => task.label)).toEqual(['B'])
    expect(warnings).toEqual([{ message: 'Tasks in the trash are left out.', count: 1 }])
  })

  it('keeps every character of a cell in quotes', () => {
    expect(parse('label,notes\nA,"1\r\n2\n\n""3"", 4"\n').rows[0]?.task.description).toBe('1\r\n2\n\n"3", 4')
  })

  it('names the row and the column of what is wrong, and reads the other rows', () => {
    const text = [
      'Title,Status,List,External ID,Notes,Subtasks',
      'A,later,,,,',
      ',1,,,,',
      'B,,,,,',
      `C,,${'x'.repeat(501)},,,`,
      'D,,,e-1,,',
      'E,,,e-1,,',
      `F,,,,${'x'.repeat(10_001)},`,
      `G,,,,,"${'x\n'.repeat(101)}"`,
      `H,,,,,"x\n${'x'.repeat(501)}"`,
      'I,,,,,,one too many',
      `J,,,${'x'.repeat(256)},,`,
    ].join('\n')
    expect(labelsOf(text)).toEqual(['A', 'B', 'C', 'D', 'F', 'G', 'H', 'J'])
    expect(failures(text)).toEqual([
      '2 Title must contain at least one visible character',
      '6 External ID is also that of row 5: it must be unique',
      '10 has 7 cells, but the header has 6: put cells with the separator in quotes',
    ])
  })

  it('is refused without a column for the label, by an error that lists its columns', () => {
    expect(() => parse('Due,Owner,\n1,2,\n')).toThrow(
      'The first line must name the columns, and there must be one for the label of a task, such as label, title or name. It has: Due, Owner, (no name).',
    )
    expect(() => parse('Card ID,Card Name\n1,A\n')).toThrow('import its export as JSON with format=trello.')
  })

  it('is refused by an error that stays small, however long its header is', () => {
    const wide = Array.from({ length: 900 }, (_, index) => `${'x'.repeat(100)}${index}`).join(',')
    expect(() => parse(wide)).toThrow(/and 880 more\.$/)
    expect(() => parse(wide)).toThrow(/^.{1,1100}$/)
    expect(() => parse(`label${','.repeat(1_000)}\nA\n`)).toThrow('The file has more than 1000 columns.')
  })

  it.each([
    [
      'a quote that never ends',
      'label,notes\nA,B\nC,"D\nE,F\n',
      'Row 2, column 2: the cell begins with a quote and has none at its end.',
    ],
    [
      'text after a quote',
      'label,notes\n"A"B,C\n',
      'Row 1, column 1: a quote in a cell in quotes must be doubled.',
    ],
    [
      'a quote in a bare cell',
      'label,notes\nA,5" pipe\n',
      'Row 1, column 2: a quote in a cell must be doubled',
    ],
    [
      'a wrong quote in the header',
      'label,"notes\nA,B\n',
      'The header, column 2: the cell begins with a quote',
    ],
  ])('is refused with %s, by an error with row and column', (_, text, message) => {
    expect(() => parse(text)).toThrow(message)
  })

  it.each([
    ['Latin-1', Buffer.from('label\nCafé\n', 'latin1')],
    ['UTF-16 with a mark', Buffer.from('\uFEFFlabel\nA\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('label\nA\n', 'utf16le')],
  ])('is refused as %s, by an error that says how to save it', (_, bytes) => {
    expect(() => parse(bytes)).toThrow(
      'The file is not UTF-8. Save it again as UTF-8: in Excel as “CSV UTF-8”, in other programs by choosing UTF-8 as its encoding.',
    )
  })

  it('counts the rows in which something else has replaced what it could not read', () => {
    expect(parse('label\nCaf\uFFFD\nB\n').warnings).toEqual([
      { message: 'Some characters could not be read and show as \uFFFD: save the file as UTF-8.', count: 1 },
    ])
  })

  it.each(['', ' \n\t\n', '\uFEFF'])('is refused when it is empty: %j', (text) => {
    expect(() => parse(text)).toThrow('The file is empty.')
  })

  it('may have 2,000 tasks and no more', () => {
    const rows = (count: number) => `label\n${'A\n'.repeat(count)}`
    expect(parse(rows(2_000)).rows).toHaveLength(2_000)
    expect(() => parse(rows(2_001))).toThrow(
      'The file has more than 2,000 tasks: split it into files of at most so many, and import one after the other.',
    )
    expect(() => parse(`label,status\n${'A,wrong\n'.repeat(2_001)}`)).toThrow('more than 2,000 tasks')
  })
})

describe('an apostrophe', () => {
  it.each(['=1+1', '+49', '-', '@home', '\tA', '\rA', "'=1", "''-2"])(
    'protects %j and is taken away again',
    (cell) => {
      expect(protect(cell)).toBe(`'${cell}`)
      expect(unprotect(protect(cell))).toBe(cell)
    },
  )

  it.each(['', 'A', "'", "'A", "don't", ' =1'])('is no protection of %j', (cell) => {
    expect(protect(cell)).toBe(cell)
    expect(unprotect(cell)).toBe(cell)
  })

  it('is taken from a formula in a file', () => {
    expect(labelsOf("label\n'=1+1\n'A\n")).toEqual(['=1+1', "'A"])
  })
})

describe('any tasks', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', "'", '=', '+', '-', '@', 'a', ' '),
      minLength: 1,
      maxLength: 8,
    }),
  )
  const label = text.map((value) => value.trim()).filter(isVisible)
  const oneLine = label.map((value) => value.replace(/[\n\v\f\r\u0085\u2028\u2029]+/g, ' '))
  const subtask = fc.record({ label: oneLine, isCompleted: fc.boolean() })
  const task: fc.Arbitrary<ImportedTask> = fc.record(
    {
      label,
      status: fc.constantFrom(0 as const, 1 as const, 2 as const),
      subtasks: fc.array(subtask, { maxLength: 3 }),
      description: text,
      lane: label,
      externalId: fc.uuid(),
    },
    { requiredKeys: ['label', 'status', 'subtasks'] },
  )
  const quoted = (cell: string) => `"${protect(cell).replaceAll('"', '""')}"`
  const lineOf = ({ label, status, description, lane, externalId, subtasks }: ImportedTask) => {
    const lines = subtasks.map((one) => `[${one.isCompleted ? 'x' : ' '}] ${one.label}`).join('\n')
    return [label, String(status), description ?? '', lane ?? '', externalId ?? '', lines].map(quoted)
  }
  const header = ['label', 'status', 'description', 'lane', 'external_id', 'subtasks']

  it('are the same after they were written as CSV and read again', () => {
    fc.assert(
      fc.property(
        fc.array(task, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t'),
        (tasks, separator) => {
          const lines = [header, ...tasks.map(lineOf)].map((cells) => cells.join(separator))
          const { rows, failed } = parse(`\uFEFF${lines.join('\r\n')}\r\n`)
          expect(failed).toEqual([])
          expect(rows.map((row) => row.task)).toEqual(tasks)
        },
      ),
    )
  })

  it('with labels of several lines are the same, with their subtasks as JSON', () => {
    const subtasks = [
      { label: 'one\n[x] two', is_completed: true },
      { label: '[{', is_completed: false },
    ]
    expect(parse(`label,subtasks\nA,${quoted(JSON.stringify(subtasks))}\n`).rows[0]?.task.subtasks).toEqual([
      { label: 'one\n[x] two', isCompleted: true },
      { label: '[{', isCompleted: false },
    ])
  })
})
