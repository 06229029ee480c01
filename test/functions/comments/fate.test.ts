import { describe, expect, it, vi } from 'vitest'
import type { Comment } from '../../../lib/comments/comment.ts'
import { commentPrefix, countKey, namePrefix } from '../../../lib/comments/comment-item.ts'
import { maxComments } from '../../../lib/contract/limits.ts'
import { accountPartition } from '../../../lib/table/item.ts'
import { get } from '../../../lib/table/read-items.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { removeMany } from '../../../lib/table/write-items.ts'
import { taskKey } from '../../../lib/tasks/task-item.ts'
import { isTaskEvent } from '../../../lib/webhooks/bound.ts'
import { dispatchRecords } from '../../../lib/webhooks/dispatch-records.ts'
import { tap } from '../../support/api.ts'
import { commentOn, followed, readCommentFeed, wholeCommentFeed } from '../../support/comments.ts'
import { eventsOf, partition, recordsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const trash = (tenant: TestTenant, id: string) => tenant.send('DELETE', `/tasks/${id}`)
const restore = (tenant: TestTenant, id: string) => tenant.send('POST', `/tasks/${id}/restore`)

/** What the table's TTL does to a task in the trash. */
const purge = (tenant: TestTenant, id: string) => removeMany(tenant, [taskKey(tenant, id)])

const storedOf = async (tenant: TestTenant): Promise<string[]> =>
  [...(await partition(tenant, accountPartition(tenant.accountId))).keys()].filter((sk) =>
    sk.startsWith('COMMENT'),
  )

const texts = async (tenant: TestTenant, id: string) => {
  const { body } = await tenant.send('GET', `/tasks/${id}/comments?limit=100`)
  return (body as { comments?: Comment[] }).comments?.map(({ text }) => text)
}

/** Acts once, just before storage gets a request of such an operation; `nth` says before which. */
function before(operations: RegExp, act: () => Promise<unknown>, nth = 1): void {
  let count = 0
  tap.answerInstead = async (operation) => {
    if (operations.test(operation) && ++count === nth) await act()
    return undefined
  }
}

/** Adds as many comments to a task as it may have. */
async function fill(tenant: TestTenant, id: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, count - from) }, (_, index) =>
        commentOn(tenant, id, { text: `${from + index}`, id: crypto.randomUUID() }),
      ),
    )
}

