/** The ids that a request can need: what the caller has made before, by name. */
export interface SampleIds {
  task: string
  trashedTask: string
  project: string
  emptyProject: string
  lane: string
  subtask: string
  token: string
}

/** A good request to one function. */
export interface SampleRequest {
  params?: Record<string, string>
  body?: object
  /** What the answer's status must be. */
  status: number
}

/** One good request for each function, by the function's name. */
export const sampleRequests = (ids: SampleIds): Record<string, SampleRequest> => {
  const task = { id: ids.task }
  const project = { projectId: ids.project }
  return {
    'changes.list': { status: 200 },
    'docs.openapi': { status: 200 },
    'docs.page': { status: 200 },
    'lanes.create': { params: project, body: { label: 'Doing' }, status: 201 },
    'lanes.delete': { params: { ...project, laneId: ids.lane }, status: 200 },
    'lanes.update': { params: { ...project, laneId: ids.lane }, body: { label: 'Done' }, status: 200 },
    'projects.create': { body: { label: 'A project' }, status: 201 },
    'projects.delete': { params: { projectId: ids.emptyProject }, status: 200 },
    'projects.get': { params: project, status: 200 },
    'projects.list': { status: 200 },
    'projects.list-tasks': { params: project, status: 200 },
    'projects.list-trash': { params: project, status: 200 },
    'projects.update': { params: project, body: { label: 'Another' }, status: 200 },
    'routes.unmatched': { status: 404 },
    'subtasks.create': { params: task, body: { label: 'A part' }, status: 201 },
    'subtasks.delete': { params: { ...task, subtaskId: ids.subtask }, status: 200 },
    'subtasks.update': {
      params: { ...task, subtaskId: ids.subtask },
      body: { isCompleted: true },
      status: 200,
    },
    'tasks.create': { body: { projectId: ids.project, label: 'A task' }, status: 201 },
    'tasks.delete': { params: task, status: 200 },
    'tasks.get': { params: task, status: 200 },
    'tasks.move': { params: task, body: { to: 'bottom' }, status: 200 },
    'tasks.restore': { params: { id: ids.trashedTask }, status: 200 },
    'tasks.update': { params: task, body: { label: 'Changed' }, status: 200 },
    'tokens.create': { body: { name: 'New', scopes: ['read'] }, status: 201 },
    'tokens.delete': { params: { tokenId: ids.token }, status: 200 },
    'tokens.list': { status: 200 },
    'tokens.self': { status: 200 },
  }
}
