import { describe, expect, it } from 'vitest'
import type { Task, TrashedTask } from '../../../lib/tasks/task.ts'
import { unprotect } from '../../../lib/transfer/csv-cell.ts'
import { tap } from '../../support/api.ts'
import { readCsv } from '../../support/csv.ts'
import { putTasks } from '../../support/put-tasks.ts'
import { isOwnWork, withoutSharing } from '../../support/shared-counts.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

/** The pages of an export, as texts. */
async function exportPages({ send, projectId }: TestTenant, query = ''): Promise<string[]> {
  const pages: string[] = []
  let path: string | undefined = `/projects/${projectId}/export${query}`
  while (path !== undefined) {
    const { status, headers, body } = await send('GET', path)
    expect(status).toBe(200)
    pages.push(body as string) // `send` has checked its type
    path = /^<\/v1(.*)>; rel="next"$/.exec(String(headers.link))?.[1]
  }
  return pages
}

type Line = (Task & { lane: string | null }) | (TrashedTask & { lane: string | null })

const linesOf = (pages: string[]) =>
  pages
    .join('')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

/** The rows of a CSV export, as objects. */
function rowsOf(pages: string[]): Record<string, string>[] {
  const [head = [], ...rows] = readCsv(pages.join('').replace('\uFEFF', ''))
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [head[at] ?? at, unprotect(cell)])))
}

/** Texts that a line, a cell, a spreadsheet or a terminal could misread. */
const hostileTexts = [
  '=HYPERLINK("http://example.com";"Click")',
  '+1',
  '-1',
  '@SUM(1)',
  "'=1",
  "''@x",
  "'quoted'",
  'a "b", c; d\te',
  'two\r\nlines\rand\nmore',
  'line\u2028separators\u2029here\u0085too',
  'nul\0and\u001bescape',
  '\u202Eright to left\u202C שלום',
  '🎈 日本語 é',
  '[x] done',
  '[{"label": "x"}]',
  '\\n\\"',
]

describe('an export in NDJSON', () => {
  it('has the tasks in their order, as the API has them, each with the label of its lane', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane(undefined, 'Doing')
    const first = await tenant.createTask({
      label: 'First',
      externalId: 'one',
      subtasks: [{ label: 'Part' }],
    })
    const second = await tenant.createTask({ label: 'Second', workflowLaneId: lane, status: 2 })
    await tenant.send('POST', `/tasks/${second.id}/move`, { body: { to: 'top' } })
    const { task } = (await tenant.send('GET', `/tasks/${second.id}`)).body as { task: Task }
    const { status, headers, body } = await tenant.send('GET', `/projects/${tenant.projectId}/export`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="tasks.ndjson"; filename*=UTF-8''tasks-Test.ndjson`,
    )
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.link).toBeUndefined()
    expect(linesOf([body as string])).toEqual([
      { ...task, lane: 'Doing' },
      { ...first, lane: null },
    ])
  })

  it('is empty for an empty project', async () => {
    const tenant = await newTenant()
    expect(await exportPages(tenant)).toEqual([''])
  })

  it('with trash=true has the trash after the tasks, most recently deleted first', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane(undefined, 'Gone')
    const [kept, early, late] = [
      await tenant.createTask(),
      await tenant.createTask(),
      await tenant.createTask({ workflowLaneId: lane }),
    ]
    for (const { id } of [early, late]) await tenant.send('DELETE', `/tasks/${id}`)
    await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${lane}`)
    expect(linesOf(await exportPages(tenant)).map(({ id }) => id)).toEqual([kept.id])
    const { tasks } = (await tenant.send('GET', `/projects/${tenant.projectId}/trash`)).body as {
      tasks: TrashedTask[]
    }
    expect(linesOf(await exportPages(tenant, '?trash=true'))).toEqual([
      { ...kept, lane: null },
      { ...tasks[0], lane: null },
      { ...tasks[1], lane: null },
    ])
    expect(tasks.map(({ id }) => id)).toEqual([late.id, early.id])
  })
})

describe('an export in CSV', () => {
  it('names the columns, and is marked as UTF-8', async () => {
    const tenant = await newTenant()
    const { headers, body } = await tenant.send('GET', `/projects/${tenant.projectId}/export?format=csv`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const columns = 'id,label,status,lane,description,subtasks,external_id,created_at,updated_at'
    expect(body).toBe(`\uFEFF${columns}\r\n`)
    const whole = await exportPages(tenant, '?format=csv&trash=true')
    expect(whole).toEqual([`\uFEFF${columns},deleted_at\r\n`])
  })

  it('has a row for each task, with words for the status and a line for each subtask', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane(undefined, 'To do')
    const made = await tenant.createTask({
      ...{ label: 'Call, Ada', description: 'About\nthe engine', status: 1, workflowLaneId: lane },
      ...{ externalId: 'form-1', subtasks: [{ label: 'Number', isCompleted: true }, { label: 'Call' }] },
    })
    const { id, created_at } = await tenant.createTask({ label: 'Plain' })
    await tenant.send('DELETE', `/tasks/${id}`)
    const [active, trashed] = rowsOf(await exportPages(tenant, '?format=csv&trash=true'))
    expect(active).toEqual({
      ...{ id: made.id, label: 'Call, Ada', status: 'in progress', lane: 'To do' },
      ...{ description: 'About\nthe engine', subtasks: '[x] Number\n[ ] Call', external_id: 'form-1' },
      ...{ created_at: made.created_at, updated_at: made.updated_at, deleted_at: '' },
    })
    expect(trashed).toMatchObject({ id, created_at, status: 'open', description: '', external_id: '' })
    expect(trashed?.deleted_at).toMatch(/^20\d\d-.*Z$/)
  })
})

