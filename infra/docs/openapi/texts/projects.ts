import { project } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

const empty = { ...project, task_count: 0, workflow_lanes: [] }

export const projects: ResourceTexts = {
  tag: 'Projects',
  description: 'A project holds tasks, up to its quota, and the lanes in which they stand.',
  operations: {
    'projects.list': {
      summary: 'List projects',
      description: 'All projects of the account, by pages.',
      query: { limit: 50 },
      answer: { projects: [project], next_cursor: null },
    },
    'projects.create': {
      summary: 'Create a project',
      description:
        'Its quota is 10,000 tasks until the operator sets another. A repeat makes another project.',
      body: { label: 'Launch' },
      answer: { project: empty },
    },
    'projects.get': {
      summary: 'Read a project',
      description: 'With the exact number of its active tasks, its quota and its lanes.',
      answer: { project },
    },
    'projects.update': {
      summary: 'Rename a project',
      description: 'Only the fields that are sent change.',
      body: { label: 'Launch in March' },
      answer: { project: { ...project, label: 'Launch in March', updated_at: '2026-11-21T07:30:00.000Z' } },
    },
    'projects.delete': {
      summary: 'Delete a project',
      description:
        'Only when it holds no active task. What lies in its trash can then no longer be restored. It is gone at once.',
      answer: { success: true },
    },
  },
}
