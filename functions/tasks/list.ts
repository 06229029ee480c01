import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { nextCursor, none, paging, repeatable, uuid } from '../../lib/contract/fields.ts'
import { maxListedProjects } from '../../lib/contract/limits.ts'
import { conditionsInQuery } from '../../lib/fields/conditions.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listFilters } from '../../lib/tasks/filter.ts'
import { listAccountTasks } from '../../lib/tasks/list.ts'
import { task } from '../../lib/tasks/task.ts'
import { cursor, task as exampleTask } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'tasks.list',
  method: 'GET',
  path: '/tasks',
  auth: { kind: 'token', scope: 'read' },
  params: none,
  query: z.strictObject({
    ...paging,
    order: z.optional(z.literal(['oldest'])),
    projectId: z.optional(
      repeatable(uuid).check(
        z.refine((ids) => ids.length <= maxListedProjects, {
          error: `must be sent at most ${maxListedProjects} times`,
        }),
      ),
    ),
    ...listFilters,
  }),
  success: 200,
  answer: z.object({ tasks: z.array(task), next_cursor: nextCursor }),
  errors: ['project_not_found'],
  access: ['Query:changes', 'BatchGetItem', 'GetItem'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: 'List the tasks of all projects',
  description: `Lists the tasks of the account without those in the trash, the last changed first. With \`order=oldest\`, the least recently changed come first. Tasks can change while you go from page to page. The newest-first order can miss a task that changes meanwhile, so use it to show what is new. The oldest-first order misses none and can show one twice, so use it to read all tasks. The filters are those of a project's list, except the lane. To filter by several projects, send \`projectId\` several times, at most ${maxListedProjects} times. A request reads at most 4 MiB of tasks: a page can be short, or empty, and still have a \`next_cursor\`. Go on until that is null. A write of the last second can be missing.`,
  query: { limit: 50, status: [0, 1] },
  answer: { tasks: [exampleTask], next_cursor: cursor },
})

export const operation = endpoint(declaration, async (caller, { query, ...input }) => {
  const { projectId: projectIds, ...others } = query
  const fields = await conditionsInQuery(caller, query.fields)
  return pageAnswer(input, await listAccountTasks(caller, { ...others, projectIds, fields }))
})
