import type { CommentChanged } from '../../../lib/comments/change-schema.ts'
import type { Comment } from '../../../lib/comments/comment.ts'
import type { HistoryEntry } from '../../../lib/history/entry.ts'
import type { RevertReport } from '../../../lib/history/revert-request.ts'
import type { Change } from '../../../lib/tasks/change.ts'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import type { Answer, Operation } from './history.ts'

/** The current base URL and token. They change with every start of the service. */
export interface Address {
  baseUrl: string
  token: string
}

/** The members that the service's answers may have. */
export interface Body {
  task?: Task
  tasks?: Task[]
  project?: Project
  projects?: Project[]
  comment?: Comment
  comments?: Comment[]
  entries?: HistoryEntry[]
  changes?: (Change | CommentChanged)[]
  has_more?: boolean
  next_cursor?: string | null
  token?: { secret: string }
  error?: { code: string; task?: Task; task_id?: string }
}

/** A timeout, longer than the service takes for any request. */
const patienceMs = 40_000

/**
 * Sends one request.
 * @throws Error when there is no answer
 */
export async function ask(
  { baseUrl, token }: Address,
  { method, path, body, headers }: Pick<Operation, 'method' | 'path' | 'body' | 'headers'>,
): Promise<{ status: number; headers: Headers; body: Body }> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  })
  // the test suite checks answers against the contract, so they are not checked here
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}

/** Sends a client's request and returns its parsed answer. */
export async function perform(address: Address, operation: Operation): Promise<Answer> {
  const { status, headers, body } = await ask(address, operation)
  const { error, project, tasks, comment } = body
  const task = body.task ?? error?.task
  const etag = /^"(\d+)"$/.exec(headers.get('ETag') ?? '')?.[1]
  const madeId = headers.get('Location')?.split('/').at(-1)
  return {
    status,
    ...(error && { code: error.code }),
    ...(task && { task }),
    ...(etag !== undefined && { version: Number(etag) }),
    ...(project && { project }),
    ...(operation.takesBack !== undefined && status < 300
      ? { report: body as unknown as RevertReport } // the service answers a revert with it
      : tasks && { tasks }),
    ...(comment && { comment }),
    ...(madeId !== undefined && { madeId }),
    ...(headers.has('Idempotency-Replayed') && { replayed: true }),
    ...(error?.task_id !== undefined && { existingId: error.task_id }),
  }
}

/** A read was answered with a status other than 200. */
export class UnexpectedStatus extends Error {
  readonly status: number

  constructor(path: string, status: number) {
    super(`GET ${path} answered ${status}.`)
    this.status = status
  }
}

/**
 * Reads something that exists.
 * @throws Error when there is no answer; UnexpectedStatus when the status is not 200
 */
export async function read(address: Address, path: string): Promise<Body> {
  const { status, body } = await ask(address, { method: 'GET', path })
  if (status !== 200) throw new UnexpectedStatus(path, status)
  return body
}

/** Reads all pages of a list. */
export async function readAll<T>(
  address: Address,
  path: string,
  entriesOf: (page: Body) => T[] | undefined,
): Promise<T[]> {
  const all: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Body = await read(address, `${path}${path.includes('?') ? '&' : '?'}limit=100${query}`)
    all.push(...(entriesOf(page) ?? []))
    cursor = page.next_cursor ?? null
  }
  return all
}

export const readProjects = (address: Address): Promise<Project[]> =>
  readAll(address, '/projects', ({ projects }) => projects)

/** The tasks of a project in order; only those of one lane if `laneId` is given. */
export const readTasks = (address: Address, projectId: string, laneId?: string): Promise<Task[]> =>
  readAll(
    address,
    `/projects/${projectId}/tasks${laneId === undefined ? '' : `?workflowLaneId=${laneId}`}`,
    ({ tasks }) => tasks,
  )

/** The comments of a task, oldest first; none if the task is not there any more. */
export async function readComments(address: Address, taskId: string): Promise<Comment[]> {
  try {
    return await readAll(address, `/tasks/${taskId}/comments`, ({ comments }) => comments)
  } catch (error) {
    if (error instanceof UnexpectedStatus && error.status === 404) return []
    throw error
  }
}
