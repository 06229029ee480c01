import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Comment } from '../../../lib/comments/comment.ts'
import { maxCommentCharacters, maxComments } from '../../../lib/contract/limits.ts'
import { removeMany } from '../../../lib/table/write-items.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { taskKey } from '../../../lib/tasks/task-item.ts'
import { tap } from '../../support/api.ts'
import { commentOn, followed } from '../../support/comments.ts'
import { putComments } from '../../support/put-comments.ts'
import { isOwnWork, withoutSharing } from '../../support/shared-counts.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { empty, imported, itemsOf, sendFile } from './import-support.ts'

const ndjson = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** The tasks of a project. */
async function tasksIn({ send }: TestTenant, projectId: string): Promise<Task[]> {
  const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100`)
  return (body as { tasks: Task[] }).tasks // as declared
}

/** The comments of a task, oldest first. */
async function commentsOf({ send }: TestTenant, taskId: string): Promise<Comment[]> {
  const comments: Comment[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `/tasks/${taskId}/comments?limit=100${cursor && `&cursor=${cursor}`}`
    const page = (await send('GET', path)).body as { comments: Comment[]; next_cursor: string | null } // as declared
    comments.push(...page.comments)
    cursor = page.next_cursor
  }
  return comments
}

/** The labels of a project's tasks, and the texts of their comments. */
async function contentOf(tenant: TestTenant, projectId = tenant.projectId) {
  const content: [string, string[]][] = []
  for (const { id, label } of await tasksIn(tenant, projectId))
    content.push([label, (await commentsOf(tenant, id)).map(({ text }) => text)])
  return content
}

const commentLine = (text: string, others: object = {}) => ({ comment: { text, ...others } })

/** A task with comments, as a file. */
const fileOf = (comments: number, label = 'A') =>
  ndjson({ label }, ...Array.from({ length: comments }, (_, n) => commentLine(`Comment ${n}`)))

const exportOf = async ({ send }: TestTenant, projectId: string) =>
  String((await send('GET', `/projects/${projectId}/export?comments=true`)).body)

describe('comments in NDJSON', () => {
  it('go with their tasks from an export into another account, in their order, and say who wrote them when', async () => {
    const [from, to] = [await newTenant(), await newTenant()]
    const [first, second] = [await from.createTask({ label: 'A' }), await from.createTask({ label: 'B' })]
    const made = [
      await commentOn(from, first.id, { text: 'one' }),
      await commentOn(from, first.id, { text: 'two\n*lines*' }),
      await commentOn(from, second.id, { text: 'three', externalId: 'e-3' }),
    ]
    const file = await exportOf(from, from.projectId)
    expect(await imported(to, 'json', file)).toEqual({ ...empty, created: 2, comments_created: 3 })
    const prefixes = made.map(
      ({ author, created_at }) => `${author.name}, ${created_at.slice(0, 16).replace('T', ' ')} UTC:\n\n`,
    )
    expect(await contentOf(to)).toEqual([
      ['A', [`${prefixes[0]}one`, `${prefixes[1]}two\n*lines*`]],
      ['B', [`${prefixes[2]}three`]],
    ])
    const [task] = await tasksIn(to, to.projectId)
    const self = (await to.send('GET', '/tokens/self')).body as { token: { id: string; name: string } }
    const [one, two] = await commentsOf(to, task?.id ?? '')
    expect(one?.author).toEqual({ kind: 'token', id: self.token.id, name: self.token.name })
    expect(Date.parse(two?.created_at ?? '')).toBe(Date.parse(one?.created_at ?? '') + 1)
    const [, other] = await tasksIn(to, to.projectId)
    expect(await commentsOf(to, other?.id ?? '')).toMatchObject([{ external_id: 'e-3' }])
    expect(await imported(to, 'json', file)).toEqual({ ...empty, duplicates: 2, comments_created: 0 })
    expect((await contentOf(to)).map(([, texts]) => texts.length)).toEqual([2, 1])
  })

  it('of the writer stay as they are, in another project of the account', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ label: 'A' })
    await commentOn(tenant, id, { text: 'mine' })
    const projectId = await tenant.newProject()
    const file = await exportOf(tenant, tenant.projectId)
    expect(await imported({ ...tenant, projectId }, 'json', file)).toMatchObject({ comments_created: 1 })
    expect(await contentOf(tenant, projectId)).toEqual([['A', ['mine']]])
  })

  it('are not added again to the task that has them', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ label: 'A', externalId: 'a' })
    await commentOn(tenant, id, { text: 'one' })
    const gone = await commentOn(tenant, id, { text: 'deleted' })
    const file = await exportOf(tenant, tenant.projectId)
    await tenant.send('DELETE', `/comments/${gone.id}`)
    expect(await imported(tenant, 'json', file)).toEqual({ ...empty, duplicates: 1, comments_created: 0 })
    expect(await contentOf(tenant)).toEqual([['A', ['one']]])
  })

  it('are added to a task that an earlier import made without them, and only what is new', async () => {
    const tenant = await newTenant()
    expect(await imported(tenant, 'json', fileOf(0))).toEqual({ ...empty, created: 1 })
    const added = (comments_created: number) => ({ ...empty, duplicates: 1, comments_created })
    expect(await imported(tenant, 'json', fileOf(2))).toEqual(added(2))
    expect(await imported(tenant, 'json', fileOf(30))).toEqual(added(28))
    expect(await contentOf(tenant)).toEqual([['A', Array.from({ length: 30 }, (_, n) => `Comment ${n}`)]])
  })

  it('that are equal are as many as in the file', async () => {
    const tenant = await newTenant()
    const file = ndjson(
      { label: 'A' },
      commentLine('+1'),
      commentLine('+1'),
      { label: 'A' },
      commentLine('+1'),
    )
    expect(await imported(tenant, 'json', file)).toMatchObject({ created: 2, comments_created: 3 })
    expect(await imported(tenant, 'json', file)).toMatchObject({ duplicates: 2, comments_created: 0 })
    expect(await contentOf(tenant)).toEqual([
      ['A', ['+1', '+1']],
      ['A', ['+1']],
    ])
  })

  it('say as much as the file knows of their authors', async () => {
    const tenant = await newTenant()
    const file = ndjson(
      { label: 'A' },
      commentLine('a', { author: { name: ' Anna\nB. ' } }),
      commentLine('b', { createdAt: '2026-03-01T15:05:59+01:00' }),
      commentLine('c', { author: 'Anna', created_at: '2026-03-01T14:05:00Z' }),
      commentLine('d', { author: 7, created_at: 'then', id: {} }),
    )
    await imported(tenant, 'json', file)
    const time = '2026-03-01 14:05 UTC'
    const texts = ['Anna B.:\n\na', `${time}:\n\nb`, `Anna, ${time}:\n\nc`, 'd']
    expect(await contentOf(tenant)).toEqual([['A', texts]])
  })

  it('without a text, without their task, or of one that is left out are left out', async () => {
    const tenant = await newTenant()
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()]
    const file = ndjson(
      commentLine('of none'),
      { label: 'A', id: a },
      commentLine('of A', { task_id: a }),
      commentLine('of another', { task_id: b }),
      commentLine(' \n'),
      { label: '' },
      commentLine('of a failed row'),
      { label: 'C', deleted_at: '2026-03-01T14:05:00Z' },
      commentLine('of the trash'),
    )
    expect(await imported(tenant, 'json', file)).toMatchObject({
      ...{ created: 1, comments_created: 1, failed: [{ row: 6 }] },
      warnings: [
        { message: 'Comments that are not below their task are left out.', count: 2 },
        { message: 'Comments without text are left out.', count: 1 },
        { message: 'Comments of tasks that are not imported are left out.', count: 2 },
        { message: 'Tasks in the trash are left out.', count: 1 },
      ],
    })
    expect(await contentOf(tenant)).toEqual([['A', ['of A']]])
  })

  it.each(['{"label": "B",', '[]', '7'])(
    'below the line %s are not those of the task above',
    async (line) => {
      const tenant = await newTenant()
      const file = `${ndjson({ label: 'A' }, commentLine('of A'))}${line}\n${ndjson(commentLine('of B'))}`
      expect(await imported(tenant, 'json', file)).toMatchObject({
        ...{ created: 1, comments_created: 1, failed: [{ row: 3 }] },
        warnings: [{ message: 'Comments that are not below their task are left out.', count: 1 }],
      })
      expect(await contentOf(tenant)).toEqual([['A', ['of A']]])
    },
  )

  it('that are no objects take none of the others along', async () => {
    const tenant = await newTenant()
    const file = ndjson({ label: 'A' }, { comment: 'hello' }, { comment: null }, commentLine('of A'))
    expect(await imported(tenant, 'json', file)).toEqual({
      ...{ ...empty, created: 1, comments_created: 1 },
      warnings: [{ message: 'Comments without text are left out.', count: 2 }],
    })
    expect(await contentOf(tenant)).toEqual([['A', ['of A']]])
  })

  it('whose ids others have are left out, and counted', async () => {
    const tenant = await newTenant()
    const task = await tenant.createTask({ label: 'Other' })
    await commentOn(tenant, task.id, { text: 'mine', externalId: 'e-1' })
    const file = ndjson(
      { label: 'A' },
      commentLine('one', { external_id: 'e-1' }),
      commentLine('two', { id: 'same' }),
      commentLine('three', { id: 'same' }),
    )
    const message = 'Comments whose id or external id another comment has are left out.'
    expect(await imported(tenant, 'json', file)).toMatchObject({
      ...{ comments_created: 1, warnings: [{ message, count: 2 }] },
    })
    expect((await contentOf(tenant)).find(([label]) => label === 'A')).toEqual(['A', ['two']])
  })

  it('have no time beyond the years with four digits', async () => {
    const tenant = await newTenant()
    const times = ['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00']
    await imported(
      tenant,
      'json',
      ndjson({ label: 'A' }, ...times.map((created_at) => commentLine('x', { author: 'Anna', created_at }))),
    )
    expect(await contentOf(tenant)).toEqual([['A', times.map(() => 'Anna:\n\nx')]])
  })

  it('that are too long are cut, and that are too many are left out', async () => {
    const tenant = await newTenant()
    const long = ndjson({ label: 'Long' }, commentLine('é'.repeat(maxCommentCharacters), { author: 'Anna' }))
    expect(await imported(tenant, 'json', long)).toMatchObject({
      warnings: [{ message: 'Some comments are cut at 10,000 characters.', count: 1 }],
    })
    const texts = (await contentOf(tenant))[0]?.[1] ?? []
    expect(texts[0]).toMatch(/^Anna:\n\né+…$/)
    expect(texts[0]?.length).toBe(maxCommentCharacters)
    const warnings = [
      {
        message: 'A task has at most 1,000 comments, and takes the first 1,000 of a file: some are left out.',
        count: 1,
      },
    ]
    const file = fileOf(maxComments + 1)
    const tried = await imported(tenant, 'json', file, { query: '&dryRun=true' })
    expect(tried).toMatchObject({ comments_created: maxComments, warnings })
    expect(await imported(tenant, 'json', file)).toEqual(tried)
    const [, many] = await tasksIn(tenant, tenant.projectId)
    const comments = await commentsOf(tenant, many?.id ?? '')
    expect(comments.map(({ text }) => text)).toEqual(
      Array.from({ length: maxComments }, (_, n) => `Comment ${n}`),
    )
    expect((await tenant.send('POST', `/tasks/${many?.id}/comments`, { body: { text: 'x' } })).status).toBe(
      429,
    )
  }, 60_000)

  it('fill the room that their task has', async () => {
    const tenant = await newTenant()
    await imported(tenant, 'json', fileOf(0))
    const [{ id } = { id: '' }] = await tasksIn(tenant, tenant.projectId)
    await putComments(tenant, id, Array.from({ length: maxComments - 2 }, String))
    const report = { comments_created: 2, warnings: [{ count: 28 }] }
    expect(await imported(tenant, 'json', fileOf(30), { query: '&dryRun=true' })).toMatchObject(report)
    expect(await imported(tenant, 'json', fileOf(30))).toMatchObject(report)
  })

  it('go to the trash with the import that made them, and come back with it', async () => {
    const tenant = await newTenant()
    await imported(tenant, 'json', fileOf(2))
    const [{ id } = { id: '' }] = await tasksIn(tenant, tenant.projectId)
    await followed(tenant, () => tenant.send('DELETE', `/tasks/${id}`))
    const message = 'Comments of tasks that are in the trash or in another project are left out.'
    expect(await imported(tenant, 'json', fileOf(3))).toEqual({
      ...{ ...empty, duplicates: 1, comments_created: 0 },
      warnings: [{ message, count: 3 }],
    })
    await followed(tenant, () => tenant.send('POST', `/tasks/${id}/restore`))
    expect(await contentOf(tenant)).toEqual([['A', ['Comment 0', 'Comment 1']]])
    await tenant.send('DELETE', `/tasks/${id}`)
    await followed(tenant, () => removeMany(tenant, [taskKey(tenant, id)]))
    expect(await imported(tenant, 'json', fileOf(3))).toEqual({ ...empty, created: 1, comments_created: 3 })
  })
})

describe('a dry run', () => {
  it('counts the comments, and writes nothing', async () => {
    const tenant = await newTenant()
    const report = { ...empty, created: 1, comments_created: 30 }
    const before = await itemsOf(tenant)
    expect(await imported(tenant, 'json', fileOf(30), { query: '&dryRun=true' })).toEqual(report)
    expect(await itemsOf(tenant)).toEqual(before)
    expect(await imported(tenant, 'json', fileOf(30))).toEqual(report)
    const again = { ...empty, duplicates: 1, comments_created: 0 }
    expect(await imported(tenant, 'json', fileOf(30), { query: '&dryRun=true' })).toEqual(again)
  })
})

describe('an import of comments that is cut off', () => {
  it.each([2, 3])('at transaction %i says where to go on, and a repeat writes each once', async (nth) => {
    const tenant = await newTenant()
    const file = fileOf(0, 'First') + fileOf(60)
    let transactions = 0
    tap.answerInstead = (operation) => {
      if (operation !== 'TransactWriteItems' || ++transactions < nth) return undefined
      throw Object.assign(new Error('Busy'), { name: 'InternalServerError', $fault: 'server' })
    }
    const { status, body } = await sendFile(tenant, 'json', file)
    tap.reset()
    expect({ status, body }).toMatchObject({ status: 200, body: { created: 1, next_row: 2 } })
    const { comments_created = -1 } = body as { comments_created?: number }
    expect(comments_created).toBe((nth - 2) * 25)
    const rest = await imported(tenant, 'json', file, { query: '&fromRow=2' })
    expect(rest).toEqual({ ...empty, duplicates: 1, comments_created: 60 - comments_created })
    const texts = Array.from({ length: 60 }, (_, n) => `Comment ${n}`)
    expect(await contentOf(tenant)).toEqual([
      ['First', []],
      ['A', texts],
    ])
  })

  it('keeps the order, by whatever clock it goes on', async () => {
    const tenant = await newTenant()
    await imported(tenant, 'json', fileOf(20))
    const nowMs = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs - 1_000 })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(await imported(tenant, 'json', fileOf(40))).toMatchObject({ comments_created: 20 })
    expect(await contentOf(tenant)).toEqual([['A', Array.from({ length: 40 }, (_, n) => `Comment ${n}`)]])
  })

  it('by an answer that is lost writes each once', async () => {
    const tenant = await newTenant()
    await Promise.all([sendFile(tenant, 'json', fileOf(60)), sendFile(tenant, 'json', fileOf(60))])
    await imported(tenant, 'json', fileOf(60))
    const texts = (await contentOf(tenant))[0]?.[1] ?? []
    expect(texts.toSorted()).toEqual(Array.from({ length: 60 }, (_, n) => `Comment ${n}`).toSorted())
    expect((await tasksIn(tenant, tenant.projectId)).length).toBe(1)
  })
})

describe('a token that is bound to a project', () => {
  it('adds nothing to the task of another project that has the external id', async () => {
    const tenant = await newTenant()
    const elsewhere = await tenant.newProject()
    const { id } = await tenant.createTask({ projectId: elsewhere, externalId: 'x' })
    const token = await tenant.boundToken(tenant.projectId)
    const bound: TestTenant = {
      ...tenant,
      send: (method, path, sending) => tenant.send(method, path, { token, ...sending }),
    }
    const file = ndjson({ label: 'X', externalId: 'x' }, commentLine('no'))
    const message = 'Comments of tasks that are in the trash or in another project are left out.'
    expect(await imported(bound, 'json', file)).toEqual({
      ...{ ...empty, duplicates: 1, comments_created: 0 },
      warnings: [{ message, count: 1 }],
    })
    expect(await commentsOf(tenant, id)).toEqual([])
  })
})

describe('what comments of an import cost', () => {
  it('is a transaction for 25 of a task, with 5 write units for each and 4 for all, and reads of their names', async () => {
    const tenant = await newTenant()
    await imported(tenant, 'json', fileOf(0))
    tap.reset()
    tap.answerInstead = withoutSharing
    await imported(tenant, 'json', fileOf(50))
    const costs = tap.exchanges.filter(isOwnWork).map(({ operation, units }) => `${operation} ${units}`)
    const part = [['BatchGetItem 26', 'GetItem 1'], 'TransactWriteItems 129'].flat()
    // the task is there, and the transaction that would make it is refused
    expect(costs.slice(-6).toSorted()).toEqual([...part, ...part].toSorted())
    expect(costs.slice(0, -6)).toEqual(['Query 1', 'TransactWriteItems 0'])
  })

  it('counts ten tasks and comments as one request', async () => {
    const tenant = await newTenant({ rateLimit: 10_000 })
    const { headers } = await sendFile(tenant, 'json', fileOf(99))
    expect(headers.ratelimit).toMatch(/r=3990;/) // the token's share of the account's limit is 4,000
  })

  it('ends at a limit, and goes on with next_row', async () => {
    const tenant = await newTenant({ rateLimit: 200 }) // 80 of them for the token
    const file = [1, 2].map((n) => fileOf(450, `Task ${n}`)).join('')
    expect(await imported(tenant, 'json', file)).toMatchObject({
      ...{ next_row: 452, created: 1, comments_created: 450 },
    })
  })
})
