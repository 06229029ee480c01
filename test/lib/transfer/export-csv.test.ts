import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../../lib/contract/field-texts.ts'
import { taskTexts } from '../../../lib/tasks/fields.ts'
import type { Subtask } from '../../../lib/tasks/subtask-fields.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { unprotect } from '../../../lib/transfer/csv-cell.ts'
import { csvWriter, statusNames, subtasksCell } from '../../../lib/transfer/export-csv.ts'
import { readCsv } from '../../support/csv.ts'

/** Reads the subtasks in a cell. */
function readSubtasks(cell: string): Omit<Subtask, 'id'>[] {
  if (cell === '') return []
  if (cell.startsWith('[{')) return JSON.parse(cell) as Omit<Subtask, 'id'>[]
  return cell.split('\n').map((line) => {
    const [, mark, label = ''] = /^\[([ x])\] (.*)$/s.exec(line) ?? []
    return { label, is_completed: mark === 'x' }
  })
}

const hard = fc.constantFrom(
  '"',
  ',',
  '\r',
  '\n',
  "'",
  '=',
  '[x] ',
  '\u2028',
  '\0',
  ';',
  ' ',
  '\uFEFF',
  'é',
  '🎈',
)
const text = fc.array(
  fc.oneof(
    hard,
    fc.string({ unit: 'binary' }).filter((part) => part.isWellFormed()),
  ),
  {
    maxLength: 6,
  },
)
const anyText = text.map((parts) => parts.join(''))
const label = anyText.map((some) => `a${some}`.trim())
const subtasks = fc.array(fc.record({ label, is_completed: fc.boolean() }), { maxLength: 4 })

const withIds = (some: Omit<Subtask, 'id'>[]) => some.map((one) => ({ id: crypto.randomUUID(), ...one }))

describe('a cell of subtasks', () => {
  it.each([
    [[], ''],
    [[['a', true]], '[x] a'],
    [
      [
        ['[ ] a', false],
        ['b', true],
      ],
      '[ ] [ ] a\n[x] b',
    ],
    [[['a\nb', true]], '[{"label":"a\\nb","is_completed":true}]'],
  ] as const)('of %j is %j', (list, cell) => {
    const subtasks = withIds(list.map(([label, is_completed]) => ({ label, is_completed })))
    expect(subtasksCell(subtasks)).toBe(cell)
  })
})

describe('a CSV file', () => {
  it('is read back equal, whatever the texts are', () => {
    const tasks = fc.array(
      fc.record({
        label,
        status: fc.constantFrom(0, 1, 2),
        lane: fc.option(label),
        description: fc.option(anyText),
        external_id: fc.option(label, { nil: undefined }),
        subtasks,
      }),
      { maxLength: 5 },
    )
    const { head, rowOf } = csvWriter(false, [])
    const time = '2026-11-21T04:28:36.451Z'
    fc.assert(
      fc.property(tasks, (made) => {
        const rows = made.map(({ status, subtasks, ...fields }) =>
          rowOf({
            ...exampleOf<Task>(taskTexts()),
            ...fields,
            ...{ id: 'a', project_id: 'b', workflow_lane_id: null, position: 'c' },
            ...{ status: status, subtasks: withIds(subtasks) },
            ...{ created_at: time, updated_at: time },
          }),
        )
        const [, ...read] = readCsv((head + rows.join('')).slice(1))
        expect(
          read.map((row) => {
            const [, label, status = '', lane, description, list = '', external_id] = row.map(unprotect)
            return { label, status, lane, description, subtasks: readSubtasks(list), external_id }
          }),
        ).toEqual(
          made.map(({ status, lane, description, external_id, ...fields }) => ({
            ...fields,
            ...{ status: statusNames[status], lane: lane ?? '', external_id: external_id ?? '' },
            description: description ?? '', // none and an empty one are alike in CSV
          })),
        )
      }),
    )
  })
})
