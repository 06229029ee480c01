import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Comment } from '../../../lib/comments/comment.ts'
import { tap, testTable } from '../../support/api.ts'
import { commentOn, followed, readCommentFeed, wholeCommentFeed } from '../../support/comments.ts'
import { rounds } from '../../support/rounds.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const textsOf = async (tenant: TestTenant, taskId: string) => {
  const { status, body } = await tenant.send('GET', `/tasks/${taskId}/comments?limit=100`)
  return status === 200 ? (body as { comments: Comment[] }).comments : []
}

/** A program that keeps a copy of all comments by the feed. */
class Mirror {
  readonly comments = new Map<string, string>()
  #cursor: string | undefined
  readonly #read: (query: string) => ReturnType<typeof readCommentFeed>
  readonly #filter: string

  constructor(read: (query: string) => ReturnType<typeof readCommentFeed>, filter = '') {
    this.#read = read
    this.#filter = filter
  }

  async follow(limit: number): Promise<void> {
    for (let more = true; more;) {
      const cursor = this.#cursor === undefined ? '' : `&cursor=${this.#cursor}`
      const { changes, next_cursor, has_more } = await this.#read(`?limit=${limit}${this.#filter}${cursor}`)
      for (const change of changes)
        if (change.type === 'deleted') this.comments.delete(change.comment.id)
        else this.comments.set(change.comment.id, change.comment.text)
      this.#cursor = next_cursor
      more = has_more
    }
  }
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...([
        'comment',
        'comment',
        'change',
        'delete',
        'move',
        'move',
        'trash',
        'restore',
        'read',
        'read',
      ] as const),
    ),
    pick: fc.nat(100),
  }),
  { minLength: 20, maxLength: 40 },
)

const dayMs = 24 * 60 * 60 * 1_000

afterEach(() => {
  vi.useRealTimers()
})

