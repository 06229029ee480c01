import type { Project } from '../contract/project.ts'
import type { Task } from '../contract/task.ts'
import type { Token } from '../contract/token.ts'

/** The values of the document's examples: one small story, so that a reader meets the same task everywhere. */
export const ids = {
  id: '6f5cb361-f0c4-4b6f-8b64-4e8d1a8f3d53',
  projectId: '01a1fc5c-f808-70a6-aca9-b364a578bfae',
  laneId: '01a1fc5d-3c1e-7d0a-9c55-0b8c6a2f4e11',
  subtaskId: '01a1fc5d-9a44-7f6e-8f3b-51f4c0a7d2c9',
  tokenId: '01a1fc5e-0b12-7a3c-b1de-7c2f9e8d4a60',
  accountId: '01a1fc5b-17f0-7e49-a8f2-2d6b0c9e5f38',
  otherTask: '0f2f7c1e-5d0b-4c55-9a3e-7f1f6f0f8a12',
  requestId: '9a1c3e0e-2b57-4b52-9a43-3a1f7a3c2b1d',
} as const

export const cursor = 'q1Zw3kXyTmBvMHxpZ29jZm86Y2owMDBxcnFtMw'

export const task: Task = {
  id: ids.id,
  label: 'Call Ada',
  status: 0,
  project_id: ids.projectId,
  workflow_lane_id: ids.laneId,
  position: '0|igocfo:cj000qrqm3',
  description: 'About the engine',
  subtasks: [{ id: ids.subtaskId, label: 'Find her number', is_completed: true }],
  external_id: 'form-4711',
  created_at: '2026-11-21T04:28:36.451Z',
  updated_at: '2026-11-21T04:28:36.451Z',
}

export const trashedAt = { deleted_at: '2026-11-22T09:00:00.000Z', purge_at: '2027-01-01T09:00:00.000Z' }

export const project: Project = {
  id: ids.projectId,
  label: 'Launch',
  task_count: 1,
  task_quota: 10_000,
  workflow_lanes: [{ id: ids.laneId, label: 'To do', task_count: 1 }],
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:05:12.000Z',
}

export const token: Token = {
  id: ids.tokenId,
  name: 'Website form',
  scopes: ['read', 'write'],
  created_at: '2026-11-20T08:10:00.000Z',
  expires_at: null,
  rate_limit: null,
}
