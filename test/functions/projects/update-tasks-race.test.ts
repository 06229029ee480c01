import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { accountPartition } from '../../../lib/table/item.ts'
import { limits, tap, testTable } from '../../support/api.ts'
import { isOwnWork, withoutSharing } from '../../support/shared-counts.ts'
import { partition, taskEventsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

interface Report {
  matched: number
  updated: number
  skipped: number
  has_more: boolean
  next_cursor: string | null
}

async function change(tenant: TestTenant, body: object, query = ''): Promise<Report> {
  const reply = await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks${query}`, { body })
  expect(reply).toMatchObject({ status: 200 })
  return reply.body as Report // `send` has checked it against the contract
}

const ended = (updated: number, skipped: number): Report => ({
  ...{ matched: updated + skipped, updated, skipped, has_more: false, next_cursor: null },
})

async function tasksOf({ send, projectId }: TestTenant): Promise<Task[]> {
  const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100`)
  return (body as { tasks: Task[] }).tasks // as above
}

/** The number of tasks of a lane: as the project counts them, and as the list shows them. */
async function countsOf(tenant: TestTenant, laneId: string): Promise<[counted: number, listed: number]> {
  const { body } = await tenant.send('GET', `/projects/${tenant.projectId}`)
  const { project } = body as { project: { workflow_lanes: { id: string; task_count: number }[] } } // as above
  const counted = project.workflow_lanes.find(({ id }) => id === laneId)?.task_count ?? NaN
  const listed = (await tasksOf(tenant)).filter((task) => task.workflow_lane_id === laneId)
  return [counted, listed.length]
}

/** Creates tasks, and returns them in their order. */
async function newTasks(tenant: TestTenant, count: number): Promise<Task[]> {
  await Promise.all(Array.from({ length: count }, () => tenant.createTask()))
  return tasksOf(tenant)
}

const everything = { createdBefore: '2099-01-01T00:00:00Z' }

beforeEach(() => {
  limits.functionTimeoutMs = 60_000 // a busy machine needs longer, and a change that ends early reports less
})

afterEach(() => {
  limits.functionTimeoutMs = 10_000
  tap.reset()
  vi.useRealTimers()
})

