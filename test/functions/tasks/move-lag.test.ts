import { LexoRank } from 'lexorank'
import { afterEach, describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { put } from '../../../lib/table/write-items.ts'
import { indexKeys, taskKey, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { limits, tap, testTable } from '../../support/api.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

afterEach(() => {
  tap.reset()
  limits.functionTimeoutMs = 10_000
})

async function listed({ send, projectId }: TestTenant): Promise<Task[]> {
  const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100`)
  return (body as { tasks: Task[] }).tasks // `send` has checked it against the contract
}

/** The order of a project when its index has caught up. */
async function settled(tenant: TestTenant): Promise<string[]> {
  tap.reset()
  return (await listed(tenant)).map(({ id }) => id)
}

async function tenantWithTasks(count: number) {
  const tenant = await newTenant()
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await tenant.createTask({ label: `Task ${n}` })).id)
  const move = async (id: string | undefined, body: object) => {
    const { status } = await tenant.send('POST', `/tasks/${String(id)}/move`, { body })
    expect(status).toBe(200)
  }
  return {
    tenant,
    ids,
    move,
    lag: (delayMs?: number) => tap.lagIndexes(testTable, tenant.accountId, delayMs),
  }
}

/** Writes a task with a given rank into the tenant's project, directly to the table. */
async function putTask(tenant: TestTenant, position: string): Promise<string> {
  const id = crypto.randomUUID()
  const now = new Date().toISOString()
  const item: TaskItem = {
    ...{ id, label: 'Placed', status: 0, project_id: tenant.projectId, position, subtasks: {} },
    ...{ created_at: now, updated_at: now, version: 1, write_id: id },
  }
  await put(tenant, { Item: { ...taskKey(tenant, id), ...item, ...indexKeys(tenant, item) } })
  return id
}

describe('a move while the index lags', () => {
  it.each([
    ['beforeTaskId', 2],
    ['afterTaskId', 1],
  ] as const)(
    '%s, and another into the same gap: both stand in it, with ranks of their own',
    async (side, at) => {
      const { tenant, ids, move, lag } = await tenantWithTasks(6)
      await lag()
      await Promise.all([4, 5].map((index) => move(ids[index], { [side]: ids[at] })))
      await move(ids[3], { [side]: ids[at] })
      const after = await settled(tenant)
      expect([after.slice(0, 2), after.slice(5)]).toEqual([[ids[0], ids[1]], [ids[2]]])
      expect(after.slice(2, 5).sort()).toEqual(ids.slice(3).sort())
      expect(new Set((await listed(tenant)).map(({ position }) => position)).size).toBe(6)
    },
  )

  it('puts the task on the right side of its anchor, even if the anchor was just moved', async () => {
    const { tenant, ids, move, lag } = await tenantWithTasks(8)
    await lag()
    await move(ids[6], { beforeTaskId: ids[1] })
    await move(ids[0], { afterTaskId: ids[6] })
    await move(ids[2], { to: 'bottom' })
    await move(ids[4], { beforeTaskId: ids[2] })
    await move(ids[3], { to: 'top' })
    await move(ids[5], { beforeTaskId: ids[3] })
    const after = await settled(tenant)
    expect(after).toEqual([5, 3, 6, 0, 1, 7, 4, 2].map((index) => ids[index]))
  })

  it('to the top puts the task above all others, and to the bottom below all others', async () => {
    const { tenant, ids, move, lag } = await tenantWithTasks(4)
    await lag()
    for (const index of [2, 1, 3]) await move(ids[index], { to: 'top' })
    expect(await settled(tenant)).toEqual([3, 1, 2, 0].map((index) => ids[index]))
    await lag()
    const { id } = await tenant.createTask()
    for (const index of [1, 3, 2]) await move(ids[index], { to: 'bottom' })
    expect(await settled(tenant)).toEqual([ids[0], id, ids[1], ids[3], ids[2]])
  })

  it('beside the first or last task puts it nearer than a task that the index does not show yet', async () => {
    const { tenant, move, lag } = await tenantWithTasks(0)
    const ranks = ['0|i00000:', '0|i00001:', '0|i00002:', '0|i00003:']
    const ids = await Promise.all(ranks.map((rank) => putTask(tenant, rank)))
    await lag()
    await move(ids[1], { to: 'top' })
    await move(ids[2], { beforeTaskId: ids[0] })
    expect(await settled(tenant)).toEqual([1, 2, 0, 3].map((index) => ids[index]))
    await lag()
    const { id } = await tenant.createTask()
    await move(ids[0], { afterTaskId: ids[3] })
    expect(await settled(tenant)).toEqual([ids[1], ids[2], ids[3], ids[0], id])
  })

  it('waits for the index when no room is left', async () => {
    const { tenant, ids, move, lag } = await tenantWithTasks(2)
    const twins = [await putTask(tenant, '0|i00000:'), await putTask(tenant, '0|i00000:')].sort()
    await lag(2_000)
    await tenant.send('PATCH', `/tasks/${String(twins[1])}`, { body: { label: 'Not as the index has it' } })
    await move(ids[1], { afterTaskId: twins[0] })
    expect(await settled(tenant)).toEqual([twins[0], ids[1], twins[1], ids[0]])
  })

  it('reads the index a few times, and answers 503 when it does not catch up in time', async () => {
    const { tenant, ids, lag } = await tenantWithTasks(2)
    const twins = [await putTask(tenant, '0|i00000:'), await putTask(tenant, '0|i00000:')].sort()
    await lag()
    await tenant.send('PATCH', `/tasks/${String(twins[1])}`, { body: { label: 'Not as the index has it' } })
    limits.functionTimeoutMs = 3_000
    tap.exchanges.length = 0
    const reply = await tenant.send('POST', `/tasks/${String(ids[0])}/move`, {
      body: { afterTaskId: twins[0] },
    })
    expect(reply.status).toBe(503)
    const tries = tap.exchanges.filter(({ operation }) => operation === 'TransactWriteItems').length
    expect(tries).toBeGreaterThan(1)
    expect(tries).toBeLessThan(30) // about 15; most of them wait up to 500 ms
    expect(reply.headers['retry-after']).toBe('1')
    expect(reply.body).toEqual(
      errorBody('service_unavailable', 'The service is busy. Try again in a moment.'),
    )
    expect(await settled(tenant)).toEqual([...twins, ...ids])
  })
})

describe('the ends of a project', () => {
  it('come from the clock, also among ranks that an earlier release made without it', async () => {
    const { tenant, ids, move } = await tenantWithTasks(2)
    // an earlier release used the library's genPrev for a move to the top, and halved the lower ranks when spacing anew
    let [top, halved] = [(await listed(tenant))[0]?.position ?? '', LexoRank.middle().format()]
    for (let n = 0; n < 1_000; n++) top = LexoRank.parse(top).genPrev().format()
    for (let n = 0; n < 12; n++) halved = LexoRank.min().between(LexoRank.parse(halved)).format()
    const old = [await putTask(tenant, halved), await putTask(tenant, top)]
    expect(await settled(tenant)).toEqual([...old, ...ids])
    await move(ids[1], { to: 'top' })
    await move(old[0], { to: 'bottom' })
    expect(await settled(tenant)).toEqual([ids[1], old[1], ids[0], old[0]])
    await move(ids[0], { beforeTaskId: old[1] })
    expect(await settled(tenant)).toEqual([ids[1], ids[0], old[1], old[0]])
  })

  it('take 100 moves each, with short ranks and a stable order', async () => {
    const { tenant, ids, move } = await tenantWithTasks(3)
    const model = [...ids]
    for (let n = 0; n < 100; n++) {
      const [id = ''] = model.splice(n % 2 === 0 ? 2 : 1, 1)
      await move(id, n % 3 === 0 ? { beforeTaskId: model[0] } : { to: 'top' })
      model.unshift(id)
    }
    expect(await settled(tenant)).toEqual(model)
    for (let n = 0; n < 100; n++) {
      const [id = ''] = model.splice(n % 2, 1)
      await move(id, n % 3 === 0 ? { afterTaskId: model[1] } : { to: 'bottom' })
      model.push(id)
    }
    expect(await settled(tenant)).toEqual(model)
    for (const { position } of await listed(tenant)) expect(position.length).toBeLessThanOrEqual(40)
  })
})
