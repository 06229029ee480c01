import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { nextCursor, paging, projectParams } from '../../lib/contract/fields.ts'
import { pageAnswer } from '../../lib/http/answers.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import * as tasks from '../../lib/tasks/list.ts'
import { trashedTask } from '../../lib/tasks/task.ts'
import { task, trashedAt } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
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

export const words = (): Words => ({
  tag: 'Tasks',
  summary: "List a project's deleted tasks",
  description:
    'Lists the tasks in the trash of a project, most recently deleted first. `purge_at` is the time when a task is deleted for good.',
  query: { limit: 50 },
  answer: { tasks: [{ ...task, updated_at: trashedAt.deleted_at, ...trashedAt }], next_cursor: null },
})

export const operation = endpoint(declaration, async (caller, { params, query, ...input }) => {
  const page = await tasks.listTrash(caller, { ...params, ...query })
  return pageAnswer(input, page)
})