describe('a change of all tasks that match', () => {
  it.each(['status', 'lane'])(
    'overwrites none of 25 tasks, out of 50, that change between its search and its writes (%s)',
    async (kind) => {
      const tenant = await newTenant()
      const tasks = await newTasks(tenant, 50)
      const laneId = await tenant.newLane()
      const rename = ({ id }: Task) => tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Own' } })
      let renamed: Promise<unknown> | undefined
      tap.answerInstead = async (operation, request) => {
        const isOfChange = /set_status|TransactItems/.test(JSON.stringify(request))
        if (operation === 'Query' || !isOfChange) return undefined
        await (renamed ??= Promise.all(tasks.filter((_, n) => n % 2 === 0).map(rename)))
        return undefined
      }
      const set = kind === 'lane' ? { workflowLaneId: laneId } : { status: 2 }
      const body = { where: { status: 0, workflowLaneId: null }, set }
      expect(await change(tenant, body)).toEqual(ended(25, 25))
      const after = await tasksOf(tenant)
      expect(after.map(({ label }) => label === 'Own')).toEqual(tasks.map((_, n) => n % 2 === 0))
      const isSet = (task: Task) => task.status === 2 || task.workflow_lane_id === laneId
      expect(after.map(isSet)).toEqual(tasks.map((_, n) => n % 2 === 1))
      expect(await countsOf(tenant, laneId)).toEqual(kind === 'lane' ? [25, 25] : [0, 0])
      // the next run finds those that were skipped
      expect(await change(tenant, body)).toEqual(ended(25, 0))
      expect((await tasksOf(tenant)).every(isSet)).toBe(true)
    },
  )

  it('loses no change that is made at the same time, and counts lanes and tasks exactly', async () => {
    const tenant = await newTenant()
    const tasks = await newTasks(tenant, 50)
    const [laneId, otherLane] = [await tenant.newLane(), await tenant.newLane()]
    const set = { workflowLaneId: laneId, status: 1 }
    const [report] = await Promise.all([
      change(tenant, { where: everything, set }),
      ...tasks.map(async ({ id }, n) => {
        const own = n % 2 === 0 ? { label: `Own ${n}` } : { label: `Own ${n}`, workflowLaneId: otherLane }
        const reply = await tenant.send('PATCH', `/tasks/${id}`, { body: own })
        expect(reply.status).toBe(200)
      }),
    ])
    expect(report.updated + report.skipped).toBe(report.matched)
    const after = await tasksOf(tenant)
    expect(after.map(({ label }) => label)).toEqual(tasks.map((_, n) => `Own ${n}`))
    expect(after.filter(({ status }) => status === 1)).toHaveLength(report.updated)
    for (const lane of [laneId, otherLane]) {
      const [counted, listed] = await countsOf(tenant, lane)
      expect(counted).toBe(listed)
    }
    expect(await tenant.taskCount()).toBe(50)
  })

  it.each([
    ['in place', false],
    ['into a lane', true],
  ])('skips what the index shows as it was: changed, deleted, moved away (%s)', async (_, intoLane) => {
    const tenant = await newTenant()
    const [changed, deleted, moved, kept] = await newTasks(tenant, 4)
    const set = { description: 'Set', ...(intoLane && { workflowLaneId: await tenant.newLane() }) }
    const projectId = await tenant.newProject()
    await tap.lagIndexes(testTable, tenant.accountId)
    await tenant.send('PATCH', `/tasks/${changed?.id}`, { body: { status: 2 } })
    await tenant.send('DELETE', `/tasks/${deleted?.id}`)
    await tenant.send('PATCH', `/tasks/${moved?.id}`, { body: { projectId } })
    const body = { where: { status: 0 }, set }
    expect(await change(tenant, body, '?dryRun=true')).toEqual(ended(1, 3))
    expect(await change(tenant, body)).toEqual(ended(1, 3))
    tap.reset()
    const read = async (task: Task | undefined) =>
      ((await tenant.send('GET', `/tasks/${task?.id}`)).body as { task?: Task }).task?.description
    expect(await Promise.all([changed, deleted, moved, kept].map(read))).toEqual([
      ...[null, undefined, null, 'Set'],
    ])
    expect((await tenant.send('POST', `/tasks/${deleted?.id}/restore`)).body).toMatchObject({
      task: { description: null },
    })
  })

  it('ends before its deadline, and goes on from the cursor', async () => {
    const tenant = await newTenant()
    await newTasks(tenant, 8)
    const body = { where: everything, set: { workflowLaneId: await tenant.newLane() } }
    await tenant.send('GET', '/tokens/self')
    limits.functionTimeoutMs = 10_000
    vi.useFakeTimers({ toFake: ['Date'] })
    // each write takes 3 s of the 10 s
    tap.answerInstead = (operation) => {
      if (operation === 'TransactWriteItems') vi.advanceTimersByTime(3_000)
      return undefined
    }
    const first = await change(tenant, body)
    expect(first).toMatchObject({ matched: 3, updated: 3, skipped: 0, has_more: true })
    const second = await change(tenant, { ...body, cursor: first.next_cursor })
    expect(second).toMatchObject({ matched: 3, updated: 3, has_more: true })
    expect(await change(tenant, { ...body, cursor: second.next_cursor })).toEqual(ended(2, 0))
  })

  it('searches for half of its time at most, and writes what it has found', async () => {
    const tenant = await newTenant()
    const { position, id } = await tenant.createTask()
    await tenant.send('GET', '/tokens/self')
    limits.functionTimeoutMs = 10_000
    vi.useFakeTimers({ toFake: ['Date'] })
    tap.answerInstead = (operation, request) => {
      if (operation !== 'Query' || !('IndexName' in (request as object))) return undefined
      vi.advanceTimersByTime(3_000)
      const { ExpressionAttributeValues: values } = request as { ExpressionAttributeValues: object } // a query of the SDK has it
      return { Items: [], LastEvaluatedKey: { list_sk: { S: `${position}#${id}` }, ...values } }
    }
    const report = await change(tenant, { where: { status: 0 }, set: { status: 2 } })
    expect(report).toMatchObject({ matched: 0, has_more: true })
    const searches = tap.exchanges.filter(({ operation }) => operation === 'Query').length
    expect(searches).toBe(2 + 1) // after 6 s no other begins; the last one reads the project
  })

  it('makes an event for each task that it changes, and none for the others', async () => {
    const tenant = await newTenant()
    await newTasks(tenant, 3)
    await tenant.createTask({ status: 2 })
    const body = { where: everything, set: { status: 2 } }
    const events = await taskEventsOf(tenant, () => change(tenant, body))
    expect(events.map(({ type, data }) => [type, data.version])).toEqual(Array(3).fill(['task.completed', 2]))
    expect(await taskEventsOf(tenant, () => change(tenant, body))).toEqual([])
  })

  it('changes no byte of the table in a dry run, which has the numbers of the run', async () => {
    const tenant = await newTenant()
    await newTasks(tenant, 12)
    const laneId = await tenant.newLane()
    const items = () => partition(tenant, accountPartition(tenant.accountId))
    for (const set of [
      { status: 2 },
      { workflowLaneId: laneId },
      { description: null, workflowLaneId: null },
    ]) {
      const before = await items()
      const dry = await change(tenant, { where: everything, set, limit: 5 }, '?dryRun=true')
      expect(await items()).toEqual(before)
      const run = await change(tenant, { where: everything, set, limit: 5 })
      expect({ ...dry, next_cursor: typeof dry.next_cursor }).toEqual({
        ...run,
        next_cursor: typeof run.next_cursor,
      })
    }
  })
})

describe('the cost of a change of all tasks that match', () => {
  const costOf = async (tenant: TestTenant, body: object, query?: string) => {
    await tenant.send('GET', '/tokens/self')
    tap.reset()
    tap.answerInstead = withoutSharing
    await change(tenant, body, query)
    return tap.exchanges.filter(isOwnWork).map(({ operation, units }) => `${operation} ${units}`)
  }

  it('is a search and one write for each task', async () => {
    const tenant = await newTenant()
    await newTasks(tenant, 3)
    const done = { where: { status: 0 }, set: { status: 2 } }
    const dry = await costOf(tenant, done, '?dryRun=true')
    expect(dry).toEqual(['Query 0.5', ...Array<string>(3).fill('TransactWriteItems 2')])
    expect(await costOf(tenant, done)).toEqual(['Query 0.5', ...Array<string>(3).fill('UpdateItem 4')])
    expect(await costOf(tenant, done)).toEqual(['Query 0.5', 'Query 1'])
  })

  it('into a lane is a look at the project, a search, and one transaction for each task', async () => {
    const tenant = await newTenant()
    await newTasks(tenant, 3)
    const set = { workflowLaneId: await tenant.newLane() }
    const transactions = Array<string>(3).fill('TransactWriteItems 7')
    expect(await costOf(tenant, { where: everything, set })).toEqual([
      'Query 1',
      'Query 0.5',
      ...transactions,
    ])
    // where no lane changes, a task is written alone
    const again = { where: everything, set: { ...set, status: 2 } }
    expect(await costOf(tenant, again)).toEqual([
      'Query 1',
      'Query 0.5',
      ...Array<string>(3).fill('PutItem 4'),
    ])
  })
})
