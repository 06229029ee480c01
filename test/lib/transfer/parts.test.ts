import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseFile } from './support.ts'

const csv = (text: string) => parseFile('csv', Buffer.from(text))
const json = (value: unknown) => parseFile('json', Buffer.from(JSON.stringify(value)))
const messagesOf = ({ warnings }: ReturnType<typeof parseFile>) => warnings.map(({ message }) => message)

describe('a row that is too large for a task', () => {
  const long = 'Lorem ipsum dolor sit amet '.repeat(25).trim()

  it('has its label cut between two characters, and the whole in the description', () => {
    const parsed = json([{ label: long, description: 'Own' }])
    const [task] = parsed.rows.map((row) => row.task)
    expect(parsed.failed).toEqual([])
    expect(task?.label).toMatch(/^Lorem ipsum .*…$/)
    expect(task?.label.length).toBeLessThanOrEqual(500)
    expect(task?.description).toBe(`${long}\n\nOwn`)
    expect(messagesOf(parsed)).toEqual([
      '“Lorem ipsum dolor sit amet Lorem ipsum d…” (row 1): label is cut at 500 characters: the description has what is missing.',
    ])
    const families = '👨‍👩‍👧‍👦'.repeat(80)
    expect(json([{ label: families }]).rows[0]?.task.label).toBe(`${'👨‍👩‍👧‍👦'.repeat(71)}…`)
  })

  it('says so when even the description has no room for the rest', () => {
    const parsed = json([{ label: 'x'.repeat(20_000) }, { label: 'B', description: 'y'.repeat(10_001) }])
    expect(parsed.rows.map(({ task }) => task.description?.length)).toEqual([10_000, 10_000])
    expect(messagesOf(parsed)).toEqual([
      `“${'x'.repeat(40)}…” (row 1): label is cut at 500 characters: the description has as much of the rest as it takes.`,
      '“B” (row 2): description has 10,001 characters and is cut at 10,000.',
    ])
  })

  it('keeps 100 subtasks, and has the others in the description', () => {
    const subtasks = Array.from({ length: 102 }, (_, n) => ({ label: `item ${n}`, is_completed: n === 100 }))
    const parsed = json([{ label: 'A', description: 'Own', subtasks }])
    expect(parsed.rows[0]?.task.subtasks).toHaveLength(100)
    expect(parsed.rows[0]?.task.description).toBe('Own\n\n- [x] item 100\n- [ ] item 101')
    expect(messagesOf(parsed)).toEqual([
      '“A” (row 1): only 100 of 102 subtasks are subtasks: the description has what is missing.',
    ])
  })

  it('has long subtasks cut and blank ones left out', () => {
    const parsed = json([
      { label: 'A', subtasks: [{ label: 'y'.repeat(501) }, { label: ' ' }, { label: 'z' }] },
    ])
    expect(parsed.rows[0]?.task.subtasks.map(({ label }) => label)).toEqual([`${'y'.repeat(499)}…`, 'z'])
    expect(parsed.rows[0]?.task.description).toBe(`- [ ] ${'y'.repeat(501)}`)
    expect(messagesOf(parsed)).toEqual([
      'Subtasks without text are left out.',
      '“A” (row 1): some subtasks are cut at 500 characters: the description has what is missing.',
    ])
  })

  it('loses an external id that is too long, because a cut one could be that of another task', () => {
    const parsed = csv(`label,external_id\nA,${'x'.repeat(256)}\n`)
    expect(parsed.rows.map(({ task }) => task.externalId)).toEqual([undefined])
    expect(messagesOf(parsed)).toEqual([
      '“A” (row 1): external_id must be at most 255 characters long: it is left out.',
    ])
  })

  it('keeps what is valid Unicode', () => {
    const { rows } = json([{ label: 'A\uD800', lane: 'L\uDC00' }])
    expect(rows.map(({ task }) => [task.label, task.lane])).toEqual([['A\uFFFD', 'L\uFFFD']])
  })

  it('is named with the first others, however many there are', () => {
    const parsed = json(Array.from({ length: 30 }, () => ({ label: long })))
    expect(parsed.rows).toHaveLength(30)
    expect(parsed.warnings).toHaveLength(21)
    expect(parsed.warnings.at(-1)).toEqual({
      message: 'Other rows have texts that were cut, or values that were left out.',
      count: 10,
    })
  })

  it('has the same as a card of Trello', () => {
    const item = (n: number) => ({ name: `item ${n}`, state: n % 2 ? 'incomplete' : 'complete', pos: n })
    const board = {
      lists: [{ id: 'l', name: 'To do' }],
      cards: [{ id: 'c', name: '150 items', idList: 'l', idChecklists: ['k'] }],
      checklists: [{ id: 'k', idCard: 'c', checkItems: Array.from({ length: 150 }, (_, n) => item(n)) }],
    }
    const parsed = parseFile('trello', Buffer.from(JSON.stringify(board)))
    expect(parsed.failed).toEqual([])
    expect(parsed.rows[0]?.task.description).toMatch(/^- \[x\] item 100\n- \[ \] item 101\n/)
    expect(messagesOf(parsed)).toEqual([
      '“150 items” (row 1): only 100 of 150 checklist items are subtasks: the description has what is missing.',
    ])
  })
})

