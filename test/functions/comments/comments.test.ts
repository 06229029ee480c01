import { describe, expect, it } from 'vitest'
import type { Comment } from '../../../lib/comments/comment.ts'
import { countKey } from '../../../lib/comments/comment-item.ts'
import { maxComments } from '../../../lib/contract/limits.ts'
import { createMember } from '../../../lib/members/members.ts'
import { chooseAccount, createTicket } from '../../../lib/members/sessions.ts'
import { get } from '../../../lib/table/read-items.ts'
import { update } from '../../../lib/table/write-items.ts'
import { tap, type Reply, type Sending } from '../../support/api.ts'
import { idExists, idReused } from '../../support/own-id.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const commentOf = ({ body }: Reply) => (body as { comment: Comment }).comment // the test has checked the status
const noComment = errorBody('comment_not_found', 'There is no such comment.')
const noTask = errorBody('task_not_found', 'There is no such task.')

/** A task, with ways to comment on it and to read its comments. */
async function scene() {
  const tenant = await newTenant()
  const task = await tenant.createTask()
  const path = `/tasks/${task.id}/comments`
  const post = (body: object, sending: Sending = {}) => tenant.send('POST', path, { body, ...sending })
  const comment = async (text: string, sending?: Sending) => {
    const reply = await post({ text }, sending)
    expect(reply).toMatchObject({ status: 201 })
    return commentOf(reply)
  }
  const list = async (query = '') =>
    (await tenant.send('GET', `${path}${query}`)).body as { comments: Comment[]; next_cursor: string | null }
  const texts = async () => (await list()).comments.map(({ text }) => text)
  return { tenant, task, path, post, comment, list, texts }
}

const counted = async (tenant: TestTenant, taskId: string) =>
  (await get(tenant, countKey(tenant, taskId)))?.comment_count

describe('a comment that has the id of its task', () => {
  it('is changed and deleted as any other', async () => {
    const { tenant, task, post, texts } = await scene()
    expect(await post({ id: task.id, text: 'a' })).toMatchObject({ status: 201 })
    const path = `/comments/${task.id}`
    expect(await tenant.send('PATCH', path, { body: { text: 'b' } })).toMatchObject({ status: 200 })
    expect(await texts()).toEqual(['b'])
    expect(await tenant.send('DELETE', path)).toMatchObject({ status: 200 })
    expect(await texts()).toEqual([])
  })
})

