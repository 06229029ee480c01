import { expect } from 'vitest'
import type { RevertReport } from '../../../lib/history/revert-request.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { remembered } from '../../support/history.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

/** Before everything that a test writes. */
export const startOfAll = '2026-01-01T00:00:00.000Z'

export interface Asked {
  by?: object
  after?: string
  before?: string
  projectId?: string
  limit?: number
  cursor?: string | null
}

interface TakeBackOptions {
  token?: string
  originId?: string
  isDryRun?: boolean
}

/** Takes writes back, and lets the history know what that wrote. */
export async function takeBack(
  tenant: TestTenant,
  body: Asked,
  { token = tenant.token, originId = 'take-back', isDryRun = false }: TakeBackOptions = {},
): Promise<RevertReport> {
  const answer = await remembered(tenant, () =>
    tenant.send('POST', `/reverts${isDryRun ? '?dryRun=true' : ''}`, {
      ...{ token, body: { after: startOfAll, ...body } },
      headers: { 'Origin-Id': originId },
    }),
  )
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as RevertReport // by its status
}

/** All pages of it, as one. */
export async function takeAllBack(
  tenant: TestTenant,
  body: Asked,
  options: TakeBackOptions = {},
): Promise<RevertReport> {
  const whole: RevertReport = { matched: 0, reverted: 0, tasks: [], kept: [], next_cursor: null }
  let cursor: string | null | undefined
  do {
    const page = await takeBack(tenant, { ...body, ...(cursor && { cursor }) }, options)
    whole.matched += page.matched
    whole.reverted += page.reverted
    whole.tasks.push(...page.tasks)
    whole.kept.push(...page.kept)
    cursor = page.next_cursor
  } while (cursor !== null)
  return whole
}

/** The id of a token. */
export const tokenIdOf = async (tenant: TestTenant, token: string): Promise<string> => {
  const { body } = await tenant.send('GET', '/tokens/self', { token })
  return (body as { token: { id: string } }).token.id
}

/** An account with an agent: its token, and who that is. */
export async function withAgent(settings: Parameters<typeof newTenant>[0] = {}) {
  const tenant = await newTenant(settings)
  const agent = await tenant.newToken(['read', 'write', 'delete'])
  return { tenant, agent, by: { tokenId: await tokenIdOf(tenant, agent) } }
}

/** Sends a request whose writes the history then knows; returns the task that it answers. */
export async function write(
  tenant: TestTenant,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Task> {
  const answer = await remembered(tenant, () => tenant.send(method, path, { token, ...(body && { body }) }))
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return (answer.body as { task: Task }).task
}

/** An active task. */
export const taskOf = async (tenant: TestTenant, id: string): Promise<Task | undefined> =>
  ((await tenant.send('GET', `/tasks/${id}`)).body as { task?: Task }).task

/** Creates a task that the history then knows. */
export const newTask = (tenant: TestTenant, token: string, label = 'A task', more: object = {}) =>
  write(tenant, token, 'POST', '/tasks', { projectId: tenant.projectId, label, ...more })