describe('a status', () => {
  it('that is not known leaves the task open, with a warning that names it', () => {
    const parsed = csv('title,status\nA,To Do\nB,Not started\nC,Backlog\nD,Completed\nE,in-progress\n')
    expect(parsed.failed).toEqual([])
    expect(parsed.rows.map(({ task }) => task.status)).toEqual([0, 0, undefined, 2, 1])
    expect(messagesOf(parsed)).toEqual([
      '“C” (row 3): the status Backlog is not known, so the task is open, or has the status of its lane.',
    ])
    expect(messagesOf(json([{ label: 'A', status: 7 }]))).toEqual([
      '“A” (row 1): the status 7 is not known, so the task is open, or has the status of its lane.',
    ])
  })

  it.each([
    ['Completed At', '2026-02-02', 2],
    ['Completed At', '', undefined],
    ['Completed', 'Yes', 2],
    ['Completed', 'false', 0],
    ['Done', 'x', 2],
    ['Resolved', '15/Jul/25 9:00 AM', 2],
    ['Resolution', "Won't Do", 2],
    ['Resolution', 'Unresolved', 0],
    ['Progress', 'In progress', 1],
    ['Progress', '2', undefined],
    ['Status Category', 'Done', 2],
  ])('is read of the column %s with %j', (column, cell, status) => {
    const [task] = csv(`title,${column}\nA,${cell}\n`).rows
    expect(task?.task.status ?? 0).toBe(status ?? 0)
  })

  it('is that of a completed task, whatever its name is', () => {
    const { rows } = csv('Summary,Status,Resolution\nA,Shipped,Done\nB,Review,\n')
    expect(rows.map(({ task }) => task.status)).toEqual([2, undefined])
  })
})