describe('POST /tasks/{id}/comments', () => {
  it('answers 201 with the comment, its author, ETag and Location', async () => {
    const { tenant, task, post } = await scene()
    const reply = await post({ text: '  **Thursday**\n', externalId: 'reply-2' })
    const made = commentOf(reply)
    const self = (await tenant.send('GET', '/tokens/self')).body as { token: { id: string } }
    expect(reply).toMatchObject({
      status: 201,
      headers: { etag: '"1"', location: `/v1/comments/${made.id}` },
      body: {
        comment: {
          ...{ id: made.id, task_id: task.id, text: '  **Thursday**\n', external_id: 'reply-2' },
          author: { kind: 'token', id: self.token.id, name: 'Test' },
          updated_at: made.created_at,
        },
      },
    })
    expect((await tenant.send('GET', `/tasks/${task.id}`)).body).toEqual({ task })
  })

  it('names the member of a session as its author', async () => {
    const { tenant, comment } = await scene()
    const { id } = await createMember(tenant, { email: 'ada@example.com', role: 'member' })
    const ticket = await createTicket(tenant, 'ada@example.com')
    const { secret } = await chooseAccount(tenant, ticket, tenant.accountId)
    const { author } = await comment('Mine', { token: secret })
    expect(author).toEqual({ kind: 'member', id, name: 'ada@example.com' })
  })

  it('answers 404 for a task that is absent, foreign, in the trash, or out of bounds', async () => {
    const { tenant, task, path } = await scene()
    const other = await newTenant()
    const elsewhere = await tenant.boundToken(await tenant.newProject())
    const body = { text: 'x' }
    const replies = [
      await tenant.send('POST', `/tasks/${crypto.randomUUID()}/comments`, { body }),
      await other.send('POST', path, { body }),
      await tenant.send('POST', path, { body, token: elsewhere }),
    ]
    await tenant.send('DELETE', `/tasks/${task.id}`)
    replies.push(await tenant.send('POST', path, { body }), await tenant.send('GET', path))
    for (const reply of replies) expect(reply).toMatchObject({ status: 404, body: noTask })
  })

  it.each(['', ' \n', 'x'.repeat(10_001)])('refuses a text that is empty or too long', async (text) => {
    const { post, texts } = await scene()
    expect((await post({ text })).status).toBe(400)
    expect(await texts()).toEqual([])
  })

  it('takes 10,000 emoji, and a page of them ends below the limit of an answer', async () => {
    const { comment, list } = await scene()
    const text = '🎈'.repeat(10_000)
    for (let count = 0; count < 3; count++) expect((await comment(text)).text).toBe(text)
    const control = `x${'\u0001'.repeat(9_999)}` // six bytes each in JSON, and seven within Lambda's answer
    for (let count = 0; count < 60; count++) await comment(control)
    const first = await list('?limit=100')
    expect(first.comments.length).toBeLessThan(63)
    const second = await list(`?limit=100&cursor=${String(first.next_cursor)}`)
    expect(first.comments.length + second.comments.length).toBe(63)
    expect(second.next_cursor).toBeNull()
  })

  it('adds one comment when it is repeated with a key, an id, or after a lost answer', async () => {
    const { tenant, task, post, texts } = await scene()
    const id = crypto.randomUUID()
    const requests: [object, Record<string, string>][] = [
      [{ text: 'with a key' }, { 'Idempotency-Key': 'k' }],
      [{ text: 'with an external id', externalId: 'e' }, { 'Idempotency-Key': 'l' }],
      [{ text: 'with an id', id }, {}],
    ]
    for (const [body, headers] of requests) {
      const first = await post(body, { headers })
      const again = await post(body, { headers })
      expect(first.headers).not.toHaveProperty('idempotency-replayed')
      expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true', etag: '"1"' } })
      expect(again.body).toEqual(first.body)
      // also when it has changed since, and when it is gone
      const path = `/comments/${commentOf(first).id}`
      await tenant.send('PATCH', path, { body: { text: 'changed' } })
      expect((await post(body, { headers })).body).toEqual(first.body)
    }
    tap.failNext('TransactWriteItems', 'lost-answer')
    expect((await post({ text: 'lost' })).status).toBe(201)
    expect(await texts()).toEqual(['changed', 'changed', 'changed', 'lost'])
    expect(await counted(tenant, task.id)).toBe(4)
    await tenant.send('DELETE', `/comments/${id}`)
    const replayed = await post({ text: 'with an id', id })
    expect(replayed).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
    expect(await texts()).toEqual(['changed', 'changed', 'lost'])
  })

  it('refuses a name that something else has', async () => {
    const { tenant, post, comment, texts } = await scene()
    const { id } = await comment('made here')
    const own = crypto.randomUUID()
    await post({ text: 'a', id: own })
    await post({ text: 'b', externalId: 'e' })
    await post({ text: 'c' }, { headers: { 'Idempotency-Key': 'k' } })
    const before = await texts()
    expect(await post({ text: 'x', id })).toMatchObject({ status: 409, body: idExists('comment') })
    expect(await post({ text: 'x', id: own })).toMatchObject({ status: 422, body: idReused('comment') })
    expect(await post({ text: 'x' }, { headers: { 'Idempotency-Key': 'k' } })).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency_key_reused' } },
    })
    expect(
      await post({ text: 'x', externalId: 'other' }, { headers: { 'Idempotency-Key': 'k' } }),
    ).toMatchObject({ status: 422, body: { error: { code: 'idempotency_key_reused' } } })
    const taken = await post({ text: 'x', externalId: 'e' })
    expect(taken).toMatchObject({
      status: 409,
      body: { error: { code: 'external_id_exists', comment_id: expect.any(String) as string } },
    })
    const { id: second } = await tenant.createTask()
    const elsewhere = await tenant.send('POST', `/tasks/${second}/comments`, {
      body: { text: 'x', externalId: 'e' },
    })
    expect(elsewhere.body).toMatchObject({ error: { code: 'external_id_exists' } })
    expect(JSON.stringify(elsewhere.body)).not.toContain('comment_id')
    const both = await post({ text: 'x', id: crypto.randomUUID(), externalId: 'f' })
    expect(both).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(await texts()).toEqual(before)
  })

  it('takes 1,000 comments of a task and answers 429 to the next, also when requests run concurrently', async () => {
    const { tenant, task, post, comment } = await scene()
    await comment('first')
    await update(tenant, {
      Key: countKey(tenant, task.id),
      UpdateExpression: 'SET comment_count = :count',
      ExpressionAttributeValues: { ':count': maxComments - 3 },
    })
    const replies = await Promise.all(Array.from({ length: 8 }, () => post({ text: 'x' })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.body).toEqual(
      errorBody('quota_exceeded', 'A task has at most 1,000 comments: delete some first.'),
    )
    const [made] = replies.filter(({ status }) => status === 201)
    await tenant.send('DELETE', `/comments/${made ? commentOf(made).id : ''}`)
    expect((await post({ text: 'x' })).status).toBe(201)
  })

  it('counts in no quota of tasks', async () => {
    const tenant = await newTenant({ taskQuota: 1 })
    const { id } = await tenant.createTask()
    const { status } = await tenant.send('POST', `/tasks/${id}/comments`, { body: { text: 'x' } })
    expect(status).toBe(201)
    expect(await tenant.taskCount()).toBe(1)
  })
})

