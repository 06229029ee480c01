import { listTasks } from '../../lib/contract/task.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/store/task/list.ts'

export const handler = endpoint(listTasks, async (tenant, { params, query }) => ({
  body: await tasks.listTasks(tenant, { ...params, ...query }),
}))
