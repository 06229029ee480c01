import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Comment } from '../../../lib/comments/comment.ts'
import { maxComments } from '../../../lib/contract/limits.ts'
import { countKey } from '../../../lib/comments/comment-item.ts'
import { put } from '../../../lib/table/write-items.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { recordsOf } from '../../support/stream.ts'
import { watchRecords } from '../../../lib/rules/watch.ts'
import { logOf, newRule, runNow, watched } from '../../support/rules.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const completed = { type: 'event', events: ['task.completed'] }
const saying = (text: string) => ({ type: 'add_comment', text })

const complete = (tenant: TestTenant, id: string) =>
  watched(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 } }))

const commentsOf = async (tenant: TestTenant, id: string): Promise<Comment[]> =>
  ((await tenant.send('GET', `/tasks/${id}/comments`)).body as { comments: Comment[] }).comments

describe('a rule that comments', () => {
  it('fills in its text, is the author, and says in its log which comment it added', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ label: 'Call Ada' })
    const rule = await newRule(tenant, completed, saying('**{{task.label}}** was done on {{date}}'))
    await complete(tenant, id)
    expect(await runNow(tenant, rule)).toMatchObject({ done: 1, failed: 0 })
    const comments = await commentsOf(tenant, id)
    expect(comments).toMatchObject([
      {
        text: '**Call Ada** was done on 2026-11-27',
        author: { kind: 'rule', id: rule.id, name: rule.label },
      },
    ])
    const { changes } = (await tenant.send('GET', '/comments')).body as { changes: object[] }
    expect(changes).toMatchObject([{ origin: { via: 'rule', rule_id: rule.id, token_id: null } }])
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'done', task_id: id, matched: 1, updated: 0, created: [], comment_id: comments[0]?.id },
    ])
  })

  it('adds one for each event, and none for a repeat of a run', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const rule = await newRule(tenant, completed, saying('Done'))
    const write = () => tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 } })
    const records = await recordsOf(tenant, write)
    for (let count = 0; count < 2; count++) {
      await watchRecords(openStorage(Date.now() + 60_000), records)
      await runNow(tenant, rule)
    }
    expect(await commentsOf(tenant, id)).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1_000)
    await tenant.send('PATCH', `/tasks/${id}`, { body: { status: 0 } })
    await complete(tenant, id)
    await runNow(tenant, rule)
    expect(await commentsOf(tenant, id)).toHaveLength(2)
  })

  it('triggers no rule: no comment is an event of a task', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const rule = await newRule(
      tenant,
      { ...completed, events: ['task.completed', 'task.updated'] },
      saying('A'),
    )
    await complete(tenant, id)
    await watched(tenant, () => runNow(tenant, rule))
    expect(await runNow(tenant, rule)).toMatchObject({ done: 0, failed: 0, skipped: 0 })
    expect(await commentsOf(tenant, id)).toHaveLength(1)
  })

  it('fails at a task with as many comments as it may have, as a request does', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await put(openStorage(Infinity), { Item: { ...countKey(tenant, id), comment_count: maxComments } })
    const rule = await newRule(tenant, completed, saying('One more'))
    await complete(tenant, id)
    expect(await runNow(tenant, rule)).toMatchObject({ done: 0, failed: 1 })
    expect(await logOf(tenant, rule)).toMatchObject([{ error: { code: 'quota_exceeded' } }])
    expect(await commentsOf(tenant, id)).toEqual([])
  })

  it('fails if its text becomes empty, and cuts what is too long', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ description: 'x'.repeat(9_000) })
    const empty = await newRule(tenant, completed, saying('{{task.external_id}}'))
    const long = await newRule(tenant, completed, saying('{{task.description}} {{task.description}}'))
    await complete(tenant, id)
    await runNow(tenant, empty)
    await runNow(tenant, long)
    expect(await logOf(tenant, empty)).toMatchObject([{ error: { code: 'invalid_request' } }])
    const [comment] = await commentsOf(tenant, id)
    expect(comment?.text).toHaveLength(10_000)
  })

  it('skips a task that has gone to the trash since', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const rule = await newRule(tenant, completed, saying('Done'))
    await complete(tenant, id)
    await tenant.send('DELETE', `/tasks/${id}`)
    expect(await runNow(tenant, rule)).toMatchObject({ done: 0, skipped: 1 })
  })

  it('shows the comment in a dry run, and adds it with its entry in the log when it is run by hand', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ label: 'Call Ada' })
    const rule = await newRule(tenant, completed, saying('Of {{task.label}}'))
    const path = `/rules/${rule.id}/runs`
    const dry = await tenant.send('POST', `${path}?dryRun=true`, { body: { taskId: id } })
    expect(dry.body).toMatchObject({ preview: { tasks: [], comments: [{ text: 'Of Call Ada' }] } })
    expect(await commentsOf(tenant, id)).toEqual([])
    const { body } = await tenant.send('POST', path, { body: { taskId: id } })
    const [comment] = await commentsOf(tenant, id)
    expect(comment?.text).toBe('Of Call Ada')
    expect(body).toMatchObject({ run: { outcome: 'done', comment_id: comment?.id } })
    expect(await logOf(tenant, rule)).toEqual([(body as { run: object }).run])
  })
})
