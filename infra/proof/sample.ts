import { scopes } from '../../lib/contract/endpoint.ts'
import { maxRateLimit } from '../../lib/contract/limits.ts'
import { createAccount } from '../../lib/store/account.ts'
import { createLane } from '../../lib/store/project/lane.ts'
import { createProject } from '../../lib/store/project/project.ts'
import { openStorage } from '../../lib/store/storage.ts'
import type { Tenant } from '../../lib/store/tenant.ts'
import { createTask } from '../../lib/store/task/create.ts'
import { createSubtask } from '../../lib/store/task/subtask.ts'
import { trashTask } from '../../lib/store/task/trash.ts'
import { createToken } from '../../lib/store/token.ts'
import type { SampleIds } from './sample-requests.ts'

const timeoutMs = 60_000 // a busy machine is no failure
const taskQuota = 100

/** Makes in a tenant's project, and beside it, everything that a request may name. */
export async function fillSample(tenant: Tenant, projectId: string): Promise<SampleIds> {
  const newTask = async (label: string) =>
    (await createTask(tenant, { projectId, label, status: 0, subtasks: [] })).task.id
  const [id, trashedId] = [await newTask('Sample'), await newTask('Trashed')]
  await trashTask(tenant, trashedId)
  const { subtaskId } = await createSubtask(tenant, id, { label: 'Part', isCompleted: false })
  const { laneId } = await createLane(tenant, projectId, { label: 'Lane' })
  const { id: emptyProjectId } = await createProject(tenant, { label: 'Empty', task_quota: taskQuota })
  const { id: tokenId } = await createToken(tenant, { name: 'Other', scopes: ['read'] })
  return { id, projectId, laneId, subtaskId, tokenId, trashedId, emptyProjectId }
}

/** Makes a sample in an account of its own, and a token with every scope. */
export async function makeSample(): Promise<{ secret: string; ids: SampleIds }> {
  const storage = openStorage(Date.now() + timeoutMs)
  const { id: accountId } = await createAccount(storage, { name: 'Sample', rate_limit: maxRateLimit })
  const tenant = { ...storage, accountId }
  const { secret } = await createToken(tenant, { name: 'Caller', scopes: [...scopes] })
  const { id } = await createProject(tenant, { label: 'Sample', task_quota: taskQuota })
  return { secret, ids: await fillSample(tenant, id) }
}