describe('the comments of a task', () => {
  it(`go to the trash with it, come back, move and are purged, also ${maxComments} of them`, async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const other = await tenant.createTask()
    await commentOn(tenant, other.id, { text: 'stays' })
    await fill(tenant, id, maxComments)
    const elsewhere = await tenant.newProject()
    const bound = await tenant.boundToken(tenant.projectId)

    const { next_cursor } = await wholeCommentFeed(tenant, '?limit=100')
    await followed(tenant, () => trash(tenant, id))
    const trashed = await wholeCommentFeed(tenant, `?limit=100&cursor=${next_cursor}`)
    const deleted = new Set(trashed.changes.flatMap((one) => (one.type === 'deleted' ? one.comment.id : [])))
    expect(deleted.size).toBe(maxComments)
    expect(trashed.changes.find(({ type }) => type === 'deleted')).toMatchObject({ origin: null })

    await followed(tenant, () => restore(tenant, id))
    const restored = await wholeCommentFeed(tenant, '?limit=100')
    expect(new Set(restored.changes.map(({ type }) => type))).toEqual(new Set(['updated']))
    expect(new Set(restored.changes.map(({ comment }) => comment.id)).size).toBe(maxComments + 1)
    expect((await texts(tenant, id))?.length).toBe(100)

    await followed(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { projectId: elsewhere } }))
    const left = await wholeCommentFeed(tenant, '?limit=100', bound)
    expect(left.changes.filter((one) => one.type === 'deleted' && one.reason === 'moved')).toHaveLength(
      maxComments,
    )
    expect(left.changes.filter(({ type }) => type === 'updated')).toHaveLength(1)
    const there = await wholeCommentFeed(tenant, `?limit=100&projectId=${elsewhere}`)
    expect(there.changes).toHaveLength(maxComments)

    await followed(tenant, () => trash(tenant, id))
    await followed(tenant, () => purge(tenant, id))
    const stored = await storedOf(tenant)
    expect(stored.filter((sk) => sk.startsWith(commentPrefix))).toHaveLength(1)
    expect(stored.filter((sk) => sk.startsWith(namePrefix))).toHaveLength(1)
    expect(await get(tenant, countKey(tenant, id))).toBeUndefined()
    expect(await texts(tenant, other.id)).toEqual(['stays'])
  }, 120_000)

  it('are written once when the same changes come again, and nothing is read of tasks without comments', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await commentOn(tenant, id)
    const records = await recordsOf(tenant, () => trash(tenant, id))
    const dispatch = () => dispatchRecords(openStorage(Date.now() + 60_000), records)
    await dispatch()
    const { changes } = await readCommentFeed(tenant)
    expect(changes).toMatchObject([{ type: 'deleted', version: 2 }])
    await dispatch()
    expect((await readCommentFeed(tenant)).changes).toEqual(changes)
    const bare = await tenant.createTask()
    const ofBare = await recordsOf(tenant, () => trash(tenant, bare.id))
    tap.reset()
    await dispatchRecords(openStorage(Date.now() + 60_000), ofBare)
    expect(tap.exchanges.map(({ operation }) => operation)).not.toContain('TransactWriteItems')
  })

  it('cost 4 write units each, in one round trip for 25 of them', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await fill(tenant, id, 50)
    const records = await recordsOf(tenant, () => trash(tenant, id))
    tap.reset()
    await dispatchRecords(openStorage(Date.now() + 60_000), records)
    const writes = tap.exchanges.filter(({ operation }) => operation === 'TransactWriteItems')
    expect(writes.map(({ units }) => units)).toEqual([100, 100])
  })

  it('agree with what the task is now, whatever the order in which its changes come', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await commentOn(tenant, id)
    const trashed = await recordsOf(tenant, () => trash(tenant, id))
    const restored = await recordsOf(tenant, () => restore(tenant, id))
    for (const records of [restored, trashed])
      await dispatchRecords(openStorage(Date.now() + 60_000), records)
    expect((await readCommentFeed(tenant)).changes).toMatchObject([{ type: 'updated' }])
  })

  it('come again when storage fails in between, and are all done then', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await fill(tenant, id, 60)
    const records = await recordsOf(tenant, () => trash(tenant, id))
    let transactions = 0
    // the second part finds no storage, whatever the SDK tries
    tap.faults = (operation) =>
      operation === 'TransactWriteItems' && ++transactions > 1 ? 'server-error' : undefined
    const failed = await dispatchRecords(openStorage(Date.now() + 60_000), records)
    expect(failed.failedFrom).toBeDefined()
    tap.reset()
    await dispatchRecords(openStorage(Date.now() + 60_000), records)
    const { changes } = await wholeCommentFeed(tenant, '?limit=100')
    expect(changes.filter(({ type }) => type === 'deleted')).toHaveLength(60)
  })

  it('change and go in the project where their task is, also before they have followed it', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const there = await tenant.newProject()
    const [changed, deleted] = [await commentOn(tenant, id), await commentOn(tenant, id)]
    const boundHere = await tenant.boundToken(tenant.projectId)
    const boundThere = await tenant.boundToken(there)
    const records = await recordsOf(tenant, async () => {
      await tenant.send('PATCH', `/tasks/${id}`, { body: { projectId: there } })
      await tenant.send('PATCH', `/comments/${changed.id}`, { body: { text: 'not for those before' } })
      await tenant.send('DELETE', `/comments/${deleted.id}`)
    })
    const ofComments = eventsOf(records).filter((event) => !isTaskEvent(event))
    expect(ofComments).toMatchObject([
      { type: 'comment.updated', data: { project_id: there } },
      { type: 'comment.deleted', data: { project_id: there } },
    ])
    const seen = async () => [
      (await readCommentFeed(tenant, '', boundHere)).changes,
      (await readCommentFeed(tenant, '', boundThere)).changes,
    ]
    const feeds = await seen()
    const moved = { type: 'deleted', reason: 'moved', origin: null }
    expect(feeds).toMatchObject([
      [
        { ...moved, comment: { id: changed.id } },
        { ...moved, comment: { id: deleted.id } },
      ],
      [
        { type: 'updated', version: 2 },
        { type: 'deleted', version: 2 },
      ],
    ])
    await dispatchRecords(openStorage(Date.now() + 60_000), records)
    expect(await seen()).toEqual(feeds)
  })

  it.each(['PATCH', 'DELETE'])('%s finds a task that moves meanwhile where it is then', async (method) => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const comment = await commentOn(tenant, id)
    const bound = await tenant.boundToken(tenant.projectId)
    const there = await tenant.newProject()
    const body = method === 'PATCH' ? { body: { text: 'too late' } } : {}
    const write = () => tenant.send(method, `/comments/${comment.id}`, { token: bound, ...body })
    before(/^(Put|Transact)/, () => tenant.send('PATCH', `/tasks/${id}`, { body: { projectId: there } }))
    expect(await write()).toMatchObject({ status: 404 })
    expect(await texts(tenant, id)).toEqual(['A comment'])
  })

  it('are done task by task, so that a repeat begins where the time was up', async () => {
    const tenant = await newTenant()
    const tasks = [await tenant.createTask(), await tenant.createTask(), await tenant.createTask()]
    for (const { id } of tasks) await commentOn(tenant, id)
    const records = await recordsOf(tenant, async () => {
      for (const { id } of tasks) await trash(tenant, id)
    })
    const moved = records.filter(({ dynamodb }) => dynamodb?.Keys?.sk?.S?.startsWith('TASK#'))
    const last = moved.at(-1)?.dynamodb
    tap.answerInstead = (_, request) => {
      const text = JSON.stringify(request)
      const isOfLast = text.includes(`${commentPrefix}${String(last?.Keys?.sk?.S?.slice('TASK#'.length))}`)
      if (isOfLast) throw Object.assign(new Error('injected'), { code: 'ECONNRESET' })
      return undefined
    }
    const { failedFrom } = await dispatchRecords(openStorage(Date.now() + 60_000), moved)
    expect(failedFrom).toBe(last?.SequenceNumber)
  })

  it.each([
    ['its comments are read', /^Query/, 1],
    ['its comments are removed', /^Transact/, 1],
    ['the rest of its comments is removed', /^Transact/, 2],
    ['their count is removed', /^Transact/, 3],
  ] as const)('stay of a task that takes the id of a purged one before %s', async (_, operations, nth) => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ externalId: 'e' })
    await fill(tenant, id, 30)
    await trash(tenant, id)
    const records = await recordsOf(tenant, () => purge(tenant, id))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    try {
      const again = async () => {
        await tenant.createTask({ externalId: 'e' })
        await commentOn(tenant, id, { text: 'new' })
      }
      before(operations, again, nth)
      const { cause } = await dispatchRecords(openStorage(Date.now() + 60_000), records)
      expect(cause).toBeUndefined()
      expect(await texts(tenant, id)).toEqual(['new'])
      expect(await get(tenant, countKey(tenant, id))).toMatchObject({ comment_count: 1 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('go when another task takes the id of theirs', async () => {
    const tenant = await newTenant()
    const projectId = await tenant.newProject()
    const { id } = await tenant.createTask({ projectId, externalId: 'e' })
    await commentOn(tenant, id, { externalId: 'c', text: 'old' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    try {
      await followed(tenant, async () => {
        await trash(tenant, id)
        await tenant.send('DELETE', `/projects/${projectId}`)
      })
      const again = await tenant.createTask({ externalId: 'e' })
      expect(again.id).toBe(id)
      expect(await texts(tenant, id)).toEqual([])
      expect(await tenant.send('DELETE', '/comments/ext:c')).toMatchObject({ status: 404 })
      await commentOn(tenant, id, { text: 'new' })
      await followed(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { projectId } }))
    } finally {
      vi.useRealTimers()
    }
  })

  it('are shown as deleted while their task is in the trash, for 40 days', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const { id: commentId } = await commentOn(tenant, id, { externalId: 'c' })
    await followed(tenant, () => trash(tenant, id))
    const tombstone = { id: commentId, task_id: id, external_id: 'c' }
    expect((await readCommentFeed(tenant)).changes).toMatchObject([{ type: 'deleted', comment: tombstone }])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 24 * 60 * 60 * 1000 + 1_000 })
    try {
      expect((await readCommentFeed(tenant)).changes).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })
})
