import { describe, expect, it } from 'vitest'
import type { Comment } from '../../../lib/comments/comment.ts'
import { encodeCursor } from '../../../lib/table/cursor.ts'
import { removeMany } from '../../../lib/table/write-items.ts'
import { commentRowOf, ndjsonWriter } from '../../../lib/transfer/exported-task.ts'
import { exportTasks } from '../../../lib/transfer/export.ts'
import { projectList, taskKey } from '../../../lib/tasks/task-item.ts'
import { tap } from '../../support/api.ts'
import { commentOn } from '../../support/comments.ts'
import { putComments } from '../../support/put-comments.ts'
import { putTasks } from '../../support/put-tasks.ts'
import { isOwnWork, withoutSharing } from '../../support/shared-counts.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

/** A line of an export. */
interface Line {
  id?: string
  comment?: Comment
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line) // as the schema of the answer has no body

/** The id of each task, and the text of each comment. */
const briefOf = (lines: readonly Line[]) => lines.map(({ id, comment }) => comment?.text ?? id)

const pathOf = ({ projectId }: TestTenant, query = '') =>
  `/projects/${projectId}/export?comments=true${query}`

const nextOf = (headers: Record<string, unknown>) =>
  /^<\/v1(.*)>; rel="next"$/.exec(String(headers.link))?.[1]

/** The pages of an export with comments. */
async function pagesOf(tenant: TestTenant, query = ''): Promise<Line[][]> {
  const pages: Line[][] = []
  for (let path: string | undefined = pathOf(tenant, query); path !== undefined;) {
    const { status, headers, body } = await tenant.send('GET', path)
    expect({ status, body }).toMatchObject({ status: 200 })
    pages.push(linesOf(body as string)) // `send` has checked its type
    path = nextOf(headers)
  }
  return pages
}

describe('an export with comments', () => {
  it('has them below their task, oldest first, as the API shows them', async () => {
    const tenant = await newTenant()
    const [first, second, third] = [
      await tenant.createTask(),
      await tenant.createTask(),
      await tenant.createTask(),
    ]
    const one = await commentOn(tenant, first.id, { text: 'one\u2028two\nthree', externalId: 'e-1' })
    const two = await commentOn(tenant, first.id)
    const last = await commentOn(tenant, third.id)
    const task = { lane: null }
    expect(await pagesOf(tenant)).toEqual([
      [
        { ...first, ...task },
        { comment: one },
        { comment: two },
        { ...second, ...task },
        { ...third, ...task },
        { comment: last },
      ],
    ])
  })

  it('has those of the trash only with the trash', async () => {
    const tenant = await newTenant()
    const [kept, gone] = [await tenant.createTask(), await tenant.createTask()]
    await commentOn(tenant, kept.id, { text: 'kept' })
    await commentOn(tenant, gone.id, { text: 'gone' })
    await tenant.send('DELETE', `/tasks/${gone.id}`)
    expect(briefOf((await pagesOf(tenant)).flat())).toEqual([kept.id, 'kept'])
    expect(briefOf((await pagesOf(tenant, '&trash=true')).flat())).toEqual([kept.id, 'kept', gone.id, 'gone'])
  })

  it('has none that were deleted, and none of an earlier task with the same id', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ externalId: 'same' })
    const { id: deleted } = await commentOn(tenant, id, { text: 'deleted' })
    await tenant.send('DELETE', `/comments/${deleted}`)
    await putComments(tenant, id, ['early'], { startMs: Date.now() - 60_000 })
    await removeMany(tenant, [taskKey(tenant, id)])
    expect(await tenant.createTask({ externalId: 'same' })).toMatchObject({ id })
    await commentOn(tenant, id, { text: 'late' })
    expect(briefOf((await pagesOf(tenant)).flat())).toEqual([id, 'late'])
  })

  it.each([1, 2, 3, 7, 150])('is the same in pages of %i', async (limit) => {
    const tenant = await newTenant()
    const ids = await putTasks(tenant, 5)
    const trashed = await putTasks(tenant, 2, { isTrashed: true })
    const texts = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${n}`)
    const many = [texts(3, 'a'), [], texts(120, 'c'), texts(1, 'd'), []]
    const inTrash = [texts(2, 'x'), texts(1, 'y')]
    for (const [index, id] of [...ids, ...trashed].entries())
      await putComments(tenant, id, [...many, ...inTrash][index] ?? [])
    const found: Line[] = []
    let cursor: string | undefined
    do {
      const page = await exportTasks(tenant, {
        ...{ projectId: tenant.projectId, format: 'ndjson', trash: true, cursor, limit },
        ...{ rowOf: ndjsonWriter.rowOf, commentRowOf },
      })
      expect(page.rows.length).toBeLessThanOrEqual(limit)
      found.push(...linesOf(page.rows.join('')))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(briefOf(found)).toEqual([
      ...ids.flatMap((id, index) => [id, ...(many[index] ?? [])]),
      ...trashed.flatMap((id, index) => [id, ...(inTrash[index] ?? [])]),
    ])
  })

  it('has at most 1,000 tasks and comments on a page, of which each 100 count as one request', async () => {
    const tenant = await newTenant({ rateLimit: 10_000 })
    const ids = await putTasks(tenant, 500)
    const texts = Array.from({ length: 600 }, (_, n) => `Comment ${n}`)
    await putComments(tenant, ids[499] ?? '', texts)
    const { headers } = await tenant.send('GET', pathOf(tenant))
    expect(headers.ratelimit).toMatch(/r=3990;/) // the token's share of the account's limit is 4,000
    const pages = await pagesOf(tenant)
    expect(pages.map((page) => page.length)).toEqual([1_000, 100])
    expect(briefOf(pages.flat())).toEqual([...ids, ...texts])
  })

  it('ends a page at 4 MiB, within the comments of a task', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const texts = Array.from({ length: 130 }, (_, n) => `${n} ${'"'.repeat(9_990)}`)
    await putComments(tenant, id, texts)
    const { send } = tenant
    const { headers, body } = await send('GET', pathOf(tenant))
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(4 * 1024 * 1024 + 20)
    const rest = (await send('GET', nextOf(headers) ?? '')).body
    expect(briefOf(linesOf(`${String(body)}${String(rest)}`))).toEqual([id, ...texts])
  })
})

describe('a task that goes between two pages', () => {
  /** A page of one line, and the cursor after it. */
  const firstPage = (tenant: TestTenant, cursor?: string, limit = 2) =>
    exportTasks(tenant, {
      ...{ projectId: tenant.projectId, format: 'ndjson', trash: false, cursor, limit },
      ...{ rowOf: ndjsonWriter.rowOf, commentRowOf },
    })

  it.each(['is moved to another project', 'goes to the trash'])(
    'and %s shows no more comments',
    async (way) => {
      const tenant = await newTenant()
      const [{ id }, other] = [await tenant.createTask(), await tenant.createTask()]
      for (const text of ['one', 'two']) await commentOn(tenant, id, { text })
      const { rows, next_cursor } = await firstPage(tenant)
      expect(briefOf(linesOf(rows.join('')))).toEqual([id, 'one'])
      if (way === 'goes to the trash') await tenant.send('DELETE', `/tasks/${id}`)
      else await tenant.send('PATCH', `/tasks/${id}`, { body: { projectId: await tenant.newProject() } })
      const rest = await firstPage(tenant, next_cursor ?? undefined)
      expect(briefOf(linesOf(rest.rows.join('')))).toEqual([other.id])
    },
  )

  it('shows nothing of a project that the token does not see, even by a forged cursor', async () => {
    const tenant = await newTenant()
    await tenant.createTask()
    const elsewhere = await tenant.newProject()
    const secret = await tenant.createTask({ projectId: elsewhere })
    await commentOn(tenant, secret.id, { text: 'secret' })
    const token = await tenant.boundToken(tenant.projectId)
    const bound = { ...tenant, projectIds: [tenant.projectId] }
    const scope = [projectList(bound, tenant.projectId), 'export', 'ndjson', 'false', 'comments']
    const cursor = encodeCursor(scope, `tasks ${secret.position}#${secret.id} `)
    const { status, body } = await tenant.send('GET', pathOf(tenant, `&cursor=${cursor}`), { token })
    expect(status).toBe(200)
    expect(body).not.toContain('secret')
    expect((await tenant.send('GET', `/projects/${elsewhere}/export?comments=true`, { token })).status).toBe(
      404,
    )
  })
})

