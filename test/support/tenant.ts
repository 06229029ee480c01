import { expect } from 'vitest'
import type { Scope } from '../../lib/contract/endpoint.ts'
import { scopes as allScopes } from '../../lib/contract/endpoint.ts'
import type { Task } from '../../lib/tasks/task.ts'
import type { Plan } from '../../lib/tokens/token.ts'
import { defaultHistoryDays, maxRateLimit } from '../../lib/contract/limits.ts'
import { createAccount } from '../../lib/tokens/account.ts'
import { createProject } from '../../lib/projects/projects.ts'
import { findProject } from '../../lib/projects/read.ts'
import { openStorage } from '../../lib/table/storage.ts'
import type { Tenant } from '../../lib/table/tenant.ts'
import { createToken } from '../../lib/tokens/tokens.ts'
import { send, tap, type Reply, type Sending } from './api.ts'
import { stopClock } from './stop-clock.ts'

/** Storage for a test's own reads, even after it has set the clock forward. */
const storage = () => openStorage(Infinity)

const inSeconds = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000).toISOString()

/** A new account with a project and a token, and functions that send requests with that token. */
export interface TestTenant extends Tenant {
  token: string
  projectId: string
  send: (method: string, path: string, sending?: Sending) => Promise<Reply>
  /** Creates a task that a test needs but does not test, and returns it. */
  createTask: (body?: object) => Promise<Task>
  newProject: (taskQuota?: number) => Promise<string>
  newLane: (projectId?: string, label?: string, taskStatus?: number) => Promise<string>
  newToken: (scopes: Scope[], expiresInSeconds?: number) => Promise<string>
  /** Makes a token with all scopes that is bound to projects. */
  boundToken: (...projectIds: string[]) => Promise<string>
  taskCount: (projectId?: string) => Promise<number | undefined>
}

/** Makes an account with a project and a token. If it has a rate limit of its own, the clock stops until the test has ended. */
export async function newTenant({
  plan = 'pro',
  taskQuota = 10_000,
  rateLimit = maxRateLimit,
  timeZone = null,
  historyDays = defaultHistoryDays,
}: {
  plan?: Plan
  taskQuota?: number
  rateLimit?: number
  timeZone?: string | null
  historyDays?: number
} = {}): Promise<TestTenant> {
  if (rateLimit !== maxRateLimit) stopClock()
  const settings = { plan, rate_limit: rateLimit, time_zone: timeZone, history_days: historyDays }
  const account = await createAccount(storage(), { name: 'Test', ...settings })
  const tenant: Tenant = { ...storage(), accountId: account.id, projectIds: null }
  const newToken = async (scopes: Scope[], expiresInSeconds?: number) =>
    (await createToken(tenant, { name: 'Test', scopes, expiresAt: inSeconds(expiresInSeconds) })).secret
  const boundToken = async (...projectIds: string[]) =>
    (await createToken(tenant, { name: 'Bound', scopes: [...allScopes], projectIds })).secret
  const newProject = async (task_quota = 10_000) =>
    (await createProject(tenant, { label: 'Test', task_quota })).id
  const token = await newToken([...allScopes])
  const projectId = await newProject(taskQuota)
  const sendAs: TestTenant['send'] = (method, path, sending) => send(method, path, { token, ...sending })
  const createTask = async (body: object = {}) => {
    const reply = await sendAs('POST', '/tasks', { body: { projectId, label: 'A task', ...body } })
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
    return (reply.body as { task: Task }).task // checked by the status
  }
  const newLane = async (id = projectId, label = 'Lane', taskStatus?: number) => {
    const body = { label, taskStatus }
    const { status, headers } = await sendAs('POST', `/projects/${id}/lanes`, { body })
    if (status !== 201) throw new Error(`a lane was not made: ${status}`)
    return String(headers.location).split('/').at(-1) ?? ''
  }
  const taskCount = async (id = projectId) => (await findProject(tenant, id))?.counts.task_count
  tap.reset()
  return {
    ...tenant,
    token,
    projectId,
    send: sendAs,
    createTask,
    newProject,
    newLane,
    newToken,
    boundToken,
    taskCount,
  }
}

/** Returns the whole error body that an answer must have. */
export const errorBody = (code: string, message: unknown, rest: object = {}) => ({
  error: { code, message, request_id: expect.any(String) as unknown, docs: `/v1/docs#${code}`, ...rest },
})
