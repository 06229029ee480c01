import { afterEach, describe, expect, it, vi } from 'vitest'
import { deleteFound, findToDelete } from '../../../lib/tasks/delete-where.ts'
import { firstWhere } from '../../../lib/tasks/find-where.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { Where } from '../../../lib/tasks/update-where-request.ts'
import { tap } from '../../support/api.ts'
import { storeTasks } from '../../support/stored-tasks.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const open: Where = { status: [0] }

async function deleteWhere(tenant: TestTenant, where: Where, more: { limit?: number; cursor?: string } = {}) {
  return deleteFound(tenant, await findToDelete(tenant, tenant.projectId, { limit: 100, ...more, where }))
}

async function idsIn(tenant: TestTenant, list: 'tasks' | 'trash'): Promise<string[]> {
  const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/${list}?limit=100`)
  return (body as { tasks: Task[] }).tasks.map(({ id }) => id).sort() // `send` has checked it
}

const ended = (deleted: number, skipped = 0) => ({
  ...{ matched: deleted + skipped, deleted, skipped, has_more: false, next_cursor: null },
})

afterEach(() => {
  tap.reset()
  vi.useRealTimers()
})

describe('a deletion of all tasks that match', () => {
  it('puts them into the trash, and counts those that stay', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane()
    const meant: string[] = []
    for (const workflowLaneId of [null, lane, lane, null])
      meant.push((await tenant.createTask({ workflowLaneId })).id)
    const kept = await tenant.createTask({ status: 1, workflowLaneId: lane })
    expect(await deleteWhere(tenant, open)).toEqual(ended(4))
    expect(await idsIn(tenant, 'trash')).toEqual(meant.sort())
    expect(await idsIn(tenant, 'tasks')).toEqual([kept.id])
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}`)
    expect(body).toMatchObject({ project: { task_count: 1, workflow_lanes: [{ task_count: 1 }] } })
    expect(await deleteWhere(tenant, open)).toEqual(ended(0))
  })

  it('goes page by page, with a few transactions for each', async () => {
    const tenant = await newTenant()
    const ids = await storeTasks(tenant, [...Array<object>(110).fill({}), { status: 2 }])
    tap.reset()
    const first = await deleteWhere(tenant, open)
    expect(first).toMatchObject({ matched: 100, deleted: 100, skipped: 0, has_more: true })
    expect(tap.exchanges.filter(({ operation }) => operation === 'TransactWriteItems').length).toBeLessThan(
      10,
    )
    const cursor = first.next_cursor ?? ''
    expect(await deleteWhere(tenant, open, { cursor, limit: 4 })).toMatchObject({
      deleted: 4,
      has_more: true,
    })
    expect(await deleteWhere(tenant, open, { cursor })).toEqual(ended(6))
    expect(await idsIn(tenant, 'tasks')).toEqual(ids.slice(-1))
    expect(await tenant.taskCount()).toBe(1)
  })

  it.each(['found', 'read again'])('skips a task that changes after it was %s', async (when) => {
    const tenant = await newTenant()
    const [first, ...others] = await storeTasks(tenant, [{}, {}, {}])
    const rename = () => tenant.send('PATCH', `/tasks/${first}`, { body: { label: 'Own' } })
    const found = await findToDelete(tenant, tenant.projectId, { where: open, limit: 100 })
    let renamed: Promise<unknown> | undefined
    if (when === 'found') await rename()
    else
      tap.answerInstead = async (operation) => {
        if (operation === 'TransactWriteItems') await (renamed ??= rename())
        return undefined
      }
    expect(await deleteFound(tenant, found)).toEqual(ended(2, 1))
    expect(await idsIn(tenant, 'tasks')).toEqual([first])
    expect(await idsIn(tenant, 'trash')).toEqual(others.sort())
    expect(await tenant.taskCount()).toBe(1)
  })

  it('skips a task that somebody else has deleted meanwhile', async () => {
    const tenant = await newTenant()
    const ids = await storeTasks(tenant, [{}, {}])
    const found = await findToDelete(tenant, tenant.projectId, { where: open, limit: 100 })
    await tenant.send('DELETE', `/tasks/${ids[0]}`)
    expect(await deleteFound(tenant, found)).toEqual(ended(1, 1))
    expect(await tenant.taskCount()).toBe(0)
  })

  it('changes nothing in a dry run, and ends early with a cursor when time runs out', async () => {
    const tenant = await newTenant()
    const ids = await storeTasks(tenant, [{}, {}, {}])
    const dry = { ...tenant, isDryRun: true }
    expect(await deleteWhere(dry, open)).toEqual(ended(3))
    expect(await idsIn(tenant, 'tasks')).toEqual(ids.sort())
    const late = { ...dry, deadlineMs: Date.now() + 1_900 }
    const first = await deleteWhere(late, open)
    expect(first).toMatchObject({ matched: 1, deleted: 1, has_more: true })
    expect(await deleteWhere(dry, open, { cursor: first.next_cursor ?? '' })).toEqual(ended(2))
    const other = deleteWhere(tenant, open, { cursor: first.next_cursor ?? '' })
    await expect(other).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('is refused for a project that is not there', async () => {
    const tenant = await newTenant()
    const foreign = await newTenant()
    const found = findToDelete(tenant, foreign.projectId, { where: open, limit: 100 })
    await expect(found).rejects.toMatchObject({ code: 'project_not_found' })
    const first = firstWhere(tenant, foreign.projectId, open)
    await expect(first).rejects.toMatchObject({ code: 'project_not_found' })
  })
})

describe('the first tasks that match', () => {
  it('are in their order, with the number of all', async () => {
    const tenant = await newTenant()
    expect(await firstWhere(tenant, tenant.projectId, open)).toEqual({ tasks: [], matched: 0, isWhole: true })
    const ids = await storeTasks(tenant, [
      ...Array<object>(3).fill({ status: 1 }),
      ...Array<object>(105).fill({}),
    ])
    const { tasks, matched, isWhole } = await firstWhere(tenant, tenant.projectId, open)
    expect({ matched, isWhole }).toEqual({ matched: 105, isWhole: true })
    expect(tasks.map(({ id }) => id)).toEqual(ids.slice(3, 103))
  })

  it('are those that were read when time runs out, and it says so', async () => {
    const tenant = await newTenant()
    // a query reads at most 1 MiB
    await storeTasks(tenant, Array<object>(14).fill({ description: 'x'.repeat(100_000) }))
    const whole = await firstWhere(tenant, tenant.projectId, open)
    expect(whole).toMatchObject({ matched: 14, isWhole: true })
    const startMs = Date.now()
    const late = { ...tenant, deadlineMs: startMs + 60_000 }
    vi.useFakeTimers({ toFake: ['Date'] })
    tap.answerInstead = () => {
      vi.setSystemTime(startMs + 31_000)
      return Promise.resolve(undefined)
    }
    const part = await firstWhere(late, tenant.projectId, open)
    expect(part.isWhole).toBe(false)
    expect(part.matched).toBe(part.tasks.length)
    expect(part.matched).toBeLessThan(14)
  })
})