describe('a table of another tool', () => {
  it('of Asana has sections, completed tasks, sub-tasks by the names of their parents', () => {
    const parsed = csv(readFileSync('test/fixtures/import/asana.csv', 'utf8'))
    expect(parsed.rows.map(({ row, task, subtaskRows }) => ({ row, task, subtaskRows }))).toEqual([
      {
        row: 1,
        task: {
          ...{ label: 'Design logo', status: 2, lane: 'Doing', description: 'Notes here\nsecond line' },
          subtasks: [{ label: 'Sub of logo', isCompleted: false }],
        },
        subtaskRows: [2],
      },
      { row: 3, task: { label: 'Lost part', subtasks: [] }, subtaskRows: undefined },
    ])
    expect(messagesOf(parsed)).toContain('Sub-tasks whose task is not in the file became tasks.')
  })

  it('of TickTick begins below what it says of itself, and has its own statuses and sub-tasks', () => {
    const head = '"Date: 2026-06-15+0000"\n"Version: 7.1"\n"Status: \n0 Normal\n1 Completed\n2 Archived"\n'
    const rows = [
      '"","Home","Buy paint","TEXT","","","","2026-11-02T08:00:00+0000","1","2","1"',
      '"","Home","Paint the wall","TEXT","","Twice","","","0","1",""',
      '"","Home","Sweep","TEXT","","","","","2","3",""',
    ]
    const header =
      '"Folder Name","List Name","Title","Kind","Tags","Content","Start Date","Due Date","Status"'
    const parsed = csv(`${head}${header},"taskId","parentId"\n${rows.join('\n')}\n`)
    expect(parsed.rows.map(({ row, task }) => ({ row, task }))).toEqual([
      {
        row: 2,
        task: {
          ...{ label: 'Paint the wall', lane: 'Home', status: 0, description: 'Twice' },
          subtasks: [{ label: 'Buy paint', isCompleted: true }],
        },
      },
      { row: 3, task: { label: 'Sweep', lane: 'Home', status: 2, subtasks: [] } },
    ])
  })

  it('of Planner has buckets, progress and checklists', () => {
    const parsed = csv(
      'Task ID,Task Name,Bucket Name,Progress,Priority,Checklist Items,Completed Checklist Items,Labels\n' +
        'x,A,Methods,Completed,Important,a;b,1/2,Red;Blue\n',
    )
    expect(parsed.rows[0]?.task).toEqual({
      ...{ label: 'A', lane: 'Methods', status: 2 },
      subtasks: ['a', 'b'].map((label) => ({ label, isCompleted: false })),
    })
    expect(messagesOf(parsed)).toEqual([
      'The column Task ID is left out.',
      'The column Priority is left out.',
      'The column Completed Checklist Items is left out.',
      'The column Labels is left out.',
    ])
  })

  it('of Jira has sub-tasks, and its epics are tasks beside theirs', () => {
    const parsed = csv(
      'Summary,Issue id,Issue Type,Status,Parent id,Description\n' +
        'Epic,1,Epic,To Do,,\nStory,2,Story,Done,1,Text\nPart,3,Sub-task,Done,2,\n',
    )
    expect(parsed.rows.map(({ task }) => [task.label, task.status, task.subtasks.length])).toEqual([
      ['Epic', 0, 0],
      ['Story', 2, 1],
    ])
  })

  it.each([
    ['Issue id,Issue key,Issue Type,Parent', '1'],
    ['Issue id,Issue key,Issue Type,Parent key', 'U-1'],
    ['Work item ID,Work item key,Work type,Parent ID', '1'],
    ['Work item ID,Work item key,Work type,Parent', '1'],
  ])('of Jira with the columns %s has sub-tasks', (columns, parent) => {
    const { rows } = csv(`Summary,${columns}\nStory,1,U-1,Story,\nPart,2,U-2,Sub-task,${parent}\n`)
    expect(rows.map(({ task }) => [task.label, task.subtasks.map(({ label }) => label)])).toEqual([
      ['Story', ['Part']],
    ])
  })

  it.each([
    'Task ID,Name,Parent task\n1,Two,\n2,Kind,Two\n3,,\n',
    'Title,Kind,Status,taskId,parentId\nTwo,TEXT,0,1,\nKind,TEXT,0,2,1\n,TEXT,0,3,\n',
    'Summary,Issue id,Issue Type,Parent id\nTwo,1,Task,\nKind,2,Sub-task,1\n,3,Task,\n',
    'Title,Task ID,Parent task\nTwo,,\nKind,,Two\nOther,,\n',
  ])('keeps sub-tasks beside a row without a label or without an id: %j', (file) => {
    const parsed = csv(file)
    const two = parsed.rows.find(({ task }) => task.label === 'Two')
    expect(two?.task.subtasks.map(({ label }) => label)).toEqual(['Kind'])
    expect(messagesOf(parsed)).not.toContain('Sub-tasks whose task is not in the file became tasks.')
  })

  it('whose rows are each a part of the other has them as tasks', () => {
    const { rows } = csv('title,taskId,parentId\nA,1,2\nB,2,1\nC,3,3\n')
    expect(rows.map(({ task }) => task.label)).toEqual(['A', 'B', 'C'])
  })
})
