import { project } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

const empty = { ...project, task_count: 0, workflow_lanes: [] }

export const projects: ResourceTexts = {
  tag: 'Projects',
  description: 'A project holds tasks, up to its quota, and the lanes that the tasks are in.',
  operations: {
    'projects.list': {
      summary: 'List projects',
      description: 'Lists all projects of the account, in pages.',
      query: { limit: 50 },
      answer: { projects: [project], next_cursor: null },
    },
    'projects.create': {
      summary: 'Create a project',
      description:
        'The new project has a quota of 10,000 tasks, unless the operator sets another one. A repeated request creates another project.',
      body: { label: 'Launch' },
      answer: { project: empty },
    },
    'projects.get': {
      summary: 'Read a project',
      description: 'Returns the project with the exact number of its active tasks, its quota and its lanes.',
      answer: { project },
    },
    'projects.update': {
      summary: 'Rename a project',
      description: 'Changes only the fields that you send.',
      body: { label: 'Launch in March' },
      answer: { project: { ...project, label: 'Launch in March', updated_at: '2026-11-21T07:30:00.000Z' } },
    },
    'projects.import': {
      summary: 'Import tasks from a file',
      description:
        'Makes a task of each row, and the lanes that are not there. The body is the file itself: at most 1 MiB and 2,000 tasks, in UTF-8. A row that is wrong is left out, and `failed` names it; what a task cannot hold is left out, and `warnings` counts it. An import never changes a task: a row whose task an earlier import has made is a duplicate, so it is safe to send the file again, also after you have corrected it. When `next_row` is not null, time ran out: send the file again with `fromRow`. It counts as one request for ten rows.',
      query: { format: 'json' },
      body: {
        tasks: [
          { label: 'Call Ada', lane: 'To do', subtasks: [{ label: 'Find her number', is_completed: true }] },
        ],
      },
      answer: {
        created: 3,
        duplicates: 0,
        failed: [
          {
            row: 2,
            error: { code: 'invalid_request', message: 'label must be at most 500 characters long' },
          },
        ],
        lanes_created: ['This week'],
        warnings: [{ message: 'The column Due is left out.', count: 4 }],
        next_row: null,
      },
    },
    'projects.delete': {
      summary: 'Delete a project',
      description:
        'A project can be deleted only when it holds no active task. It is deleted at once. The tasks in its trash can then no longer be restored.',
      answer: { success: true },
    },
  },
}
