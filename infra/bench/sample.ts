import { scopes } from '../../lib/contract/endpoint.ts'
import { createAccount } from '../../lib/store/account.ts'
import { highestRateLimit } from '../../lib/rate-limit/limits.ts'
import { createLane } from '../../lib/store/project/lane.ts'
import { createProject } from '../../lib/store/project/project.ts'
import { openStorage } from '../../lib/store/storage.ts'
import { createTask } from '../../lib/store/task/create.ts'
import { createSubtask } from '../../lib/store/task/subtask.ts'
import { trashTask } from '../../lib/store/task/trash.ts'
import { createToken } from '../../lib/store/token.ts'
import type { SampleIds } from './sample-requests.ts'

const timeoutMs = 10_000
const taskQuota = 100

/** A fresh account, everything that a request may name in it, and a token for all of it. */
export async function makeSample(): Promise<{ secret: string; ids: SampleIds }> {
  const storage = openStorage(Date.now() + timeoutMs)
  const { id: accountId } = await createAccount(storage, { name: 'Sample', rate_limit: highestRateLimit })
  const tenant = { ...storage, accountId }
  const { secret } = await createToken(tenant, { name: 'Caller', scopes: [...scopes] })
  const other = await createToken(tenant, { name: 'Other', scopes: ['read'] })
  const project = await createProject(tenant, { label: 'Sample', task_quota: taskQuota })
  const emptyProject = await createProject(tenant, { label: 'Empty', task_quota: taskQuota })
  const { laneId } = await createLane(tenant, project.id, 'Lane')
  const newTask = async (label: string) =>
    (await createTask(tenant, { projectId: project.id, label, status: 0, subtasks: [] })).task.id
  const [task, trashedTask] = [await newTask('Sample'), await newTask('Trashed')]
  const { subtaskId } = await createSubtask(tenant, task, { label: 'Part', isCompleted: false })
  await trashTask(tenant, trashedTask)
  const ids = {
    task,
    trashedTask,
    project: project.id,
    emptyProject: emptyProject.id,
    lane: laneId,
    subtask: subtaskId,
    token: other.id,
  }
  return { secret, ids }
}