describe('what an export with comments costs', () => {
  it('is a read of the count of each task, and one query for each that has comments', async () => {
    const tenant = await newTenant()
    const ids = await putTasks(tenant, 150)
    await putComments(tenant, ids[1] ?? '', ['one', 'two'])
    await putComments(tenant, ids[120] ?? '', ['three'])
    await tenant.send('GET', '/tokens/self')
    tap.reset()
    tap.answerInstead = withoutSharing
    await tenant.send('GET', pathOf(tenant))
    const costs = tap.exchanges.filter(isOwnWork).map(({ operation, units }) => [operation, units])
    expect(costs).toEqual([
      ['GetItem', 1],
      ['Query', expect.any(Number)],
      ['BatchGetItem', 100],
      ['Query', 1],
      ['Query', expect.any(Number)],
      ['BatchGetItem', 50],
      ['Query', 1],
    ])
  })
})

describe('what is refused', () => {
  it('comments in a table, in words', async () => {
    const tenant = await newTenant()
    const message = 'is for format=ndjson: a table has no place for comments'
    expect(await tenant.send('GET', pathOf(tenant, '&format=csv'))).toMatchObject({
      status: 400,
      body: errorBody('invalid_request', `comments ${message}`, { details: [{ path: 'comments', message }] }),
    })
  })

  it('a cursor of an export without comments', async () => {
    const tenant = await newTenant()
    await putTasks(tenant, 1_001)
    const { headers } = await tenant.send('GET', `/projects/${tenant.projectId}/export`)
    const cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1] ?? ''
    expect((await tenant.send('GET', pathOf(tenant, `&cursor=${cursor}`))).status).toBe(400)
    expect(
      (await tenant.send('GET', pathOf(tenant).replace('true', 'false') + `&cursor=${cursor}`)).status,
    ).toBe(200)
  })
})
