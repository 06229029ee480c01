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
    'projects.delete': {
      summary: 'Delete a project',
      description:
        'A project can be deleted only when it holds no active task. It is deleted at once. The tasks in its trash can then no longer be restored.',
      answer: { success: true },
    },
  },
}
