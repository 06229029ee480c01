import { afterEach, expect, it, vi } from 'vitest'
import type { Task } from '../../lib/tasks/task.ts'
import { tap, testTable } from '../support/api.ts'
import { newTenant, type TestTenant } from '../support/tenant.ts'

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

async function listed({ send, projectId }: TestTenant, query = '') {
  const { body } = await send('GET', `/projects/${projectId}/tasks?limit=100${query}`)
  return (body as { tasks: Task[] }).tasks // held against the contract by `send`
}

it('shows an account as it was, by pages and filters, while the table shows what is', async () => {
  const tenant = await newTenant()
  const [first, second] = [await tenant.createTask({ label: 'First' }), await tenant.createTask()]
  await tap.lagIndexes(testTable, tenant.accountId)
  await tenant.createTask()
  await tenant.send('PATCH', `/tasks/${first.id}`, { body: { label: 'New', status: 1 } })
  await tenant.send('DELETE', `/tasks/${second.id}`)
  expect(await listed(tenant)).toEqual([first, second])
  expect(await listed(tenant, '&status=1')).toEqual([])
  const page = (await tenant.send('GET', `/projects/${tenant.projectId}/tasks?limit=1`)).body
  expect(page).toEqual({ tasks: [first], next_cursor: expect.any(String) as unknown })
  expect((await tenant.send('GET', `/tasks/${first.id}`)).body).toMatchObject({ task: { label: 'New' } })
  tap.reset()
  expect((await listed(tenant)).map(({ label }) => label)).toEqual(['New', 'A task'])
})

it('shows each write once its delay is over, those of other accounts at once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
  const [tenant, other] = [await newTenant(), await newTenant()]
  const early = await tenant.createTask()
  await tap.lagIndexes(testTable, tenant.accountId, 3_000)
  await tenant.send('DELETE', `/tasks/${early.id}`)
  vi.advanceTimersByTime(2_000)
  const late = await tenant.createTask()
  const foreign = await other.createTask()
  expect(await listed(other)).toEqual([foreign])
  expect(await listed(tenant)).toEqual([early])
  vi.advanceTimersByTime(1_000)
  expect(await listed(tenant)).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(await listed(tenant)).toEqual([late])
})
