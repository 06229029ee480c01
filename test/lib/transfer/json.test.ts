import { describe, expect, it } from 'vitest'
import { parseFile } from './support.ts'

const parse = (text: string) => parseFile('json', Buffer.from(text))
const parseAll = (value: unknown) => parse(JSON.stringify(value))

/** A task as an export has it. */
const exported = {
  id: '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53',
  label: 'Call Ada',
  status: 1,
  project_id: '01a1fc5c-f808-70a6-aca9-b364a578bfae',
  workflow_lane_id: '01a1fc5d-3c1e-7d0a-9c55-0b8c6a2f4e11',
  lane: 'To do',
  position: '0|igocfo:cj000qrqm3',
  description: 'About the engine',
  subtasks: [{ id: '01a1fc5d-9a44-7f6e-8f3b-51f4c0a7d2c9', label: 'Find her number', is_completed: true }],
  external_id: 'form-4711',
  created_at: '2026-11-21T04:28:36.451Z',
  updated_at: '2026-11-21T04:28:36.451Z',
}
const task = {
  label: 'Call Ada',
  status: 1,
  lane: 'To do',
  description: 'About the engine',
  subtasks: [{ label: 'Find her number', isCompleted: true }],
  externalId: 'form-4711',
}

describe('JSON', () => {
  it.each([
    ['an array', [exported]],
    ['an object with tasks', { tasks: [exported], next_cursor: null }],
    ['one task', exported],
    ['the names of requests', [{ ...task, projectId: exported.project_id, workflowLaneId: null }]],
  ])('is read as %s', (_, value) => {
    expect(parseAll(value)).toEqual({ rows: [{ row: 1, task }], failed: [], lanes: ['To do'], warnings: [] })
  })

  it.each(['\n', '\r\n'])('is read as a task on each line, ended by %j', (end) => {
    const text = [JSON.stringify(exported), '', '{"label": "B"}', ''].join(end)
    expect(parse(text).rows).toEqual([
      { row: 1, task },
      { row: 3, task: { label: 'B', subtasks: [] } },
    ])
  })

  it('keeps a description that is empty or null', () => {
    const { rows } = parseAll([
      { label: 'A', description: '' },
      { label: 'B', description: null },
    ])
    expect(rows.map((row) => row.task.description)).toEqual(['', null])
  })

  it('leaves out tasks in the trash, and says so', () => {
    const trashed = {
      ...exported,
      deleted_at: '2026-11-22T00:00:00.000Z',
      purge_at: '2027-01-01T00:00:00.000Z',
    }
    const { rows, warnings } = parseAll([trashed, { label: 'B' }])
    expect(rows.map(({ row }) => row)).toEqual([2])
    expect(warnings).toEqual([{ message: 'Tasks in the trash are left out.', count: 1 }])
  })

  it('says what it does not know, and that a list has more pages', () => {
    const tasks = [
      { label: 'A', due: '2026-12-01', workflow_lane_id: exported.workflow_lane_id },
      { label: 'B', due: '2026-12-02', ['x'.repeat(100)]: 1 },
    ]
    expect(parseAll({ tasks, next_cursor: 'abc' }).warnings).toEqual([
      { message: 'The file is one page of a list: its next_cursor leads to more tasks.', count: 1 },
      {
        message: 'workflow_lane_id is left out: an import finds a lane by its label, in the field lane.',
        count: 1,
      },
      { message: 'The field due is left out.', count: 2 },
      { message: `The field ${'x'.repeat(40)}… is left out.`, count: 1 },
    ])
  })

  it('counts together what has too many names', () => {
    const names = Array.from({ length: 300 }, (_, index) => [`field_${index}`, 1])
    const { warnings } = parseAll([{ label: 'A', ...(Object.fromEntries(names) as object) }])
    expect(warnings).toHaveLength(21)
    expect(warnings.at(-1)).toEqual({ message: 'Other fields are left out.', count: 1 })
  })

  it('names the row and the field of what is wrong, and reads the others', () => {
    const { rows, failed } = parseAll([
      'A',
      null,
      {},
      { label: 1 },
      { label: 'A', status: 3 },
      { label: 'A', status: 'later' },
      { label: 'A', status: 'done' },
      { label: 'A', description: 5 },
      { label: 'A', subtasks: 'x' },
      { label: 'A', subtasks: [{ label: 'x' }, 'y'] },
      { label: 'A', subtasks: [{ label: '' }] },
      { label: 'A', external_id: 17 },
      { label: 'A', lane: ['L'] },
      { label: 'A\uD800' },
    ])
    expect(rows.map(({ row }) => row)).toEqual([5, 6, 7, 11, 14])
    expect(failed.map(({ row, error }) => `${row} ${error.message}`)).toEqual([
      '1 must be a JSON object',
      '2 must be a JSON object',
      '3 label is required',
      '4 label must be a string',
      '8 description must be a string or null',
      '9 subtasks must be an array, not a text',
      '10 subtasks.1 must be an object',
      '12 external_id must be a string',
      '13 lane must be a string',
    ])
  })

  it('names the line that is not JSON, and reads the others', () => {
    const { rows, failed } = parse(
      `{"label": "A"}\n{"label": \n${'['.repeat(99)}${']'.repeat(99)}\n{"label": "B"}\n`,
    )
    expect(rows.map(({ row }) => row)).toEqual([1, 4])
    expect(failed.map(({ row, error }) => `${row} ${error.message}`)).toEqual([
      '2 is not valid JSON: it ends too early',
      '3 must not be nested more than 32 levels deep',
    ])
  })

  it.each([
    ['text', 'label,status\nA,1\n', 'is not valid JSON: look at line 1, column 1'],
    ['a number', '17', 'holds no tasks'],
    [
      'nested too deep',
      '['.repeat(500_000) + ']'.repeat(500_000),
      'must not be nested more than 32 levels deep',
    ],
    [
      'a board of Trello',
      '{"lists": [], "cards": []}',
      'looks like a board of Trello: import it with format=trello',
    ],
  ])('is refused when it is %s', (_, text, problem) => {
    expect(() => parse(text)).toThrow(`The file ${problem}. Send an array of tasks`)
  })

  it('takes the names of prototypes for names', () => {
    const { rows, warnings } = parse('[{"label": "A", "__proto__": {"status": 2}, "constructor": 1}]')
    expect(rows).toEqual([{ row: 1, task: { label: 'A', subtasks: [] } }])
    expect(warnings.map(({ message }) => message)).toEqual([
      'The field __proto__ is left out.',
      'The field constructor is left out.',
    ])
  })

  it('may have 2,000 tasks and no more', () => {
    const tasks = (count: number) => Array.from({ length: count }, () => ({ label: 'A' }))
    expect(parseAll(tasks(2_000)).rows).toHaveLength(2_000)
    expect(() => parseAll(tasks(2_001))).toThrow('more than 2,000 tasks')
  })
})