describe('hostile texts', () => {
  it('come back as they are, from both formats', async () => {
    const tenant = await newTenant()
    for (const text of hostileTexts) {
      const subtasks = [{ label: `a${text}b` }]
      await tenant.createTask({ label: text, description: text, externalId: text, subtasks })
    }
    const lines = linesOf(await exportPages(tenant))
    expect(lines.map(({ label }) => label)).toEqual(hostileTexts)
    const rows = rowsOf(await exportPages(tenant, '?format=csv'))
    expect(rows.map(({ label, description, external_id }) => [label, description, external_id])).toEqual(
      hostileTexts.map((text) => [text, text, text]),
    )
  })

  it('never begin a cell as a formula does', async () => {
    const tenant = await newTenant()
    for (const text of hostileTexts) await tenant.createTask({ label: text, description: `\t${text}` })
    const cells = readCsv((await exportPages(tenant, '?format=csv')).join('')).flat()
    expect(cells.length).toBe(9 * (hostileTexts.length + 1))
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  })

  it('in the label of the project make no unsafe file name', async () => {
    const tenant = await newTenant()
    const path = `/projects/${tenant.projectId}`
    const label = '../"Ada"\r\nX: y;/\u202E\'(50 %) 日本語*' + '🎈'.repeat(200)
    await tenant.send('PATCH', path, { body: { label } })
    const { status, headers } = await tenant.send('GET', `${path}/export?format=csv`)
    expect(status).toBe(200)
    const [, name = ''] =
      /^attachment; filename="tasks\.csv"; filename\*=UTF-8''([\w%.~!-]+)$/.exec(
        String(headers['content-disposition']),
      ) ?? []
    expect(decodeURIComponent(name)).toBe(`tasks-..-Ada-X- y;-'(50 %) 日本語-${'🎈'.repeat(55)}.csv`)
    expect(headers.x).toBeUndefined()
  })
})

describe('pages', () => {
  it('have at most 1,000 tasks, follow Link, and count as one request for each 100 tasks', async () => {
    const tenant = await newTenant({ rateLimit: 10_000 })
    const ids = await putTasks(tenant, 2_050)
    const { headers } = await tenant.send('GET', `/projects/${tenant.projectId}/export`)
    expect(headers.ratelimit).toMatch(/r=3990;/) // the token's share of the account's limit is 4,000
    const pages = await exportPages(tenant)
    expect(pages.map((page) => linesOf([page]).length)).toEqual([1_000, 1_000, 50])
    expect(linesOf(pages).map(({ id }) => id)).toEqual(ids)
    const csv = await exportPages(tenant, '?format=csv')
    expect(rowsOf(csv).map(({ id }) => id)).toEqual(ids)
    expect(csv.filter((page) => page.includes('external_id'))).toHaveLength(1)
  })

  it('go on in the trash where the page ended', async () => {
    const tenant = await newTenant()
    const active = await putTasks(tenant, 1_000)
    const trashed = await putTasks(tenant, 1_100, { isTrashed: true })
    const pages = await exportPages(tenant, '?trash=true')
    expect(pages.map((page) => linesOf([page]).length)).toEqual([1_000, 1_000, 100])
    expect(linesOf(pages).map(({ id }) => id)).toEqual([...active, ...trashed])
  })

  it('refuse a cursor of another export', async () => {
    const tenant = await newTenant()
    await putTasks(tenant, 1_001)
    const path = `/projects/${tenant.projectId}/export`
    const { headers } = await tenant.send('GET', path)
    const cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1] ?? ''
    expect((await tenant.send('GET', `${path}?cursor=${cursor}`)).status).toBe(200)
    for (const other of ['format=csv', 'trash=true']) {
      expect((await tenant.send('GET', `${path}?${other}&cursor=${cursor}`)).status).toBe(400)
    }
    const otherProject = `/projects/${await tenant.newProject()}/export`
    expect((await tenant.send('GET', `${otherProject}?cursor=${cursor}`)).status).toBe(400)
  })
})

describe('the cost', () => {
  it('is one read of the lanes, and one query a page for tasks without much text', async () => {
    const tenant = await newTenant()
    await putTasks(tenant, 1_001)
    await tenant.send('GET', '/tokens/self')
    tap.reset()
    tap.answerInstead = withoutSharing
    await tenant.send('GET', `/projects/${tenant.projectId}/export?trash=true`)
    const exchanges = tap.exchanges.filter(isOwnWork)
    expect(exchanges.map(({ operation }) => operation)).toEqual(['GetItem', 'Query'])
    expect(exchanges[0]?.units).toBe(1)
    // 1,001 tasks of some 600 bytes: half a unit for each 4 KB
    expect(exchanges[1]?.units).toBeGreaterThan(70)
    expect(exchanges[1]?.units).toBeLessThan(80)
  })
})

describe('what is refused', () => {
  it.each(['format=xml', 'format=', 'trash=1', 'limit=10', 'format=csv&format=ndjson'])(
    '%s',
    async (query) => {
      const { send, projectId } = await newTenant()
      expect((await send('GET', `/projects/${projectId}/export?${query}`)).status).toBe(400)
    },
  )

  it('a project of another account, as one that does not exist', async () => {
    const [{ send }, other] = [await newTenant(), await newTenant()]
    await other.createTask()
    for (const id of [other.projectId, crypto.randomUUID()]) {
      const { status, body } = await send('GET', `/projects/${id}/export?trash=true`)
      expect(status).toBe(404)
      expect(body).toEqual(errorBody('project_not_found', expect.any(String)))
    }
  })
})
