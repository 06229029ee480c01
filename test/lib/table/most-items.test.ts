import { expect, it, onTestFinished } from 'vitest'
import { openStorage } from '../../../lib/table/storage.ts'
import { table, useTable } from '../../../lib/table/table.ts'
import { createTasks } from '../../../lib/tasks/create-many.ts'
import { listTasks } from '../../../lib/tasks/list.ts'
import { putTasks } from '../../support/put-tasks.ts'
import { newTenant } from '../../support/tenant.ts'

/** Uses the table as an engine has it that does one thing at a time. */
function useSmallPieces(): void {
  const whole = table()
  useTable({ ...whole, mostItems: { ofQuery: 20, ofTransaction: 25 } })
  onTestFinished(() => {
    useTable(whole)
  })
}

it('reads a search in small pieces, with the answer that one large piece gives', async () => {
  const tenant = await newTenant()
  const { projectId } = tenant
  await putTasks(tenant, 50)
  const search = async () => {
    const own = { ...tenant, ...openStorage(Infinity) }
    const { tasks, next_cursor } = await listTasks(own, { projectId, limit: 50, q: 'task 4' })
    return { labels: tasks.map(({ label }) => label), next_cursor, roundTrips: own.usage.round_trips }
  }
  const whole = await search()
  expect(whole).toMatchObject({ next_cursor: null, roundTrips: 1 })
  expect(whole.labels).toHaveLength(11) // 4, 40 to 49
  useSmallPieces()
  expect(await search()).toEqual({ ...whole, roundTrips: 3 })
})

it('reads a long page in small pieces', async () => {
  const tenant = await newTenant()
  const ids = await putTasks(tenant, 50)
  useSmallPieces()
  const own = { ...tenant, ...openStorage(Infinity) }
  const { tasks, next_cursor } = await listTasks(own, { projectId: tenant.projectId, limit: 30 })
  expect(tasks.map(({ id }) => id)).toEqual(ids.slice(0, 30))
  expect(next_cursor).toEqual(expect.any(String))
  expect(own.usage.round_trips).toBe(2)
})

it('creates many tasks in small transactions', async () => {
  const tenant = await newTenant()
  const { projectId } = tenant
  const create = async (count: number) => {
    const own = { ...tenant, ...openStorage(Infinity) }
    const request = { projectId, label: 'Small', status: 0 as const, subtasks: [] }
    const creates = Array.from({ length: count }, () => ({
      request,
      key: undefined,
      id: crypto.randomUUID(),
    }))
    const created = await createTasks(own, creates, 10_000)
    expect(created.filter((one) => 'task' in one)).toHaveLength(count)
    return own.usage.round_trips
  }
  expect(await create(60)).toBe(1)
  useSmallPieces()
  expect(await create(60)).toBe(3) // each has 24 tasks and the counts
  expect(await tenant.taskCount()).toBe(120)
})
