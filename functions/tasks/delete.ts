import { deleteTask } from '../../lib/contract/task.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { trashTask } from '../../lib/store/task/trash.ts'

export const handler = endpoint(deleteTask, async (tenant, { params }) => {
  await trashTask(tenant, params.id)
  return { body: { success: true as const } }
})
