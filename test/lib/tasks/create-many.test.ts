import { describe, expect, it, onTestFinished } from 'vitest'
import { ApiError } from '../../../lib/contract/api-error.ts'
import type { NewTask } from '../../../lib/tasks/task.ts'
import { createTask } from '../../../lib/tasks/create.ts'
import { createTasks, type Created, type NamedRequest } from '../../../lib/tasks/create-many.ts'
import { deleteProject } from '../../../lib/projects/projects.ts'
import { query } from '../../../lib/table/read-items.ts'
import { tap } from '../../support/api.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { transactionUnits } from '../../support/local-units.ts'

const request = (projectId: string, rest: Partial<NewTask> = {}): NewTask => ({
  ...{ projectId, label: 'Many', status: 0, subtasks: [] },
  ...rest,
})

const creates = (projectId: string, count: number, rest: Partial<NewTask> = {}): NamedRequest[] =>
  Array.from({ length: count }, (_, n) => ({ request: request(projectId, { label: `Task ${n}`, ...rest }) }))

/** Each result in one word. */
const shown = (results: Created[]) =>
  results.map((result) =>
    result instanceof ApiError ? result.code : result.replayed ? 'replayed' : 'created',
  )

const counted = (results: Created[]) =>
  Object.fromEntries(
    [...Map.groupBy(shown(results), (word) => word)].map(([word, all]) => [word, all.length]),
  )

/** What the transactions have cost since the last reset. */
const transactions = () =>
  tap.exchanges.flatMap(({ operation, units }) => (operation === 'TransactWriteItems' ? [units] : []))

const listed = async ({ send }: TestTenant, projectId: string) => {
  const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100`)
  return (body as { tasks: { id: string; label: string }[] }).tasks // `send` has checked it against the contract
}

/** All items of an account's partition, with the tenant's own usage left alone. */
const stored = async (tenant: TestTenant) => {
  const { items } = await query(tenant, {
    condition: 'pk = :pk',
    values: { ':pk': `ACCOUNT#${tenant.accountId}` },
  })
  return items
}

