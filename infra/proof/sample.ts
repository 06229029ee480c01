import { randomUUID } from 'node:crypto'
import { scopes } from '../../lib/contract/endpoint.ts'
import { defaultFormRateLimit, defaultRetentionDays, maxRateLimit } from '../../lib/contract/limits.ts'
import { createFormKey } from '../../lib/form/key.ts'
import { createAccount } from '../../lib/store/account.ts'
import { formKey, type FormItem } from '../../lib/store/form/item.ts'
import { storeSubmission } from '../../lib/store/form/receive.ts'
import { createLane } from '../../lib/store/project/lane.ts'
import { createProject } from '../../lib/store/project/project.ts'
import { openStorage } from '../../lib/store/storage.ts'
import type { Tenant } from '../../lib/store/tenant.ts'
import { createTask } from '../../lib/store/task/create.ts'
import { createSubtask } from '../../lib/store/task/subtask.ts'
import { trashTask } from '../../lib/store/task/trash.ts'
import { createToken } from '../../lib/store/token.ts'
import { put } from '../../lib/store/write-items.ts'
import type { SampleIds } from './sample-requests.ts'

const timeoutMs = 60_000 // long enough for a busy machine
const taskQuota = 100

/** Makes a form with a held submission. It is written directly to the table, because creating a form needs a token. */
async function newForm(tenant: Tenant, projectId: string) {
  const formId = randomUUID()
  const { key, hash } = createFormKey(tenant.accountId, formId)
  const now = new Date()
  const form: FormItem = {
    ...{ id: formId, name: 'Sample', project_id: projectId, paused: false, keys: [{ hash }] },
    ...{ rate_limit: defaultFormRateLimit, retention_days: defaultRetentionDays, held_count: 0 },
    ...{ created_at: now.toISOString(), updated_at: now.toISOString() },
  }
  await put(tenant, { Item: { ...formKey(tenant, formId), ...form } })
  const request = { headers: { 'content-type': 'application/json' }, bytes: Buffer.from('{"name": "Ada"}') }
  const held = { outcome: 'held', reason: 'It is a sample.' } as const
  const { id: submissionId } = await storeSubmission(tenant, form, request, held, now.getTime())
  return { formId, key, submissionId }
}

/** Makes everything that a request may name, inside and outside of a tenant's project. */
export async function fillSample(tenant: Tenant, projectId: string): Promise<SampleIds> {
  const newTask = async (label: string) =>
    (await createTask(tenant, { projectId, label, status: 0, subtasks: [] })).task.id
  const [id, trashedId] = [await newTask('Sample'), await newTask('Trashed')]
  await trashTask(tenant, trashedId)
  const { subtaskId } = await createSubtask(tenant, id, { label: 'Part', isCompleted: false })
  const { laneId } = await createLane(tenant, projectId, { label: 'Lane' })
  const { id: emptyProjectId } = await createProject(tenant, { label: 'Empty', task_quota: taskQuota })
  const { id: tokenId } = await createToken(tenant, { name: 'Other', scopes: ['read'] })
  const form = await newForm(tenant, projectId)
  return { id, projectId, laneId, subtaskId, tokenId, trashedId, emptyProjectId, ...form }
}

/** Makes a sample in a new account, and a token with every scope. */
export async function makeSample(): Promise<{ secret: string; ids: SampleIds }> {
  const storage = openStorage(Date.now() + timeoutMs)
  const { id: accountId } = await createAccount(storage, { name: 'Sample', rate_limit: maxRateLimit })
  const tenant = { ...storage, accountId }
  const { secret } = await createToken(tenant, { name: 'Caller', scopes: [...scopes] })
  const { id } = await createProject(tenant, { label: 'Sample', task_quota: taskQuota })
  return { secret, ids: await fillSample(tenant, id) }
}
