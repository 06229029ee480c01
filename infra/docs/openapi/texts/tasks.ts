import { csvWriter } from '../../../../lib/transfer/export-csv.ts'
import { ndjsonWriter } from '../../../../lib/transfer/export-ndjson.ts'
import { exportTypes } from '../../../../lib/transfer/export-request.ts'
import {
  maxBulkOperations,
  maxExportedTasks,
  tasksPerCharge,
  trashRetentionDays,
} from '../../../../lib/contract/limits.ts'
import { docsOf } from '../../../../lib/contract/static.ts'
import { cursor, ids, project, task, trashedAt } from '../samples.ts'
import { guarded, tried, type ResourceTexts } from './text.ts'

/** The error of an operation whose task has changed meanwhile. */
const conflict = {
  code: 'precondition_failed',
  message: 'The task has changed since you read it: read its current state, then decide again.',
  docs: docsOf('precondition_failed'),
  task: { ...task, id: ids.otherTask },
}

const exported = { ...task, lane: project.workflow_lanes[0]?.label ?? null }
const csv = csvWriter(false)

export const tasks: ResourceTexts = {
  tag: 'Tasks',
  description:
    'A task belongs to a project. It has a status, subtasks and a position in the order. `{id}` is the UUID of the task, or `ext:` followed by its external id. A write returns the whole task. A token with the scope `write` therefore sees the tasks that it writes, even without the scope `read`.',
  operations: {
    'tasks.create': {
      summary: 'Create a task',
      description: `Creates a task at the end of its project. With an \`Idempotency-Key\`, a repeated request creates no second task. It gets the first answer again, with \`Idempotency-Replayed: true\`, even if the task has changed since or is in the trash. The key is valid in the account for as long as the task exists. An \`externalId\` is unique in the account. The quota of the project is exact, even when many tasks are created at the same time. ${tried}`,
      body: {
        projectId: ids.projectId,
        label: 'Call Ada',
        description: 'About the engine',
        workflowLaneId: ids.laneId,
        externalId: 'form-4711',
        subtasks: [{ label: 'Find her number', isCompleted: true }],
      },
      answer: { task },
    },
    'tasks.get': {
      summary: 'Read a task',
      description:
        'Returns the task as it was last written. With `If-None-Match`, the answer is an empty 304 if the task has not changed.',
      answer: { task },
    },
    'tasks.update': {
      summary: 'Change a task',
      description: `Changes only the fields that you send. A null \`description\` removes the description, and a null \`workflowLaneId\` takes the task out of its lane. Another \`projectId\` moves the task to the end of that project; it then counts against the quota of that project. ${guarded} ${tried}`,
      body: { status: 2, description: null },
      answer: { task: { ...task, status: 2, description: null, updated_at: '2026-11-21T04:28:36.512Z' } },
    },
    'tasks.delete': {
      summary: 'Delete a task',
      description: `Moves the task to the trash. It no longer counts against the quota. After ${trashRetentionDays} days in the trash it is deleted for good. ${guarded}`,
      answer: { success: true },
    },
    'tasks.move': {
      summary: 'Move a task within its project',
      description: `Send exactly one of \`beforeTaskId\`, \`afterTaskId\` and \`to\`. No task that lists show at that moment is between the moved task and the task that you name. A task that was put there just before, and is not in the lists yet, can be on either side. With \`workflowLaneId\` the task also changes its lane. ${guarded}`,
      body: { afterTaskId: ids.otherTask, workflowLaneId: null },
      answer: {
        task: {
          ...task,
          workflow_lane_id: null,
          position: '0|igocfp:i',
          updated_at: '2026-11-21T05:10:02.118Z',
        },
      },
    },
    'tasks.restore': {
      summary: 'Restore a task from the trash',
      description: `Puts a deleted task back in its old position, if its project still exists and has room. A task that is not in the trash stays as it is, so you can safely repeat the request. ${guarded}`,
      answer: { task: { ...task, updated_at: '2026-11-22T09:05:41.007Z' } },
    },
    'tasks.bulk': {
      summary: 'Create, change, delete and restore many tasks',
      description: `Does up to ${maxBulkOperations} operations in one request, each for itself: one can fail while the others are done. The answer is always 200 with one result per operation, in the same order. A result has the status that the endpoint for one task would answer with. An operation has the fields of that endpoint's body; \`id\` names the task, and \`ifVersion\` does what \`If-Match\` does. Operations on the same task are done in their order. Of all others, the creates come last; tasks of one project are created in their order. The quota of a project is exact: when not all fit, the first are created. A \`delete\` needs the scope \`delete\`. With an \`Idempotency-Key\`, the create at index i has the key \`<key>#i\`: after a failure, send the whole request again. Every ten operations count as one request against the rate limits. In a dry run, operations see what those before them would have written, but quotas count only the creates.`,
      body: {
        operations: [
          { op: 'create', projectId: ids.projectId, label: 'Call Ada' },
          { op: 'update', id: 'ext:form-4711', status: 2, ifVersion: 3 },
          { op: 'delete', id: ids.otherTask },
        ],
      },
      answer: {
        results: [
          { status: 201, task, version: 1 },
          { status: 412, version: 4, error: conflict },
          { status: 200 },
        ],
        succeeded: 2,
        failed: 1,
      },
    },
    'projects.list-tasks': {
      summary: "List a project's tasks",
      description:
        'Lists the tasks of a project in their order, in pages. To filter by several statuses, send `status` several times. `workflowLaneId` is the id of a lane, or `none` for tasks without a lane. With several filters, a task must meet all of them. The times of `updatedBefore`, `updatedAfter`, `createdBefore` and `createdAfter` are exclusive: a task of exactly that time is not listed. `q` finds a text in the label, the external id and the description, in upper or lower case, with or without accents. A request with one of these five filters reads at most 4 MiB of tasks. Its page can be short, or empty, and still have a `next_cursor`: go on until that is null. A page of very large tasks can be shorter too, because it stays below 4 MiB.',
      query: { limit: 50, status: [0, 1], q: 'ada' },
      answer: { tasks: [task], next_cursor: cursor },
    },
    'projects.update-tasks': {
      summary: 'Change all tasks that match',
      description: `Changes up to \`limit\` tasks of a project that \`where\` means. A task that already is as \`set\` says does not match: so a repeated request changes nothing and makes no events. Each task is written only if it is still as it was found. One that changed, was deleted or moved away meanwhile is counted as \`skipped\`; nothing is overwritten. Each write is atomic, all of them together are not. \`matched\` is \`updated\` and \`skipped\` together. Call again with \`next_cursor\` as \`cursor\` while \`has_more\` is true: a request reads at most 4 MiB of tasks and ends before its time does, so it can match few tasks or none, and others may follow. If the lane in \`set\` does not exist, nothing is written. Needs the scopes \`write\` and \`read\`. ${tasksPerCharge} tasks count as one request against the rate limits.`,
      body: { where: { status: 1, updatedBefore: '2026-11-01T00:00:00Z' }, set: { status: 2 } },
      answer: { matched: 12, updated: 11, skipped: 1, has_more: false, next_cursor: null },
    },
    'projects.list-trash': {
      summary: "List a project's deleted tasks",
      description:
        'Lists the tasks in the trash of a project, most recently deleted first. `purge_at` is the time when a task is deleted for good.',
      query: { limit: 50 },
      answer: { tasks: [{ ...task, updated_at: trashedAt.deleted_at, ...trashedAt }], next_cursor: null },
    },
    'projects.export': {
      summary: "Export a project's tasks",
      description: `Returns the tasks of a project in their order as text, and with \`trash=true\` then those in the trash, most recently deleted first. A line of NDJSON is the task as the API has it, with \`lane\`, the label of its lane or null. CSV is UTF-8 with a byte order mark, for Excel. Its first line, on the first page only, names the columns. The status is \`open\`, \`in progress\` or \`done\`. A cell that begins with =, +, -, @, a tab or a line break has an apostrophe before it, so that no spreadsheet takes it for a formula. Subtasks are lines such as \`[x] Find her number\`, or a JSON array if a subtask has several lines. A page has at most ${maxExportedTasks.toLocaleString('en')} tasks and 4 MiB. The URL of the next page is in \`Link\`; the pages one after another are the whole file. Each 100 tasks on a page count as one request. An export is no snapshot: a task that is moved, moved to the trash or restored between two pages can be on both or on none, and a write of the last second can be missing.`,
      query: { format: 'csv', trash: 'true' },
      answer: {
        [exportTypes.ndjson]: ndjsonWriter.rowOf(exported),
        [exportTypes.csv]: csv.head + csv.rowOf(exported),
      },
    },
  },
}
