import * as z from 'zod/mini'
import { declare } from '../contract/endpoint.ts'
import { laneFilter, nextCursor, paging, repeatable, time, uuid } from '../contract/fields.ts'
import { searchText } from './search.ts'
import { task, trashedTask, type Task } from './task.ts'

/** Times between which a task was written or created; both are exclusive. */
export const timeFilters = {
  updatedBefore: z.optional(time),
  updatedAfter: z.optional(time),
  createdBefore: z.optional(time),
  createdAfter: z.optional(time),
}

const projectParams = z.strictObject({ projectId: uuid })

export const listTasks = declare({
  id: 'projects.list-tasks',
  method: 'GET',
  path: '/projects/{projectId}/tasks',
  auth: { kind: 'token', scope: 'read' },
  params: projectParams,
  query: z.strictObject({
    ...paging,
    status: z.optional(
      repeatable(
        z.pipe(
          z.literal(['0', '1', '2']),
          z.transform((text) => Number(text) as Task['status']),
        ),
      ),
    ),
    workflowLaneId: z.optional(laneFilter),
    ...timeFilters,
    q: z.optional(searchText),
  }),
  success: 200,
  answer: z.object({ tasks: z.array(task), next_cursor: nextCursor }),
  errors: ['project_not_found'],
  access: ['Query:list', 'GetItem'],
})

export const listTrash = declare({
  id: 'projects.list-trash',
  method: 'GET',
  path: '/projects/{projectId}/trash',
  auth: { kind: 'token', scope: 'read' },
  params: projectParams,
  query: z.strictObject(paging),
  success: 200,
  answer: z.object({ tasks: z.array(trashedTask), next_cursor: nextCursor }),
  errors: ['project_not_found'],
  access: ['Query:list', 'GetItem'],
})
