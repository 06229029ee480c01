import { describe, expect, it, vi } from 'vitest'
import { remembered } from '../../support/history.ts'
import type { RevertReport } from '../../../lib/history/revert-request.ts'
import { newTask, startOfAll, takeBack, withAgent, write, type Asked } from './support.ts'

describe('the rate limits of POST /reverts', () => {
  /** An account whose agent has made so many tasks, and a token that has sent nothing yet; it may send 8 requests a minute. */
  async function withTasks(count: number) {
    const { tenant, agent, by } = await withAgent({ rateLimit: 20 })
    const operations = Array.from({ length: count }, (_, index) => ({
      ...{ op: 'create', projectId: tenant.projectId, label: String(index) },
    }))
    await remembered(tenant, () => tenant.send('POST', '/tasks/bulk', { token: agent, body: { operations } }))
    const token = await tenant.newToken(['read', 'write', 'delete'])
    const revert = async (body: Asked = {}) => {
      const answer = await tenant.send('POST', '/reverts', {
        ...{ token, body: { by, after: startOfAll, ...body } },
      })
      return { ...answer, body: answer.body as RevertReport }
    }
    return { tenant, token, revert }
  }

  const left = ({ headers }: { headers: Record<string, unknown> }) =>
    /"token";r=(\d+)/.exec(String(headers.ratelimit))?.[1]

  it('count ten tasks as one request', async () => {
    const { revert } = await withTasks(31)
    const answer = await revert()
    expect(answer).toMatchObject({ status: 200, body: { reverted: 31, next_cursor: null } })
    expect(left(answer)).toBe('4')
  })

  it('refuse nothing that is written: the answer says what is, and its cursor goes on', async () => {
    const { tenant, token, revert } = await withTasks(31)
    for (let used = 0; used < 6; used++) await tenant.send('GET', '/tokens/self', { token })
    const first = await revert()
    expect(first).toMatchObject({ status: 200, body: { matched: 20, reverted: 20 } })
    expect(first.body.tasks).toHaveLength(20)
    expect(await tenant.taskCount()).toBe(11)
    const { next_cursor: cursor } = first.body
    expect(cursor).not.toBeNull()
    expect(await revert({ cursor })).toMatchObject({
      status: 429,
      body: { error: { code: 'rate_limited' } },
    })
    expect(await tenant.taskCount()).toBe(11)
    vi.setSystemTime(Date.now() + 61_000)
    expect(await revert({ cursor })).toMatchObject({
      status: 200,
      body: { matched: 11, reverted: 11, next_cursor: null },
    })
    expect(await tenant.taskCount()).toBe(0)
  })
})

describe('what is read of one task', () => {
  /** A task of about 200 KB, whose events lack its subtasks. */
  async function withLargeTask() {
    const { tenant, agent, by } = await withAgent()
    const subtasks = Array.from({ length: 100 }, () => ({ label: '😀'.repeat(500) }))
    const task = await newTask(tenant, tenant.token, 'Large', { subtasks })
    const change = (isCompleted: boolean) =>
      write(tenant, agent, 'PATCH', `/tasks/${task.id}/subtasks/${task.subtasks[0]?.id ?? ''}`, {
        isCompleted,
      })
    return { tenant, by, task, change }
  }

  it('is at most 1 MiB for a writer’s work, with the old values that events lack', async () => {
    const { tenant, by, task, change } = await withLargeTask()
    for (let times = 0; times < 5; times++) await change(times % 2 === 0)
    expect(await takeBack(tenant, { by }, { isDryRun: true })).toMatchObject({ reverted: 1, kept: [] })
    for (let times = 5; times < 15; times++) await change(times % 2 === 0)
    expect(await takeBack(tenant, { by })).toMatchObject({
      ...{ matched: 1, reverted: 0 },
      kept: [{ id: task.id, fields: [], reason: 'too_many_writes' }],
    })
  })
})
