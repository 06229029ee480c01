import { afterEach, describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { newPosition } from '../../../lib/tasks/position/new-position.ts'
import { put } from '../../../lib/table/write-items.ts'
import { indexKeys, taskKey, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { tap } from '../../support/api.ts'
import { putTasks } from '../../support/put-tasks.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

async function listed({ send, projectId }: TestTenant): Promise<Task[]> {
  const tasks: Task[] = []
  let cursor = ''
  do {
    const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100${cursor}`)
    const page = body as { tasks: Task[]; next_cursor: string | null } // `send` has checked it against the contract
    tasks.push(...page.tasks)
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
  } while (cursor !== '')
  return tasks
}

const order = async (tenant: TestTenant) => (await listed(tenant)).map(({ id }) => id)

async function tenantWithTasks(count: number) {
  const tenant = await newTenant()
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await tenant.createTask({ label: `Task ${n}` })).id)
  const move = (id: string | undefined, body: object) =>
    tenant.send('POST', `/tasks/${String(id)}/move`, { body })
  return { tenant, ids, move }
}

/** A random number that depends only on the seed: mulberry32. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

afterEach(() => {
  tap.reset()
})

describe('POST /tasks/{id}/move', () => {
  it('answers 200 with the task at its new position, and changes nothing else', async () => {
    const { tenant, ids, move } = await tenantWithTasks(3)
    const [before] = await listed(tenant)
    const { status, body, headers } = await move(ids[0], { afterTaskId: ids[1] })
    expect(status).toBe(200)
    const { position, updated_at } = taskOf(body)
    expect(body).toEqual({ task: { ...before, position, updated_at } })
    expect(headers.etag).toBe('"2"')
    expect(await order(tenant)).toEqual([ids[1], ids[0], ids[2]])
  })

  it.each([
    ['top', [3, 0, 1, 2]],
    ['bottom', [0, 1, 2, 3]],
  ])('moves a task to the %s', async (to, expected) => {
    const { tenant, ids, move } = await tenantWithTasks(4)
    await move(ids[3], { to })
    expect(await order(tenant)).toEqual(expected.map((index) => ids[index]))
  })

  it('puts new tasks at the end, after one that was moved to the bottom', async () => {
    const { tenant, ids, move } = await tenantWithTasks(2)
    await move(ids[0], { to: 'bottom' })
    const { id } = await tenant.createTask()
    expect(await order(tenant)).toEqual([ids[1], ids[0], id])
  })

  it('does not change a task that is already beside the other one', async () => {
    const { tenant, ids, move } = await tenantWithTasks(3)
    const before = await listed(tenant)
    for (const [index, body] of [
      [0, { beforeTaskId: ids[1] }],
      [1, { afterTaskId: ids[0] }],
    ] as const) {
      const reply = await move(ids[index], body)
      expect(reply.status).toBe(200)
      expect(reply.headers.etag).toBe('"1"')
    }
    expect(await listed(tenant)).toEqual(before)
  })

  it('writes a task even if it is already at the end to which it moves', async () => {
    const { tenant, ids, move } = await tenantWithTasks(2)
    for (const [index, to] of [
      [0, 'top'],
      [1, 'bottom'],
    ] as const) {
      const reply = await move(ids[index], { to })
      expect(reply.status).toBe(200)
      expect(reply.headers.etag).toBe('"2"')
    }
    expect(await order(tenant)).toEqual(ids)
  })

  it('changes the lane in the same move', async () => {
    const { tenant, ids, move } = await tenantWithTasks(2)
    const laneId = await tenant.newLane()
    const into = await move(ids[0], { to: 'bottom', workflowLaneId: laneId })
    expect(taskOf(into.body).workflow_lane_id).toBe(laneId)
    const stays = await move(ids[0], { afterTaskId: ids[1], workflowLaneId: null })
    expect(taskOf(stays.body)).toMatchObject({ workflow_lane_id: null, position: taskOf(into.body).position })
    expect((await move(ids[0], { to: 'top', workflowLaneId: crypto.randomUUID() })).body).toEqual(
      errorBody('lane_not_found', 'There is no such lane.'),
    )
    expect(await order(tenant)).toEqual([ids[1], ids[0]])
  })

  it('answers 404 when either task is absent, trashed or in another account', async () => {
    const { tenant, ids, move } = await tenantWithTasks(3)
    const foreign = await newTenant()
    const { id: foreignId } = await foreign.createTask()
    await tenant.send('DELETE', `/tasks/${String(ids[2])}`)
    for (const other of [crypto.randomUUID(), ids[2], foreignId]) {
      for (const reply of [await move(other, { to: 'top' }), await move(ids[0], { beforeTaskId: other })]) {
        expect(reply.status).toBe(404)
        expect(reply.body).toEqual(errorBody('task_not_found', 'There is no such task.'))
      }
    }
  })

  it('answers 400 when the other task is the same one, or in another project', async () => {
    const { tenant, ids, move } = await tenantWithTasks(1)
    const elsewhere = await tenant.createTask({ projectId: await tenant.newProject() })
    expect((await move(ids[0], { beforeTaskId: ids[0] })).body).toMatchObject({
      error: { message: 'beforeTaskId must name another task than the moving one' },
    })
    expect((await move(ids[0], { afterTaskId: elsewhere.id })).body).toMatchObject({
      error: { message: 'afterTaskId must name a task of the same project' },
    })
  })

  it.each([{}, { to: 'top', beforeTaskId: crypto.randomUUID() }, { to: 'middle' }])(
    'answers 400 for %j',
    async (body) => {
      const { ids, move } = await tenantWithTasks(1)
      expect((await move(ids[0], body)).status).toBe(400)
    },
  )

  const moves = Number(process.env.MOVES ?? 200)
  it(`has exactly the order of an array after ${moves} random moves`, async () => {
    const { tenant, ids, move } = await tenantWithTasks(12)
    const random = randomFrom(20261121)
    const model = [...ids]
    for (let n = 0; n < moves; n++) {
      const [id = ''] = model.splice(random(model.length), 1)
      const anchor = model[random(model.length)] ?? ''
      const at = model.indexOf(anchor)
      const [body, index] = [
        [{ beforeTaskId: anchor }, at],
        [{ afterTaskId: anchor }, at + 1],
        [{ to: 'top' }, 0],
        [{ to: 'bottom' }, model.length],
      ][random(10) < 8 ? random(2) : 2 + random(2)] as [object, number]
      model.splice(index, 0, id)
      const { status } = await move(id, body)
      expect(status).toBe(200)
      if (n % 50 === 49) expect(await order(tenant)).toEqual(model)
    }
    const tasks = await listed(tenant)
    expect(tasks.map(({ id }) => id)).toEqual(model)
    expect(Math.max(...tasks.map(({ position }) => position.length))).toBeLessThanOrEqual(40)
  }, 3_600_000)

  it('spaces neighbours anew when a gap is used up, and shows each new position as a change', async () => {
    const { tenant, ids, move } = await tenantWithTasks(30)
    const model = [...ids]
    let transactions = 0
    for (let n = 0; n < 220; n++) {
      const before = new Map((n % 20 === 19 ? await listed(tenant) : []).map((task) => [task.id, task]))
      const [id = ''] = model.splice(20, 1) // always into the same gap, before the tenth task
      model.splice(10, 0, id)
      tap.reset()
      expect((await move(id, { beforeTaskId: model[11] })).status).toBe(200)
      transactions += tap.exchanges.filter(({ operation }) => operation === 'TransactWriteItems').length
      if (n % 20 !== 19) continue
      const after = await listed(tenant)
      expect(after.map((task) => task.id)).toEqual(model)
      for (const task of after) {
        const same = before.get(task.id)
        expect(task.updated_at === same?.updated_at).toBe(task.position === same?.position)
      }
    }
    expect(transactions).toBeGreaterThan(0)
    for (const { position } of await listed(tenant)) expect(position.length).toBeLessThanOrEqual(40)
  })

  it('finds room between tasks whose ranks are equal', async () => {
    const { tenant, ids, move } = await tenantWithTasks(5)
    const [task] = await listed(tenant)
    const twins = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    for (const id of twins) {
      const item: TaskItem = {
        ...{ id, label: 'Twin', status: 0, project_id: tenant.projectId, position: task?.position ?? '' },
        ...{ subtasks: {}, created_at: task?.created_at ?? '', updated_at: task?.updated_at ?? '' },
        ...{ version: 1, write_id: id },
      }
      await put(tenant, { Item: { ...taskKey(tenant, id), ...item, ...indexKeys(tenant, item) } })
    }
    const twinsFirst = await order(tenant)
    expect(twinsFirst.slice(0, 2)).toEqual(twins)
    expect((await move(ids[4], { afterTaskId: twins[0] })).status).toBe(200)
    expect(await order(tenant)).toEqual([twins[0], ids[4], twins[1], ...ids.slice(0, 4)])
  })

  const longest = (digit: string) => digit.repeat(31)
  /** The second of a new rank, some seconds later. */
  const secondAfter = (seconds: number) => (parseInt(newPosition().slice(2, 8), 36) + seconds).toString(36)

  it.each([
    ['equal ranks', ['0|i00000:1']],
    ['ranks that leave no room', ['1', '2', '3'].map((last) => `0|i00000:${'0'.repeat(30)}${last}`)],
    ['ranks that end a second', [`0|i00000:${longest('z')}`]],
    ['ranks that end the last second', [`0|${secondAfter(3_600)}:${longest('z')}`]],
    ['ranks that begin the first second', ['0|000000:h']],
  ])('finds room among more tasks with %s than one transaction writes', async (_, positions) => {
    const tenant = await newTenant()
    for (const position of positions) await putTasks(tenant, 150 / positions.length, { position })
    const crowd = await order(tenant)
    for (const at of [75, 1, 151]) {
      const { id } = await tenant.createTask()
      const { status } = await tenant.send('POST', `/tasks/${id}/move`, {
        body: { afterTaskId: crowd[at - 1] },
      })
      expect(status).toBe(200)
      crowd.splice(at, 0, id)
    }
    expect(await order(tenant)).toEqual(crowd)
    for (const { position } of await listed(tenant)) expect(position.length).toBeLessThanOrEqual(40)
  })

  it.each([1, 2, 4])(
    'keeps the order when making room ends after %d transactions, and goes on from there',
    async (done) => {
      const tenant = await newTenant()
      await putTasks(tenant, 150, { position: '0|i00000:1' })
      const crowd = await order(tenant)
      const { id } = await tenant.createTask()
      const body = { afterTaskId: crowd[60] }
      let transactions = 0
      tap.faults = (operation) =>
        operation === 'TransactWriteItems' && ++transactions > done ? 'server-error' : undefined
      expect((await tenant.send('POST', `/tasks/${id}/move`, { body })).status).toBe(503)
      tap.reset()
      expect(await order(tenant)).toEqual([...crowd, id])
      expect((await tenant.send('POST', `/tasks/${id}/move`, { body })).status).toBe(200)
      expect(await order(tenant)).toEqual(crowd.toSpliced(61, 0, id))
    },
  )

  it('before the first of many tasks with the same rank, finds room', async () => {
    const tenant = await newTenant()
    const crowd = await putTasks(tenant, 50, { position: '0|000000:h' })
    const { id } = await tenant.createTask()
    const [first] = crowd.sort()
    expect((await tenant.send('POST', `/tasks/${id}/move`, { body: { beforeTaskId: first } })).status).toBe(
      200,
    )
    expect(await order(tenant)).toEqual([id, ...crowd])
  })

  it('keeps a total order after 40 concurrent moves into one gap', async () => {
    const { tenant, ids, move } = await tenantWithTasks(42)
    const replies = await Promise.all(ids.slice(1, 41).map((id) => move(id, { beforeTaskId: ids[41] })))
    expect(replies.map(({ status }) => status)).toEqual(Array(40).fill(200))
    const after = await order(tenant)
    expect([after[0], after[41]]).toEqual([ids[0], ids[41]])
    expect([...after].sort()).toEqual([...ids].sort())
    expect(await order(tenant)).toEqual(after)
  })
})
