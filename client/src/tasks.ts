import { TasksApiError } from './error.ts'
import { answerOf, createdId, dataOf, type CallOptions, type Http } from './http.ts'
import type {
  BulkAnswer,
  BulkOperation,
  NewSubtask,
  NewTask,
  SubtaskChanges,
  TaskAnswer,
  TaskChanges,
  TaskMove,
} from './types.ts'

/** Options of a write to a task. */
export interface WriteOptions extends CallOptions {
  /** The `etag` that you have seen. If the task has changed since, the call fails with precondition_failed. */
  ifMatch?: string | undefined
}

export interface CreateOptions extends CallOptions {
  /** Identifies this create and its repeats, for example the id of a webhook delivery. Random by default. */
  idempotencyKey?: string | undefined
}

const writeParams = (path: { id: string }, { ifMatch, signal }: WriteOptions) => ({
  params: { path, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
  ...(signal && { signal }),
})

const withEtag = ({ data, headers }: { data: Omit<TaskAnswer, 'etag'>; headers: Headers }): TaskAnswer => ({
  ...data,
  etag: headers.get('ETag') ?? '',
})

export interface BulkOptions extends CreateOptions {
  /** Whether the service only says what it would do. */
  dryRun?: boolean | undefined
}

/** @throws TasksApiError invalid_request: the key could not be sent as a header */
function keyHeader(idempotencyKey: string): { 'Idempotency-Key': string } {
  if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new TasksApiError(
      'invalid_request',
      'idempotencyKey must be 1 to 255 printable ASCII characters. Encode any others.',
    )
  }
  return { 'Idempotency-Key': idempotencyKey }
}

/** Calls about tasks. An id is a UUID, or `ext:` followed by an external id. */
export const tasksOf = (http: Http) => ({
  get: async (id: string, { signal }: CallOptions = {}): Promise<TaskAnswer> =>
    withEtag(
      await answerOf(
        http.GET('/tasks/{id}', { params: { path: { id } }, ...(signal && { signal }) }),
        'task',
      ),
    ),

  /** Creates a task once, even if retried. `replayed` is true if an earlier call with the same key created it. */
  create: async (
    body: NewTask,
    { idempotencyKey = crypto.randomUUID(), signal }: CreateOptions = {},
  ): Promise<TaskAnswer & { replayed: boolean }> => {
    const header = keyHeader(idempotencyKey)
    const answer = await answerOf(
      http.POST('/tasks', { body, params: { header }, ...(signal && { signal }) }),
      'task',
    )
    return { ...withEtag(answer), replayed: answer.headers.get('Idempotency-Replayed') === 'true' }
  },

  /**
   * Does up to 100 operations, each for itself: look at `failed` and the results. A retry creates no task twice; nor does
   * another call with the same key and the same operations.
   */
  bulk: async (
    operations: readonly BulkOperation[],
    { idempotencyKey = crypto.randomUUID(), dryRun = false, signal }: BulkOptions = {},
  ): Promise<BulkAnswer> =>
    dataOf(
      http.POST('/tasks/bulk', {
        body: { operations: [...operations] },
        params: { header: keyHeader(idempotencyKey), ...(dryRun && { query: { dryRun: 'true' } }) },
        ...(signal && { signal }),
      }),
      'results',
    ),

  update: async (id: string, body: TaskChanges, options: WriteOptions = {}): Promise<TaskAnswer> =>
    withEtag(await answerOf(http.PATCH('/tasks/{id}', { body, ...writeParams({ id }, options) }), 'task')),

  /** Moves a task to the trash. */
  delete: (id: string, options: WriteOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/tasks/{id}', writeParams({ id }, options)), 'success'),

  /** Moves a task within its project: before or after another, or to an end. */
  move: async (id: string, body: TaskMove, options: WriteOptions = {}): Promise<TaskAnswer> =>
    withEtag(
      await answerOf(http.POST('/tasks/{id}/move', { body, ...writeParams({ id }, options) }), 'task'),
    ),

  /** Restores a task from the trash. */
  restore: async (id: string, options: WriteOptions = {}): Promise<TaskAnswer> =>
    withEtag(await answerOf(http.POST('/tasks/{id}/restore', writeParams({ id }, options)), 'task')),
})

/** Calls about the subtasks of a task. */
export const subtasksOf = (http: Http) => ({
  create: async (
    id: string,
    body: NewSubtask,
    options: WriteOptions = {},
  ): Promise<TaskAnswer & { subtaskId: string }> => {
    const answer = await answerOf(
      http.POST('/tasks/{id}/subtasks', { body, ...writeParams({ id }, options) }),
      'task',
    )
    return { ...withEtag(answer), subtaskId: createdId(answer.headers) }
  },

  update: async (
    id: string,
    subtaskId: string,
    body: SubtaskChanges,
    options: WriteOptions = {},
  ): Promise<TaskAnswer> => {
    const { params, ...rest } = writeParams({ id }, options)
    const path = { id, subtaskId }
    return withEtag(
      await answerOf(
        http.PATCH('/tasks/{id}/subtasks/{subtaskId}', { body, params: { ...params, path }, ...rest }),
        'task',
      ),
    )
  },

  delete: (id: string, subtaskId: string, options: WriteOptions = {}): Promise<{ success: true }> => {
    const { params, ...rest } = writeParams({ id }, options)
    const path = { id, subtaskId }
    return dataOf(
      http.DELETE('/tasks/{id}/subtasks/{subtaskId}', { params: { ...params, path }, ...rest }),
      'success',
    )
  },
})