describe('GET /comments', () => {
  it('shows each comment once, in the order of the last change, with tombstones, and who wrote it', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const [first, second, third] = [
      await commentOn(tenant, id, { text: '1', externalId: 'one' }),
      await commentOn(tenant, id, { text: '2' }),
      await commentOn(tenant, id, { text: '3' }),
    ]
    const headers = { 'Origin-Id': 'crm' }
    await tenant.send('DELETE', `/comments/${first.id}`, { headers })
    const changed = await tenant.send('PATCH', `/comments/${second.id}`, { body: { text: '2b' }, headers })
    const page = await readCommentFeed(tenant)
    const origin = { via: 'api', origin_id: 'crm' }
    expect(page).toMatchObject({
      has_more: false,
      changes: [
        { type: 'updated', version: 1, origin: { via: 'api', origin_id: null }, comment: third },
        {
          ...{ type: 'deleted', version: 2, origin },
          comment: {
            id: first.id,
            task_id: id,
            external_id: 'one',
            deleted_at: expect.any(String) as string,
          },
        },
        { type: 'updated', version: 2, origin, ...(changed.body as object) },
      ],
    })
    expect(JSON.stringify(page.changes[1])).not.toContain('text')
    const without = await readCommentFeed(tenant, '?excludeOriginId=crm')
    expect(without.changes).toHaveLength(1)
    expect((await readCommentFeed(tenant, '?excludeSelf=true')).changes).toEqual([])
    const fromNow = await readCommentFeed(tenant, '?from=now')
    expect(fromNow.changes).toEqual([])
  })

  it('shows a deleted comment for 40 days, keeps its external id as long, and takes no cursor that is older', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const { id: commentId } = await commentOn(tenant, id, { externalId: 'one' })
    await tenant.send('DELETE', `/comments/${commentId}`)
    const again = () =>
      tenant.send('POST', `/tasks/${id}/comments`, { body: { text: 'x', externalId: 'one' } })
    vi.advanceTimersByTime(40 * dayMs - 2_000)
    const { changes, next_cursor } = await readCommentFeed(tenant)
    expect(changes).toMatchObject([{ type: 'deleted', comment: { id: commentId } }])
    expect(await again()).toMatchObject({ status: 409, body: { error: { code: 'external_id_exists' } } })
    vi.advanceTimersByTime(4_000)
    expect((await readCommentFeed(tenant)).changes).toEqual([])
    expect(await again()).toMatchObject({ status: 201, body: { comment: { id: commentId } } })
    expect((await readCommentFeed(tenant, `?cursor=${next_cursor}`)).changes).toMatchObject([
      { type: 'updated', comment: { id: commentId, text: 'x' } },
    ])
    vi.advanceTimersByTime(40 * dayMs)
    expect(await tenant.send('GET', `/comments?cursor=${next_cursor}`)).toMatchObject({
      ...{ status: 410, body: { error: { code: 'cursor_expired' } } },
    })
  })

  it('takes only cursors of the same feed', async () => {
    const tenant = await newTenant()
    const other = await newTenant()
    const { id } = await tenant.createTask()
    await commentOn(tenant, id)
    const { next_cursor } = await readCommentFeed(tenant)
    const refused = [
      await tenant.send('GET', `/changes?cursor=${next_cursor}`),
      await other.send('GET', `/comments?cursor=${next_cursor}`),
      await tenant.send('GET', `/comments?projectId=${tenant.projectId}&cursor=${next_cursor}`),
      await tenant.send('GET', `/comments?from=now&cursor=${next_cursor}`),
    ]
    for (const reply of refused) expect(reply.status).toBe(400)
    expect((await tenant.send('GET', `/comments?cursor=${next_cursor}`)).status).toBe(200)
  })

  it('answers 404 for a project that is absent, foreign or out of bounds', async () => {
    const tenant = await newTenant()
    const { projectId: foreign } = await newTenant()
    const bound = await tenant.boundToken(tenant.projectId)
    const replies = [
      await tenant.send('GET', `/comments?projectId=${crypto.randomUUID()}`),
      await tenant.send('GET', `/comments?projectId=${foreign}`),
      await tenant.send('GET', `/comments?projectId=${await tenant.newProject()}`, { token: bound }),
    ]
    for (const { status, body } of replies)
      expect({ status, body }).toEqual({
        status: 404,
        body: errorBody('project_not_found', 'There is no such project.'),
      })
  })

  it('costs 0.5 read units for a poll, beside many tasks as beside few', async () => {
    const tenant = await newTenant()
    for (let count = 0; count < 5; count++) await commentOn(tenant, (await tenant.createTask()).id)
    const { next_cursor } = await readCommentFeed(tenant)
    tap.reset()
    await readCommentFeed(tenant, `?cursor=${next_cursor}`)
    expect(tap.exchanges.map(({ operation, units }) => `${operation} ${units}`)).toEqual(['Query 0.5'])
  })

  it('keeps mirrors of all, of a project and of a bound token right, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(0, 40), async (todo, lagMs) => {
        const tenant = await newTenant()
        if (lagMs > 0) await tap.lagIndexes(testTable, tenant.accountId, lagMs)
        const projects = [tenant.projectId, await tenant.newProject()]
        const bound = await tenant.boundToken(tenant.projectId)
        const tasks: { id: string; projectId: string; isThere: boolean }[] = []
        for (const projectId of projects)
          tasks.push({ id: (await tenant.createTask({ projectId })).id, projectId, isThere: true })
        const mirrors = {
          all: new Mirror((query) => readCommentFeed(tenant, query)),
          project: new Mirror((query) => readCommentFeed(tenant, query), `&projectId=${tenant.projectId}`),
          bound: new Mirror((query) => readCommentFeed(tenant, query, bound)),
        }
        let sequence = 0
        for (const { kind, pick } of todo) {
          const task = tasks[pick % tasks.length]
          if (!task) continue
          const comments = await textsOf(tenant, task.id)
          const comment = comments[pick % Math.max(comments.length, 1)]
          if (kind === 'comment' && task.isThere) await commentOn(tenant, task.id, { text: `${sequence++}` })
          if (kind === 'change' && comment)
            await tenant.send('PATCH', `/comments/${comment.id}`, { body: { text: `${sequence++}` } })
          if (kind === 'delete' && comment) await tenant.send('DELETE', `/comments/${comment.id}`)
          if (kind === 'read')
            for (const mirror of Object.values(mirrors)) await mirror.follow(1 + (pick % 5))
          if (kind === 'move' && task.isThere) {
            task.projectId = projects.find((id) => id !== task.projectId) ?? ''
            const body = { projectId: task.projectId }
            await followed(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body }))
          }
          if (kind === 'trash' || kind === 'restore') {
            task.isThere = kind === 'restore'
            const [method, path] = task.isThere ? ['POST', '/restore'] : ['DELETE', '']
            await followed(tenant, () => tenant.send(method, `/tasks/${task.id}${path}`))
          }
        }
        tap.reset()
        await new Promise((resolve) => setTimeout(resolve, 60))
        const truth = async (isIn: (projectId: string) => boolean) =>
          new Map(
            (
              await Promise.all(
                tasks.filter(({ projectId }) => isIn(projectId)).map(({ id }) => textsOf(tenant, id)),
              )
            )
              .flat()
              .map(({ id, text }) => [id, text]),
          )
        for (const mirror of Object.values(mirrors)) await mirror.follow(3)
        const [everything, own] = [await truth(() => true), await truth((id) => id === tenant.projectId)]
        expect(mirrors.all.comments).toEqual(everything)
        expect(mirrors.project.comments).toEqual(own)
        expect(mirrors.bound.comments).toEqual(own)
        const { changes } = await wholeCommentFeed(tenant, '?limit=2')
        expect(new Set(changes.map(({ comment }) => comment.id)).size).toBe(changes.length)
      }),
      { numRuns: rounds(8) },
    )
  })
})
