import { randomUUID } from 'node:crypto'
import { defaultHistoryDays, maxRateLimit } from '../../../lib/contract/limits.ts'
import { createAccount } from '../../../lib/tokens/account.ts'
import { createProject } from '../../../lib/projects/projects.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { partsOf } from '../../../lib/table/in-parallel.ts'
import { createToken } from '../../../lib/tokens/tokens.ts'
import { webhookKey, type WebhookItem } from '../../../lib/webhooks/webhook-item.ts'
import { itemsPerBatch, putMany } from '../../../lib/table/write-items.ts'
import { hammer } from './hammer.ts'
import { createSecret } from '../../../lib/webhooks/secret.ts'

const setUpMs = 10 * 60_000

/**
 * Makes an account with an ample project on a running service. `useEngineOf` says on which one.
 * @param historyDays for how many days it keeps the history of its tasks
 */
export async function newAccount(service: string, historyDays = defaultHistoryDays) {
  const storage = openStorage(Date.now() + setUpMs)
  const settings = { name: 'Load', rate_limit: maxRateLimit, history_days: historyDays }
  const { id: accountId } = await createAccount(storage, settings)
  const tenant = { ...storage, accountId, projectIds: null }
  const newProject = async () => (await createProject(tenant, { label: 'Load', task_quota: 1_000_000 })).id
  const projectId = await newProject()
  const { secret } = await createToken(tenant, { name: 'Load', scopes: ['read', 'write', 'hooks'] })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ projectId, label: 'Buy milk' })
  const call = async (method: string, path: string, sent: string | null) => {
    const answer = await fetch(`${service}${path}`, { method, headers, body: sent })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<unknown>
  }
  const write = async () => ((await call('POST', '/tasks', body)) as { task: { id: string } }).task.id
  const read = (path: string) => call('GET', path, null)
  /** Makes so many tasks in one request. */
  const writeMany = async (count: number) => {
    const operations = Array.from({ length: count }, () => ({ op: 'create', projectId, label: 'Buy milk' }))
    const { failed } = (await call('POST', '/tasks/bulk', JSON.stringify({ operations }))) as {
      failed: number
    }
    if (failed > 0) throw new Error(`${failed} of ${count} creates in one request failed.`)
  }
  const hook = async (url: string) =>
    ((await call('POST', '/webhooks', JSON.stringify({ url }))) as { webhook: { id: string } }).webhook.id
  /** Stores webhooks directly: thousands of requests would take minutes. */
  const hookAll = async (urls: readonly string[]) => {
    const now = new Date().toISOString()
    const items = urls.map((url) => {
      const id = randomUUID()
      const webhook: WebhookItem = {
        ...{ id, url, event_types: ['task.*'], status: 'active', secrets: [{ secret: createSecret() }] },
        ...{ created_at: now, updated_at: now },
      }
      return { ...webhookKey(tenant, id), ...webhook }
    })
    for (const part of partsOf(items, itemsPerBatch)) await putMany(storage, part)
  }
  const setStatus = (id: string, status: string) =>
    call('PATCH', `/webhooks/${id}`, JSON.stringify({ status }))
  const load = (seconds: number, connections: number) =>
    hammer({
      ...{ url: `${service}/tasks`, method: 'POST', headers, body },
      ...{ connections, end: { seconds } },
    })
  return { headers, projectId, newProject, call, write, writeMany, read, hook, hookAll, setStatus, load }
}
export type Account = Awaited<ReturnType<typeof newAccount>>
