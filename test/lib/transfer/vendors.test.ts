import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseFile } from './support.ts'

const fixture = (name: string) => readFileSync(`test/fixtures/import/${name}`)

describe('a CSV file of Todoist', () => {
  it('becomes tasks in lanes with subtasks, and says what is left out', () => {
    expect(parseFile('todoist', fixture('todoist.csv'))).toEqual({
      rows: [
        {
          row: 2,
          task: {
            label: 'Repaint the fence @garden',
            description: 'Two coats, "signal green"',
            subtasks: [
              { label: 'Buy paint', isCompleted: false },
              { label: 'Ask for the colour number', isCompleted: false },
            ],
          },
          subtaskRows: [3, 4],
          comments: [{ text: 'The old tin is in the cellar', author: { name: 'Kai' } }],
        },
        { row: 8, task: { label: 'Water the ferns', lane: 'Weekly', subtasks: [] } },
        {
          row: 10,
          task: { label: 'Reply of the "Amt", in writing', lane: 'Waiting', subtasks: [] },
        },
      ],
      failed: [],
      lanes: ['Weekly', 'Waiting'],
      warnings: [
        { message: 'Durations are left out.', count: 1 },
        { message: 'Authors are left out.', count: 5 },
        { message: 'Sub-tasks of sub-tasks became subtasks of the task.', count: 1 },
        { message: 'Descriptions of sub-tasks are left out.', count: 1 },
        { message: 'Comments of sub-tasks became comments of the task.', count: 1 },
        { message: 'Dates are left out.', count: 2 },
        { message: 'Priorities are left out.', count: 2 },
        { message: 'Labels such as @home stay in the text of the task.', count: 1 },
        { message: 'People (RESPONSIBLE) are left out.', count: 1 },
        { message: 'Deadlines are left out.', count: 1 },
      ],
    })
  })

  const todoist = (...lines: string[]) =>
    parseFile('todoist', Buffer.from(['TYPE,CONTENT,INDENT', ...lines].join('\n')))

  it('names the row and the column of what is wrong, and reads the others', () => {
    const { rows, failed, warnings } = todoist(
      'task,Child of nothing,2',
      'task,A,1',
      'task,B,first',
      'task,Child of what is wrong,2',
      'project,C,1',
      'task,,1',
      'section,S,',
      'task,Child of a section,2',
      `task,${'x'.repeat(501)},1`,
    )
    expect(rows.map(({ row, task }) => [row, task.subtasks.length])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
      [8, 0],
      [9, 0],
    ])
    expect(failed.map(({ row, error }) => [row, error.message])).toEqual([
      [5, 'TYPE must be task, section or note'],
      [6, 'CONTENT must contain at least one visible character'],
    ])
    expect(warnings).toEqual([
      { message: 'Sub-tasks without a task above them became tasks.', count: 2 },
      { message: 'INDENT is no whole number from 1: these rows became tasks.', count: 1 },
      {
        message: `“${'x'.repeat(40)}…” (row 9): CONTENT is cut at 500 characters: the description has what is missing.`,
        count: 1,
      },
    ])
  })

  it('fails a row with more cells than the header, and reads the others', () => {
    const { rows, failed } = todoist('task,Milk, eggs,1', 'task,Part of nothing,2', 'task,Bread,1,')
    expect(rows.map(({ row }) => row)).toEqual([2, 3])
    expect(failed.map(({ row, error }) => [row, error.message])).toEqual([
      [1, 'has 4 cells, but the header has 3: put cells with the separator in quotes'],
    ])
  })

  it('names the rows of the sub-tasks that a failed task takes with it', () => {
    const { rows, failed } = todoist(
      'task,,1',
      'task,Part,2',
      'note,A comment,',
      'task,Part of a part,3',
      `task,${'x'.repeat(501)},1`,
      'task,Only part,2',
      'task,Kept,1',
      'task,Its part,2',
      'task,Second,1',
      'task,Good part,2',
      `task,${'x'.repeat(501)},2`,
      'task,Full,1',
      ...Array.from({ length: 101 }, (_, index) => `task,Part ${index},2`),
    )
    expect(rows.map(({ row, task }) => [row, task.subtasks.length])).toEqual([
      [5, 1],
      [7, 1],
      [9, 2],
      [12, 100],
    ])
    expect(failed.map(({ row, error }) => [row, error.message])).toEqual([
      [
        1,
        'CONTENT must contain at least one visible character. Its 2 sub-tasks in rows 2 to 4 are left out too.',
      ],
    ])
  })

  it('has the comments of the task above, with their authors and times', () => {
    const { rows, warnings } = parseFile(
      'todoist',
      Buffer.from(
        [
          'TYPE,CONTENT,INDENT,AUTHOR,DATE',
          'note,of none,,,',
          'task,A,1,,',
          'note,"two\nlines",,Mia (Berlin) (42),2026-03-01T14:05:00.000000Z',
          'note, ,,,',
          'task,B,1,,',
          'task,C,2,,',
          'note,of a sub-task,,Kai,1 Mar 14:05',
          'section,S,,,',
          'note,of a section,,,',
        ].join('\n'),
      ),
    )
    expect(rows.map(({ task, comments }) => [task.label, comments])).toEqual([
      ['A', [{ text: 'two\nlines', author: { name: 'Mia (Berlin)' }, time: new Date('2026-03-01T14:05Z') }]],
      ['B', [{ text: 'of a sub-task', author: { name: 'Kai' } }]],
    ])
    expect(warnings).toEqual([
      { message: 'Comments (rows of the type note) without a task above them are left out.', count: 2 },
      { message: 'Comments without text are left out.', count: 1 },
      { message: 'Comments of sub-tasks became comments of the task.', count: 1 },
    ])
  })

  it('begins below the line in which Excel reads the separator', () => {
    const text = '\uFEFFsep=;\r\nTYPE;CONTENT;INDENT\r\ntask;A, B;1\r\n'
    expect(parseFile('todoist', Buffer.from(text)).rows).toMatchObject([{ row: 1, task: { label: 'A, B' } }])
  })

  it.each(['TYPE,CONTENT,INDENT\nsection,S,\ntask,A,1\n', 'type;content\nnote;A\n'])(
    'is refused as a table: its sections and comments are no tasks: %j',
    (text) => {
      expect(() => parseFile('csv', Buffer.from(text))).toThrow(
        'The columns TYPE and CONTENT are those of a file from Todoist: import it with format=todoist. ' +
          'If it is not from Todoist, rename the column with the labels to label.',
      )
    },
  )

  it('is none where another column has the labels', () => {
    const { rows, warnings } = parseFile('csv', Buffer.from('title,type,content\nA,note,Text\n'))
    expect(rows.map(({ task }) => [task.label, task.description])).toEqual([['A', 'Text']])
    expect(warnings.map(({ message }) => message)).toEqual(['The column type is left out.'])
  })

  it('is refused without its columns, by an error that lists those of the file', () => {
    expect(() => parseFile('todoist', Buffer.from('label,status\nA,0\n'))).toThrow(
      'The first line must name the columns, and there must be one for TYPE, as in a file that Todoist has exported. It has: label, status.',
    )
  })
})