describe('GET /tasks/{id}/comments', () => {
  it('lists them oldest first, in pages', async () => {
    const { comment, list, tenant, path } = await scene()
    const all: Comment[] = []
    for (let count = 0; count < 7; count++) all.push(await comment(`${count}`))
    expect(await list()).toEqual({ comments: all, next_cursor: null })
    const found: Comment[] = []
    for (let query = '?limit=3'; query !== '';) {
      const page = await list(query)
      found.push(...page.comments)
      expect(page.comments.length).toBeLessThanOrEqual(3)
      query = page.next_cursor === null ? '' : `?limit=3&cursor=${page.next_cursor}`
    }
    expect(found).toEqual(all)
    const { next_cursor } = await list('?limit=3')
    const { id } = await tenant.createTask()
    const other = await tenant.send('GET', `/tasks/${id}/comments?cursor=${String(next_cursor)}`)
    expect(other).toMatchObject({ status: 400 })
    expect((await tenant.send('GET', path.replace(/[^/]+\/comments/, 'ext:none/comments'))).status).toBe(404)
  })
})

describe('GET /tasks/{id}?include=comments', () => {
  it('has the newest 20, newest first, and is never 304', async () => {
    const { tenant, task, comment } = await scene()
    for (let count = 0; count < 22; count++) await comment(`${count}`)
    const path = `/tasks/${task.id}?include=comments`
    const { status, body, headers } = await tenant.send('GET', path, { headers: { 'If-None-Match': '"1"' } })
    expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: '"1"' })
    const { comments, ...rest } = body as { comments: Comment[] }
    expect(rest).toEqual({ task })
    expect(comments.map(({ text }) => text)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${21 - index}`),
    )
  })
})

describe('PATCH and DELETE /comments/{commentId}', () => {
  it('change the text, and delete, by id and by external id', async () => {
    const { tenant, task, comment, post, texts } = await scene()
    const made = await comment('before')
    const changed = await tenant.send('PATCH', `/comments/${made.id}`, { body: { text: 'after' } })
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    const { updated_at } = commentOf(changed)
    expect(commentOf(changed)).toEqual({ ...made, text: 'after', updated_at })
    expect(updated_at > made.updated_at).toBe(true)
    await post({ text: 'outside', externalId: 'réply 2' })
    const path = `/comments/ext:${encodeURIComponent('re\u0301ply 2')}`
    expect((await tenant.send('PATCH', path, { body: { text: 'outside 2' } })).status).toBe(200)
    expect(await texts()).toEqual(['after', 'outside 2'])
    for (const one of [path, `/comments/${made.id}`]) {
      expect(await tenant.send('DELETE', one)).toMatchObject({ status: 200, body: { success: true } })
      expect(await tenant.send('DELETE', one)).toMatchObject({ status: 404, body: noComment })
      expect(await tenant.send('PATCH', one, { body: { text: 'x' } })).toMatchObject({ status: 404 })
    }
    expect(await texts()).toEqual([])
    expect(await counted(tenant, task.id)).toBe(0)
  })

  it('keep to the version in If-Match', async () => {
    const { tenant, comment, texts } = await scene()
    const made = await comment('one')
    const path = `/comments/${made.id}`
    const ifMatch = (version: string) => ({ headers: { 'If-Match': version } })
    const two = await tenant.send('PATCH', path, { body: { text: 'two' }, ...ifMatch('"1"') })
    expect(two.status).toBe(200)
    const refusal = errorBody(
      'precondition_failed',
      'The comment has changed since you read it: read its current state, then decide again.',
      { comment: commentOf(two) },
    )
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { text: 'x' } } : {}
      const reply = await tenant.send(method, path, { ...body, ...ifMatch('"1"') })
      expect(reply).toMatchObject({ status: 412, headers: { etag: '"2"' }, body: refusal })
      const writer = await tenant.newToken(['write', 'admin'])
      const blind = await tenant.send(method, path, { ...body, ...ifMatch('"1"'), token: writer })
      expect(blind).toMatchObject({ status: 412, headers: { etag: '"2"' } })
      expect(JSON.stringify(blind.body)).not.toContain('two')
    }
    expect(await texts()).toEqual(['two'])
    expect((await tenant.send('DELETE', path, ifMatch('"2"'))).status).toBe(200)
  })

  it('reach comments of others only with the scope admin', async () => {
    const { tenant, comment, texts } = await scene()
    const [mine, others, admin] = [
      await tenant.newToken(['write']),
      await tenant.newToken(['read', 'write', 'delete', 'hooks']),
      await tenant.newToken(['write', 'admin']),
    ]
    const { id } = await comment('mine', { token: mine })
    const patch = (token: string) =>
      tenant.send('PATCH', `/comments/${id}`, { body: { text: `${token === mine}` }, token })
    const refused = await patch(others)
    expect(refused).toMatchObject({
      status: 403,
      body: errorBody('insufficient_scope', 'The token lacks the scope admin.', { required_scope: 'admin' }),
    })
    expect((await tenant.send('DELETE', `/comments/${id}`, { token: others })).status).toBe(403)
    expect((await patch(mine)).status).toBe(200)
    expect(await texts()).toEqual(['true'])
    expect((await patch(admin)).status).toBe(200)
    expect(await texts()).toEqual(['false'])
    expect((await tenant.send('DELETE', `/comments/${id}`, { token: mine })).status).toBe(200)
  })

  it('take a comment of a task that is in the trash, elsewhere or foreign for absent, whoever wrote it', async () => {
    const { tenant, task, comment, texts } = await scene()
    const { id } = await comment('here')
    const other = await newTenant()
    const elsewhere = await tenant.boundToken(await tenant.newProject())
    const all = async () => [
      await tenant.send('PATCH', `/comments/${id}`, { body: { text: 'x' }, token: elsewhere }),
      await tenant.send('DELETE', `/comments/${id}`, { token: elsewhere }),
      await other.send('DELETE', `/comments/${id}`),
      await tenant.send('DELETE', `/comments/${crypto.randomUUID()}`),
    ]
    for (const reply of await all()) expect(reply).toMatchObject({ status: 404, body: noComment })
    await tenant.send('DELETE', `/tasks/${task.id}`)
    expect(await tenant.send('DELETE', `/comments/${id}`)).toMatchObject({ status: 404, body: noComment })
    await tenant.send('POST', `/tasks/${task.id}/restore`)
    expect(await texts()).toEqual(['here'])
    expect((await tenant.send('DELETE', `/comments/${id}`)).status).toBe(200)
  })

  it('both take effect, one after the other, when several change one comment', async () => {
    const { tenant, comment } = await scene()
    const { id } = await comment('0')
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        tenant.send('PATCH', `/comments/${id}`, { body: { text: `${index}` } }),
      ),
    )
    expect(replies.map(({ headers }) => headers.etag).sort()).toEqual(['"2"', '"3"', '"4"', '"5"', '"6"'])
  })

  it('write once when the answer is lost', async () => {
    const { tenant, comment, texts } = await scene()
    const { id } = await comment('0')
    tap.failNext('TransactWriteItems', 'lost-answer')
    const changed = await tenant.send('PATCH', `/comments/${id}`, { body: { text: '1' } })
    expect(changed).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    tap.failNext('TransactWriteItems', 'lost-answer')
    expect((await tenant.send('DELETE', `/comments/${id}`)).status).toBe(200)
    expect(await texts()).toEqual([])
  })
})
