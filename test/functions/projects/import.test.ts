import { describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { readFeed } from '../../support/feed.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { empty, fixture, imported, itemsOf, plain, rowsOf, sendFile, tasksOf } from './import-support.ts'

/** A file of each format, and the tasks that it becomes. */
const files = [
  {
    format: 'csv',
    file: fixture('tasks.csv'),
    lanes: ['This week'],
    tasks: [
      {
        ...plain,
        label: 'Book a room',
        status: 1,
        description: 'For ten;\nwith a screen',
        lane: 'This week',
        subtasks: ['x Ask Mia', '  Pay'],
        external_id: 'room-1',
      },
      { ...plain, label: 'Send the agenda' },
    ],
  },
  {
    format: 'json',
    file: '{"label": "A", "lane": "L", "status": 2, "subtasks": [{"label": "S", "is_completed": true}]}\n{"label": "B"}\n',
    lanes: ['L'],
    tasks: [
      { ...plain, label: 'A', lane: 'L', status: 2, subtasks: ['x S'] },
      { ...plain, label: 'B' },
    ],
  },
  {
    format: 'todoist',
    file: fixture('todoist.csv'),
    lanes: ['Weekly', 'Waiting'],
    tasks: [
      {
        ...plain,
        label: 'Repaint the fence @garden',
        description: 'Two coats, "signal green"',
        subtasks: ['  Buy paint', '  Ask for the colour number'],
      },
      { ...plain, label: 'Water the ferns', lane: 'Weekly' },
      { ...plain, label: 'Reply of the "Amt", in writing', lane: 'Waiting' },
    ],
  },
  {
    format: 'trello',
    file: fixture('trello.json'),
    lanes: ['To do', 'Doing', 'Done'],
    tasks: [
      { ...plain, label: 'Count the desks', lane: 'Doing', external_id: 'trello:6731f0b7d52ef09bc4a00023' },
      {
        ...plain,
        label: 'Order a van',
        description: 'At least 12 m³.\n\n- with a ramp',
        lane: 'Doing',
        subtasks: ['x Measure the largest desk', '  Ask for three prices', '  Fetch the keys'],
        external_id: 'trello:6731f0b7d52ef09bc4a00021',
      },
      {
        ...plain,
        label: 'Cancel the old contract',
        lane: 'Done',
        status: 2,
        external_id: 'trello:6731f0b7d52ef09bc4a00022',
      },
    ],
  },
]

describe.each(files)('POST /projects/{projectId}/import?format=$format', ({ format, file, lanes, tasks }) => {
  it('makes the lanes and the tasks, once, however often the file is sent', async () => {
    const tenant = await newTenant()
    const report = await imported(tenant, format, file)
    expect(report).toMatchObject({ created: tasks.length, duplicates: 0, failed: [], lanes_created: lanes })
    expect(await tasksOf(tenant)).toEqual(tasks)

    const before = await itemsOf(tenant)
    const again = {
      ...{ ...report, created: 0, duplicates: tasks.length, lanes_created: [] },
      ...(report.comments_created !== undefined && { comments_created: 0 }),
    }
    expect(await imported(tenant, format, file)).toEqual(again)
    expect(await itemsOf(tenant)).toEqual(before)
  })

  it('only says in a dry run what it would do', async () => {
    const tenant = await newTenant()
    const before = await itemsOf(tenant)
    const { status, headers, body } = await sendFile(tenant, format, file, { query: '&dryRun=true' })
    expect(status).toBe(200)
    expect(headers['dry-run']).toBe('true')
    expect(await itemsOf(tenant)).toEqual(before)
    expect(await imported(tenant, format, file)).toEqual(body)
    expect(await imported(tenant, format, file, { query: '&dryRun=true' })).toEqual(
      await imported(tenant, format, file),
    )
  })
})

describe('the comments of other tools', () => {
  it.each([
    ['todoist', 'Repaint the fence @garden', 'Kai:\n\nThe old tin is in the cellar'],
    ['trello', 'Order a van', 'Kai, 2026-11-12 09:20 UTC:\n\nThe lift is too small.'],
  ])('of %s are those of their task', async (format, label, text) => {
    const tenant = await newTenant()
    const file = fixture(format === 'todoist' ? 'todoist.csv' : 'trello.json')
    expect(await imported(tenant, format, file)).toMatchObject({ comments_created: 1 })
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/export?comments=true`)
    const lines = String(body)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { label?: string; comment?: { text: string } }) // as an export has them
    const at = lines.findIndex((line) => line.label === label)
    expect(lines[at + 1]?.comment?.text).toBe(text)
  })
})

describe('an import', () => {
  it('of a corrected file makes only what is new', async () => {
    const tenant = await newTenant()
    const first = await imported(tenant, 'csv', 'label,status\nA,\n,1\nA,\nC,\n')
    expect(first).toMatchObject({ created: 3, failed: [{ row: 2 }] })
    const second = await imported(tenant, 'csv', 'label,status\nA,\nB,1\nA,\nC,\n')
    expect(second).toEqual({ ...empty, created: 1, duplicates: 3 })
    expect((await tasksOf(tenant)).map(({ label }) => label)).toEqual(['A', 'A', 'C', 'B'])
  })

  it('knows a row again in another format, where no description is null or empty', async () => {
    const tenant = await newTenant()
    const tasks = '[{"label":"A"},{"label":"B","description":null},{"label":"C","description":""}]'
    expect(await imported(tenant, 'json', tasks)).toEqual({ ...empty, created: 3 })
    expect(await imported(tenant, 'csv', 'label,description\nA,\nB,\nC,\n')).toEqual({
      ...empty,
      duplicates: 3,
    })
  })

  it('into another project of the account makes the tasks again, but not those with external ids', async () => {
    const tenant = await newTenant()
    const other = { ...tenant, projectId: await tenant.newProject() }
    const file = 'label,external_id\nA,\nB,b-1\n'
    expect(await imported(tenant, 'csv', file)).toEqual({ ...empty, created: 2 })
    expect(await imported(other, 'csv', file)).toEqual({ ...empty, created: 1, duplicates: 1 })
  })

  it('does not bring back what was deleted, nor change what was changed', async () => {
    const tenant = await newTenant()
    await imported(tenant, 'csv', rowsOf(2))
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
    const [first, second] = (body as { tasks: Task[] }).tasks // as declared
    await tenant.send('DELETE', `/tasks/${String(first?.id)}`)
    await tenant.send('PATCH', `/tasks/${String(second?.id)}`, { body: { label: 'Changed' } })
    expect(await imported(tenant, 'csv', rowsOf(2))).toEqual({ ...empty, duplicates: 2 })
    expect((await tasksOf(tenant)).map(({ label }) => label)).toEqual(['Changed'])
  })

  it('finds lanes by their labels, also in other case and accents, and makes the others', async () => {
    const tenant = await newTenant()
    for (const label of ['Done', 'DONE', 'Überfällig']) await tenant.newLane(tenant.projectId, label)
    const file = 'label,lane\nA,DONE\nB,done\nC,uberfallig\nD,New\nE,  new \n'
    expect(await imported(tenant, 'csv', file)).toEqual({ ...empty, created: 5, lanes_created: ['New'] })
    expect((await tasksOf(tenant)).map(({ lane }) => lane)).toEqual([
      'DONE',
      'Done',
      'Überfällig',
      'New',
      'New',
    ])
  })

  it('knows its rows again when their lane was deleted', async () => {
    const tenant = await newTenant()
    const file = 'label,lane\nA,L\n'
    await imported(tenant, 'csv', file)
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}`)
    const [lane] = (body as { project: Project }).project.workflow_lanes // as declared
    await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${String(lane?.id)}`)
    const report = { ...empty, duplicates: 1, lanes_created: ['L'] }
    expect(await imported(tenant, 'csv', file, { query: '&dryRun=true' })).toEqual(report)
    expect(await imported(tenant, 'csv', file)).toEqual(report)
  })

  it('leaves the tasks whose lane has no room in no lane, and says so', async () => {
    const tenant = await newTenant()
    const lanes = Array.from({ length: 52 }, (_, index) => `Lane ${index + 1}`)
    const file = `label,lane\n${lanes.map((lane) => `In ${lane},${lane}\n`).join('')}Free,\n`
    const report = {
      ...empty,
      created: 53,
      lanes_created: lanes.slice(0, 50),
      warnings: ['Lane 51', 'Lane 52'].map((lane) => ({
        message: `A project has at most 50 lanes, so tasks of the lane ${lane} are in no lane.`,
        count: 1,
      })),
    }
    expect(await imported(tenant, 'csv', file, { query: '&dryRun=true' })).toEqual(report)
    expect(await imported(tenant, 'csv', file)).toEqual(report)
    expect((await tasksOf(tenant)).slice(-3)).toEqual(
      ['In Lane 51', 'In Lane 52', 'Free'].map((label) => ({ ...plain, label })),
    )
    const again = { ...report, created: 0, duplicates: 53, lanes_created: [] }
    expect(await imported(tenant, 'csv', file)).toEqual(again)
  })

  it('names the rows of the sub-tasks of a task for which there is no room', async () => {
    const tenant = await newTenant({ taskQuota: 1 })
    const file = 'TYPE,CONTENT,INDENT\ntask,A,1\ntask,B,1\ntask,Part,2\ntask,Other part,2\n'
    const { created, failed } = await imported(tenant, 'todoist', file)
    expect(created).toBe(1)
    expect(failed).toEqual([
      {
        row: 2,
        error: {
          code: 'quota_exceeded',
          message: expect.stringMatching(/\w\. Its 2 sub-tasks in rows 3 to 4 are left out too\.$/) as string,
        },
      },
    ])
  })

  it('makes no lane twice when two files come at once', async () => {
    const tenant = await newTenant()
    const reports = await Promise.all(
      ['A', 'B', 'C', 'D'].map((label) => imported(tenant, 'csv', `label,lane\n${label},Shared\n`)),
    )
    expect(reports.flatMap(({ lanes_created }) => lanes_created)).toEqual(['Shared'])
    expect((await tasksOf(tenant)).map(({ lane }) => lane)).toEqual(['Shared', 'Shared', 'Shared', 'Shared'])
  })

  it('answers with no tasks to a file that has only a header', async () => {
    expect(await imported(await newTenant(), 'csv', 'label\n')).toEqual(empty)
  })

  it('shows in the change feed as an import of its token and origin', async () => {
    const tenant = await newTenant()
    await imported(tenant, 'csv', rowsOf(1), { headers: { 'Origin-Id': 'migration' } })
    const { changes } = await readFeed(tenant)
    const { body } = await tenant.send('GET', '/tokens/self')
    const { token } = body as { token: { id: string } } // as declared
    expect(changes.map(({ origin }) => origin)).toEqual([
      { via: 'import', token_id: token.id, origin_id: 'migration', member_id: null, rule_id: null },
    ])
    for (const query of ['excludeSelf=true', 'excludeOriginId=migration']) {
      const feed = await tenant.send('GET', `/changes?${query}`)
      expect(feed.body).toMatchObject({ changes: [] })
    }
  })
})

describe('a file that cannot be read', () => {
  const rows = (count: number) => `label\n${'A\n'.repeat(count)}`

  it.each([
    ['no tasks', 'csv', 'Due,Owner\n1,2\n', 'The first line must name the columns'],
    ['a wrong quote', 'csv', 'label,notes\nA,B\nC,"D\n', 'Row 2, column 2: the cell begins with a quote'],
    ['Latin-1', 'csv', Buffer.from('label\nCaf\u00E9\n', 'latin1'), 'The file is not UTF-8.'],
    ['2,001 tasks', 'csv', rows(2_001), 'The file has more than 2,000 tasks: split it'],
    ['nothing', 'csv', '', 'The file is empty.'],
    ['no JSON', 'json', 'label\nA\n', 'The file is not valid JSON: look at line 1, column 1.'],
    ['a board as tasks', 'json', '{"lists": [], "cards": []}', 'The file looks like a board of Trello'],
    ['a file of Todoist as a table', 'csv', fixture('todoist.csv'), 'import it with format=todoist.'],
    ['another CSV', 'todoist', 'label\nA\n', 'The first line must name the columns'],
    ['another export', 'trello', '[{"name": "Card"}]', 'The file has no lists and cards.'],
  ])('with %s gets a 400 that says what to do, and leaves no trace', async (_, format, file, message) => {
    const tenant = await newTenant()
    const before = await itemsOf(tenant)
    const { status, body } = await sendFile(tenant, format, file)
    expect({ status, body }).toEqual({
      status: 400,
      body: errorBody('invalid_request', expect.stringContaining(message)),
    })
    expect(await itemsOf(tenant)).toEqual(before)
  })

  it('gets a 400 for a format or a row that there is not', async () => {
    const tenant = await newTenant()
    for (const [path, field] of [
      ['import', 'format'],
      ['import?format=xlsx', 'format'],
      ['import?format=csv&fromRow=0', 'fromRow'],
      ['import?format=csv&fromRow=x', 'fromRow'],
      ['import?format=csv&dryRun=yes', 'dryRun'],
    ] as const) {
      const headers = { 'Content-Type': 'text/csv' }
      const reply = await tenant.send('POST', `/projects/${tenant.projectId}/${path}`, {
        body: 'label\nA\n',
        headers,
      })
      expect(reply).toMatchObject({ status: 400, body: { error: { details: [{ path: field }] } } })
      if (path === 'import') {
        const message = 'format is required: one of csv, json, todoist, trello'
        expect(reply.body).toMatchObject({ error: { message } })
      }
    }
  })
})
