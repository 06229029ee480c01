import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { laneFilter, nextCursor, paging, projectParams } from '../../lib/contract/fields.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { conditionsInQuery } from '../../lib/fields/conditions.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { listFilters } from '../../lib/tasks/filter.ts'
import * as tasks from '../../lib/tasks/list.ts'
import { task } from '../../lib/tasks/task.ts'
import { cursor, task as exampleTask } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'projects.list-tasks',
  method: 'GET',
  path: '/projects/{projectId}/tasks',
  auth: { kind: 'token', scope: 'read' },
  params: projectParams,
  query: z.strictObject({
    ...paging,
    ...listFilters,
    workflowLaneId: z.optional(laneFilter),
  }),
  success: 200,
  answer: z.object({ tasks: z.array(task), next_cursor: nextCursor }),
  errors: ['project_not_found'],
  access: ['Query:list', 'GetItem'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: "List a project's tasks",
  description:
    'Lists the tasks of a project in their order, in pages. To filter by several statuses, send `status` several times. `workflowLaneId` is the id of a lane, or `none` for tasks without a lane. With several filters, a task must meet all of them. The times of `updatedBefore`, `updatedAfter`, `createdBefore` and `createdAfter` are exclusive: a task of exactly that time is not listed. `q` finds a text in the label, the external id, the description and the labels of subtasks, in upper or lower case, with or without accents. `fields[<key>]` is the value that a field must have; `fields[<key>.before]` and `.after` are for dates and times and exclusive, `.min` and `.max` for numbers and inclusive, and `.exists` is true or false. A request with one of these filters reads at most 4 MiB of tasks. Its page can be short, or empty, and still have a `next_cursor`: go on until that is null. A page of very large tasks can be shorter too, because it stays below 4 MiB.',
  query: { limit: 50, status: [0, 1], q: 'ada' },
  answer: { tasks: [exampleTask], next_cursor: cursor },
})

export const operation = endpoint(declaration, async (caller, { params, query, ...input }) => {
  const { workflowLaneId, ...others } = query
  const lane = workflowLaneId === 'none' ? null : workflowLaneId
  const fields = await conditionsInQuery(caller, query.fields)
  const page = await tasks.listTasks(caller, { ...params, ...others, fields, workflowLaneId: lane })
  return pageAnswer(input, page)
})