describe('the export of a board of Trello', () => {
  it('becomes lanes, tasks and subtasks in the order of the board, and says what is left out', () => {
    expect(parseFile('trello', fixture('trello.json'))).toEqual({
      rows: [
        {
          row: 1,
          task: {
            label: 'Count the desks',
            lane: 'Doing',
            externalId: 'trello:6731f0b7d52ef09bc4a00023',
            subtasks: [],
          },
        },
        {
          row: 2,
          task: {
            label: 'Order a van',
            description: 'At least 12 m³.\n\n- with a ramp',
            lane: 'Doing',
            externalId: 'trello:6731f0b7d52ef09bc4a00021',
            subtasks: [
              { label: 'Measure the largest desk', isCompleted: true },
              { label: 'Ask for three prices', isCompleted: false },
              { label: 'Fetch the keys', isCompleted: false },
            ],
          },
          comments: [
            {
              ...{ text: 'The lift is too small.', id: '6731f0dbf74012bde6c00051' },
              ...{ author: { name: 'Kai' }, time: new Date('2026-11-12T09:20:00Z') },
            },
          ],
        },
        {
          row: 3,
          task: {
            label: 'Cancel the old contract',
            status: 2,
            lane: 'Done',
            externalId: 'trello:6731f0b7d52ef09bc4a00022',
            subtasks: [],
          },
        },
      ],
      failed: [],
      lanes: ['To do', 'Doing', 'Done'],
      warnings: [
        { message: 'Templates are left out.', count: 1 },
        { message: 'Attachments are left out.', count: 1 },
        { message: 'The names of several checklists of a card are left out.', count: 1 },
        { message: 'Archived cards are left out.', count: 1 },
        { message: 'Archived lists are left out.', count: 1 },
        { message: 'Cards of archived lists are left out.', count: 1 },
        { message: 'Dates are left out.', count: 1 },
        { message: 'Labels are left out.', count: 1 },
        { message: 'Members are left out.', count: 1 },
      ],
    })
  })

  const trello = (board: unknown) => parseFile('trello', Buffer.from(JSON.stringify(board)))

  it('keeps cards whose list is not in the file, and names what is wrong in a card', () => {
    const cards = [
      { id: 'a', idList: 'gone', name: 'Kept', checklists: [{ checkItems: [{ name: 'Part' }] }] },
      { id: 'b', idList: 'l', name: '' },
      { id: 'c', idList: 'l', name: 'Long', desc: 'x'.repeat(10_001) },
      { id: 'd', idList: 'l', name: 'Full', checklists: [{ checkItems: Array(101).fill({ name: 'x' }) }] },
      { id: 'e', idList: 'l', name: 'Item', checklists: [{ checkItems: [{ name: 'x' }, { name: 7 }] }] },
      'no card',
    ]
    const { rows, failed, warnings } = trello({ lists: [{ id: 'l', name: 'L' }, null], cards })
    expect(rows.map(({ row, task }) => [row, task.label])).toEqual([
      [2, 'Long'],
      [3, 'Full'],
      [5, 'Kept'],
    ])
    expect(rows.slice(-1)).toEqual([
      {
        row: 5,
        task: {
          label: 'Kept',
          externalId: 'trello:a',
          subtasks: [{ label: 'Part', isCompleted: false }],
        },
      },
    ])
    expect(failed.map(({ row, error }) => `${row} ${error.message}`)).toEqual([
      '1 name must contain at least one visible character',
      '4 checklist items.1.label must be a string',
    ])
    expect(warnings.map(({ message }) => message)).toEqual([
      '“Long” (row 2): desc has 10,001 characters and is cut at 10,000.',
      '“Full” (row 3): only 100 of 101 checklist items are subtasks: the description has what is missing.',
      'Cards of lists that the file lacks are in no lane.',
    ])
  })

  it('has the comments of its open cards, oldest first, and says how many the file lacks', () => {
    const comment = (card: string, text: unknown, date?: string, others: object = {}) => ({
      ...{ type: 'commentCard', data: { text, card: { id: card } }, date, ...others },
    })
    const cards = [
      { id: 'a', idList: 'l', name: 'A', badges: { comments: 5 } },
      { id: 'b', idList: 'l', name: 'B', badges: { comments: 1 } },
      { id: 'c', idList: 'l', name: 'C', closed: true },
    ]
    const actions = [
      comment('a', 'last', '2026-03-02T00:00:00.000Z', { memberCreator: { fullName: 'Anna' } }),
      comment('a', 'first', '2026-03-01T00:00:00.000Z'),
      comment('c', 'archived'),
      comment('a', 7),
      { type: 'updateCard', data: { text: 'no comment', card: { id: 'a' } } },
      ...[{ type: 'commentCard' }, { type: 'commentCard', data: { text: 'x', card: 'a' } }, null],
    ]
    const { rows, warnings } = trello({ lists: [{ id: 'l', name: 'L' }], cards, actions })
    expect(rows.map(({ comments }) => comments?.map(({ text, author }) => [text, author?.name]))).toEqual([
      [
        ['first', undefined],
        ['last', 'Anna'],
      ],
      undefined,
    ])
    expect(warnings).toEqual([
      { message: 'Comments that the file lacks are left out: it has the last 1,000 actions.', count: 3 },
      { message: 'Comments without text are left out.', count: 1 },
      { message: 'Archived cards are left out.', count: 1 },
    ])
  })

  it('says that the items of a checklist lose their dates and members', () => {
    const checkItems = [
      { name: 'A', due: '2026-12-01T00:00:00Z' },
      { name: 'B', idMember: 'm' },
    ]
    const cards = [
      { id: 'a', name: 'Card', checklists: [{ checkItems }] },
      { id: 'b', name: 'Plain', checklists: [{ checkItems: [{ name: 'C', due: null, idMember: null }] }] },
    ]
    expect(trello({ lists: [], cards }).warnings).toContainEqual({
      message: 'Dates and members of checklist items are left out.',
      count: 1,
    })
  })

  it.each([
    ['a list of boards', [], 'has no lists and cards'],
    ['a single card', { id: 'a', name: 'Card' }, 'has no lists and cards'],
    ['lists that are none', { lists: {}, cards: [] }, 'has no lists and cards'],
    ['cards that are none', { lists: [], cards: {} }, 'has no lists and cards'],
    ['null', null, 'has no lists and cards'],
  ])('is refused when it is %s', (_, board, problem) => {
    expect(() => trello(board)).toThrow(
      `The file ${problem}. Send the export of a board: in Trello, open the menu of the board`,
    )
  })

  it('is refused when it is CSV', () => {
    expect(() => parseFile('trello', Buffer.from('Card ID,Card Name\n1,A\n'))).toThrow(
      'The file is not valid JSON: look at line 1, column 1.',
    )
  })
})
