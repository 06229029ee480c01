import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { dryRun, projectParams } from '../../lib/contract/fields.ts'
import { originHeader } from '../../lib/contract/headers.ts'
import { tasksPerCharge } from '../../lib/contract/limits.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { updateWhere, updateWhereReport } from '../../lib/tasks/update-where-request.ts'
import { findTasksWhere, updateFound } from '../../lib/tasks/update-where.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'projects.update-tasks',
  method: 'PATCH',
  path: '/projects/{projectId}/tasks',
  // `where` answers questions about the contents of tasks
  auth: { kind: 'token', scope: 'write', also: ['read'] },
  params: projectParams,
  query: z.strictObject({ dryRun }),
  headers: originHeader,
  body: updateWhere,
  success: 200,
  answer: updateWhereReport,
  errors: ['project_not_found', 'lane_not_found'],
  access: ['GetItem', 'Query', 'Query:list', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
})

export const words = (): Words => ({
  tag: 'Tasks',
  summary: 'Change all tasks that match',
  description: `Changes up to \`limit\` tasks of a project that match \`where\`. A task that already has the values of \`set\` does not match, so a repeated request changes nothing and makes no events. Each task is written only if nobody has changed, deleted or moved it since it was found. Otherwise it is counted as \`skipped\` and not overwritten. Each write is atomic, all of them together are not. \`matched\` is \`updated\` and \`skipped\` together. Call again with \`next_cursor\` as \`cursor\` while \`has_more\` is true: a request reads at most 4 MiB of tasks and has a time limit, so it can match few tasks or none, and more may follow. If the lane in \`set\` does not exist, nothing is written. Needs the scopes \`write\` and \`read\`. ${tasksPerCharge} tasks count as one request against the rate limits.`,
  body: { where: { status: 1, updatedBefore: '2026-11-01T00:00:00Z' }, set: { status: 2 } },
  answer: { matched: 12, updated: 11, skipped: 1, has_more: false, next_cursor: null },
})

export const operation = endpoint(declaration, async (caller, { params, body }, charge) => {
  const found = await findTasksWhere(caller, params.projectId, body)
  // this request is counted already, and pays for the first ten
  charge(Math.ceil(found.tasks.length / tasksPerCharge) - 1)
  return { body: await updateFound(caller, found, body.set) }
})
