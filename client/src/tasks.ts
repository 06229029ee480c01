import { dryRunQuery, triedTask, type DryRun, type TriedTask } from './dry-run.ts'
import { TasksApiError } from './error.ts'
import { etagOf } from './etag.ts'
import { answerOf, at, createdId, dataOf, type CallOptions, type Http } from './http.ts'
import { maxIdempotencyKeyCharacters } from './limits.ts'
import { entriesOf, type PageOptions } from './pages.ts'
import type {
  AccountTaskFilter,
  BulkAnswer,
  BulkOperation,
  NewSubtask,
  NewTask,
  SubtaskChanges,
  Task,
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
  /**
   * Identifies this create and its repeats, for example the id of a webhook delivery. Random by default. It has no effect on a
   * task with an `id` of its own, which identifies it.
   */
  idempotencyKey?: string | undefined
}

export const writeParams = (path: { id: string }, { ifMatch, signal }: WriteOptions) => ({
  params: { path, ...(ifMatch !== undefined && { header: { 'If-Match': ifMatch } }) },
  ...(signal && { signal }),
})

export const withEtag = ({
  data,
  headers,
}: {
  data: Omit<TaskAnswer, 'etag'>
  headers: Headers
}): TaskAnswer => ({
  ...data,
  etag: etagOf(headers) ?? '',
})

export interface BulkOptions extends CreateOptions {
  /** Whether the service only says what it would do. */
  dryRun?: boolean | undefined
}

/** @throws TasksApiError invalid_request: the key could not be sent as a header */
export function keyHeader(idempotencyKey: string): { 'Idempotency-Key': string } {
  if (!/^[\x20-\x7e]+$/.test(idempotencyKey) || idempotencyKey.length > maxIdempotencyKeyCharacters) {
    throw new TasksApiError(
      'invalid_request',
      `idempotencyKey must be 1 to ${maxIdempotencyKeyCharacters} printable ASCII characters. Encode any others.`,
    )
  }
  return { 'Idempotency-Key': idempotencyKey }
}

export const isReplay = (headers: Headers): boolean => headers.get('Idempotency-Replayed') === 'true'

/** The calls that can be tried: what they return depends on `dryRun`. */
function triableOf(http: Http) {
  async function create(body: NewTask, options: CreateOptions & DryRun): Promise<TriedTask>
  async function create(
    body: NewTask,
    options?: CreateOptions & { dryRun?: false },
  ): Promise<TaskAnswer & { replayed: boolean }>
  async function create(
    body: NewTask,
    { idempotencyKey = crypto.randomUUID(), signal, dryRun }: CreateOptions & { dryRun?: boolean } = {},
  ): Promise<TriedTask | (TaskAnswer & { replayed: boolean })> {
    const params = { header: keyHeader(idempotencyKey), ...dryRunQuery(dryRun) }
    const answer = await answerOf(http.POST('/tasks', { body, params, ...(signal && { signal }) }), 'task')
    return dryRun ? triedTask(answer) : { ...withEtag(answer), replayed: isReplay(answer.headers) }
  }

  async function update(id: string, body: TaskChanges, options: WriteOptions & DryRun): Promise<TriedTask>
  async function update(
    id: string,
    body: TaskChanges,
    options?: WriteOptions & { dryRun?: false },
  ): Promise<TaskAnswer>
  async function update(
    id: string,
    body: TaskChanges,
    { dryRun, ...options }: WriteOptions & { dryRun?: boolean } = {},
  ): Promise<TriedTask | TaskAnswer> {
    const { params, ...rest } = writeParams({ id }, options)
    const answer = await answerOf(
      http.PATCH('/tasks/{id}', { body, params: { ...params, ...dryRunQuery(dryRun) }, ...rest }),
      'task',
    )
    return dryRun ? triedTask(answer) : withEtag(answer)
  }

  return { create, update }
}

/** Calls about tasks. An id is a UUID, or `ext:` followed by an external id. */
export const tasksOf = (http: Http) => ({
  get: async (id: string, options: CallOptions = {}): Promise<TaskAnswer> =>
    withEtag(await answerOf(http.GET('/tasks/{id}', at({ id }, options)), 'task')),

  /** The tasks of all projects, the last changed first, or with `order: 'oldest'` the least recently changed. */
  list: ({ limit, signal, ...filter }: AccountTaskFilter & PageOptions = {}): AsyncGenerator<
    Task,
    void,
    undefined
  > =>
    entriesOf('tasks', { limit, signal }, ({ page, options }) =>
      http.GET('/tasks', { params: { query: { ...filter, ...page } }, ...options }),
    ),

  /**
   * Creates a task once, even if retried. `replayed` is true if an earlier call with the same key or `id` created it. With
   * `dryRun: true` it creates none, and returns a `TriedTask`, which has no `task`.
   */
  create: triableOf(http).create,

  /**
   * Changes the fields that are given. With `dryRun: true` it changes none, and returns a `TriedTask`, which has no
   * `task`.
   */
  update: triableOf(http).update,

  /**
   * Does up to 100 operations. Each succeeds or fails by itself: look at `failed` and the results. A retry creates no
   * task twice; nor does another call with the same key and the same operations.
   */
  bulk: async (
    operations: readonly BulkOperation[],
    { idempotencyKey = crypto.randomUUID(), dryRun = false, signal }: BulkOptions = {},
  ): Promise<BulkAnswer> =>
    dataOf(
      http.POST('/tasks/bulk', {
        body: { operations: [...operations] },
        params: { header: keyHeader(idempotencyKey), ...dryRunQuery(dryRun) },
        ...(signal && { signal }),
      }),
      'results',
    ),

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