describe('createTasks', () => {
  it('creates 99 small tasks in one transaction of 398 write units, in their order', async () => {
    const tenant = await newTenant()
    const results = await createTasks(tenant, creates(tenant.projectId, 99), 10_000)
    expect(transactions()).toEqual([transactionUnits(398, 392)])
    expect(tap.exchanges).toHaveLength(1)
    expect(counted(results)).toEqual({ created: 99 })
    const tasks = await listed(tenant, tenant.projectId)
    expect(tasks.map(({ label }) => label)).toEqual(Array.from({ length: 99 }, (_, n) => `Task ${n}`))
    expect(tasks).toEqual(results.map((result) => ('task' in result ? result.task : undefined)))
    expect(await tenant.taskCount()).toBe(99)
  })

  it('creates 100 for 404 units, with keys as well, and counts them in their lanes', async () => {
    const tenant = await newTenant()
    const [first, second] = [await tenant.newLane(), await tenant.newLane()]
    tap.reset()
    const list = creates(tenant.projectId, 100).map((create, n) => ({
      request: { ...create.request, workflowLaneId: n % 3 === 0 ? first : second },
      key: `k#${n}`,
    }))
    expect(counted(await createTasks(tenant, list, 10_000))).toEqual({ created: 100 })
    expect(transactions()).toEqual([transactionUnits(398, 392), 6])
    const { body } = await tenant.send('GET', `/projects/${tenant.projectId}`)
    expect(body).toMatchObject({
      project: { task_count: 100, workflow_lanes: [{ task_count: 34 }, { task_count: 66 }] },
    })
  })

  it('takes one transaction more when it has guessed the quota wrong', async () => {
    const tenant = await newTenant({ taskQuota: 50 })
    expect(counted(await createTasks(tenant, creates(tenant.projectId, 50), 10_000))).toEqual({ created: 50 })
    expect(transactions()).toHaveLength(2)
    expect(await tenant.taskCount()).toBe(50)
  })

  it('creates the first ones when not all fit, and refuses the rest', async () => {
    const tenant = await newTenant({ taskQuota: 7 })
    await tenant.createTask()
    const results = await createTasks(tenant, creates(tenant.projectId, 150), 7)
    expect(shown(results)).toEqual([
      ...Array<string>(6).fill('created'),
      ...Array<string>(144).fill('quota_exceeded'),
    ])
    expect(results[6]).toMatchObject({ message: "The project's task quota of 7 is reached." })
    expect(await tenant.taskCount()).toBe(7)
  })

  it('keeps the quota exact when 20 lists race for it', async () => {
    const tenant = await newTenant({ taskQuota: 101 })
    const all = await Promise.all(
      Array.from({ length: 20 }, () => createTasks(tenant, creates(tenant.projectId, 9), 101)),
    )
    expect(counted(all.flat())).toEqual({ created: 101, quota_exceeded: 79 })
    expect(await tenant.taskCount()).toBe(101)
  })

  it('gives each create the answer that it would have alone, and creates all others', async () => {
    const tenant = await newTenant()
    const { projectId } = tenant
    const absent = crypto.randomUUID()
    await createTask(tenant, request(projectId, { externalId: 'taken' }))
    await createTask(tenant, request(projectId), { key: 'used' })
    await createTask(tenant, request(projectId, { externalId: 'both' }), { key: 'used too' })
    const list: NamedRequest[] = [
      { request: request(projectId) },
      { request: request(projectId, { externalId: 'taken' }) },
      { request: request(projectId), key: 'used' },
      { request: request(projectId, { label: 'Other' }), key: 'used' },
      { request: request(projectId, { externalId: 'both' }), key: 'used too' },
      { request: request(projectId, { externalId: 'neither' }), key: 'used too' },
      { request: request(projectId, { workflowLaneId: absent }) },
      { request: request(absent) },
      { request: request(projectId, { externalId: 'new' }), key: 'new' },
      { request: request(projectId, { externalId: 'new' }), key: 'new' },
      { request: request(projectId, { externalId: 'new', label: 'Other' }) },
      { request: request(projectId) },
    ]
    const dry = await createTasks({ ...tenant, isDryRun: true }, list, 10_000)
    expect(await tenant.taskCount()).toBe(3)
    const results = await createTasks(tenant, list, 10_000)
    expect(shown(results)).toEqual([
      ...['created', 'external_id_exists', 'replayed', 'idempotency_key_reused', 'replayed'],
      ...['idempotency_key_reused', 'lane_not_found', 'project_not_found', 'created', 'replayed'],
      ...['external_id_exists', 'created'],
    ])
    expect(shown(dry)).toEqual(shown(results))
    expect(await tenant.taskCount()).toBe(6)
  })

  it('creates what the first transaction’s refusals leave with one more', async () => {
    const tenant = await newTenant()
    const list = creates(tenant.projectId, 40).map((create, n) => ({ ...create, key: `k#${n}` }))
    await createTasks(tenant, list.slice(0, 25), 10_000)
    tap.reset()
    expect(counted(await createTasks(tenant, list, 10_000))).toEqual({ replayed: 25, created: 15 })
    expect(transactions()).toEqual([0, transactionUnits(62, 56)])
    expect(tap.exchanges).toHaveLength(2)
  })

  it('writes nothing in a dry run, and says what the run does, at a quota too', async () => {
    const tenant = await newTenant({ taskQuota: 120 })
    const list = creates(tenant.projectId, 150).map((create, n) => ({
      request: { ...create.request, ...(n % 40 < 2 && { externalId: `e${n % 20}` }) },
    }))
    const before = await stored(tenant)
    const dry = await createTasks({ ...tenant, isDryRun: true }, list, 10_000)
    expect(await stored(tenant)).toEqual(before)
    const results = await createTasks(tenant, list, 10_000)
    expect(shown(dry)).toEqual(shown(results))
    expect(counted(results)).toEqual({ created: 120, external_id_exists: 6, quota_exceeded: 24 })
    expect(await tenant.taskCount()).toBe(120)
  })

  it('continues the versions of tasks that were lost with their project', async () => {
    const tenant = await newTenant()
    const gone = await tenant.newProject()
    const named = (projectId: string) => [
      { request: request(projectId, { externalId: 'a' }) },
      { request: request(projectId), key: 'b' },
      { request: request(projectId, { externalId: 'c' }), key: 'c' },
    ]
    for (const result of await createTasks(tenant, named(gone), 10_000)) {
      if (result instanceof ApiError) throw result
      await tenant.send('DELETE', `/tasks/${result.task.id}`)
    }
    await deleteProject(tenant, gone)
    const list = [
      ...named(tenant.projectId),
      { request: request(tenant.projectId, { externalId: 'd' }), key: 'b' },
    ]
    const results = await createTasks(tenant, list, 10_000)
    expect(shown(results)).toEqual(['created', 'created', 'created', 'idempotency_key_reused'])
    expect(results.map((result) => 'task' in result && result.version)).toEqual([3, 3, 3, false])
    expect(await tenant.taskCount()).toBe(3)
  })

  it('creates all others when storage takes no transaction with one of them', async () => {
    const tenant = await newTenant()
    onTestFinished(() => {
      tap.reset()
    })
    let isBad = false
    tap.answerInstead = (_, sent) => {
      isBad = JSON.stringify(sent).includes('Task 33"')
      return undefined
    }
    tap.cancelTransaction = () => (isBad ? ['ValidationError'] : undefined)
    const results = await createTasks(tenant, creates(tenant.projectId, 60), 10_000)
    expect(counted(results)).toEqual({ created: 59, internal_error: 1 })
    expect(results[33]).toBeInstanceOf(ApiError)
    expect(await tenant.taskCount()).toBe(59)
  })

  it('leaves what the deadline does not allow, as service_unavailable', async () => {
    const tenant = await newTenant()
    const results = await createTasks(
      { ...tenant, deadlineMs: Date.now() - 1 },
      creates(tenant.projectId, 3),
      1,
    )
    expect(counted(results)).toEqual({ service_unavailable: 3 })
    expect(await tenant.taskCount()).toBe(0)
  })
})
