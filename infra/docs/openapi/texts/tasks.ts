import { trashRetentionDays } from '../../../../lib/contract/limits.ts'
import { cursor, ids, task, trashedAt } from '../samples.ts'
import { guarded, type ResourceTexts } from './text.ts'

export const tasks: ResourceTexts = {
  tag: 'Tasks',
  description:
    'A task belongs to a project, has a status, subtasks and a place in the order. `{id}` is its UUID, or `ext:` and its external id. A write answers the whole task: whoever has the scope write sees the tasks that it writes, also without the scope read.',
  operations: {
    'tasks.create': {
      summary: 'Create a task',
      description:
        'Puts a task at the end of its project. With an `Idempotency-Key` a repeat makes no second task: it gets the answer of the first time, with `Idempotency-Replayed: true`, even if the task has changed since or lies in the trash. A key holds in its account for as long as the task is there. An `externalId` is unique in the account. The quota of the project is exact, also when many creates race.',
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
        'Reads what was last written. With `If-None-Match` the answer is 304 and empty while nothing has changed.',
      answer: { task },
    },
    'tasks.update': {
      summary: 'Change a task',
      description: `Only the fields that are sent change; null clears the description, and takes the task out of its lane. Another \`projectId\` moves the task to the end of that project, and its place in the quota with it. ${guarded}`,
      body: { status: 2, description: null },
      answer: { task: { ...task, status: 2, description: null, updated_at: '2026-11-21T04:28:36.512Z' } },
    },
    'tasks.delete': {
      summary: 'Delete a task',
      description: `Puts the task into the trash, which keeps it for ${trashRetentionDays} days and then forgets it. It no longer counts against the quota. ${guarded}`,
      answer: { success: true },
    },
    'tasks.move': {
      summary: 'Move a task within its project',
      description: `Takes exactly one of \`beforeTaskId\`, \`afterTaskId\` and \`to\`. The task stands beside every task that lists show at that moment; one that came there just before, and is not in the lists yet, may be on either side of it. With \`workflowLaneId\` it changes the lane as well. ${guarded}`,
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
      description: `Puts a deleted task back where it was, if its project is still there and has room. A task that is not in the trash stays as it is, so a repeat does no harm. ${guarded}`,
      answer: { task: { ...task, updated_at: '2026-11-22T09:05:41.007Z' } },
    },
    'projects.list-tasks': {
      summary: "List a project's tasks",
      description:
        'In their order, by pages. Give `status` several times for several; `workflowLaneId` is the id of a lane, or `none` for tasks without one. A page of very large tasks ends early, before 4 MiB.',
      query: { limit: 50, status: [0, 1] },
      answer: { tasks: [task], next_cursor: cursor },
    },
    'projects.list-trash': {
      summary: "List a project's deleted tasks",
      description: 'What was deleted last comes first. `purge_at` says when a task is forgotten.',
      query: { limit: 50 },
      answer: { tasks: [{ ...task, updated_at: trashedAt.deleted_at, ...trashedAt }], next_cursor: null },
    },
  },
}
