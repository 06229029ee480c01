import {
  isTasksApiError,
  type Change,
  type Comment,
  type Sync,
  type SyncStore,
  type Task,
  type TaskAnswer,
  type TasksClient,
} from '../src/index.ts'

/** An edit made in the other system that the API does not have yet. */
export interface Edit {
  id: string
  /** The label of the task, or the text of the comment; null if it was deleted. */
  text: string | null
  /** Of a comment: the id of its task there. */
  taskId?: string
}

/**
 * The tasks of the other system, or its comments. Its ids are the external ids in the API. What people made in the API has
 * none: then its id there is that of the API. Each call is one transaction, stored when it returns.
 */
export interface OtherTable<Item extends Task | Comment> {
  /** Where the sync keeps its place in the feed. */
  store: SyncStore
  /** The API's id and version of the item as last saved there; undefined if it never was. */
  seen: (id: string) => { id: string; version: number } | undefined
  /** Stores what the API has, and drops an edit. With `sent`, a newer edit stays. */
  save: (id: string, item: Item, version: number, sent?: Edit) => void
  /** Removes an item in the same way. The comments of a task stay: they may come back with it. */
  remove: (id: string, sent?: Edit) => void
  edits: () => Edit[]
  /** Drops an edit that the API refuses, and tells a person. */
  refuse: (edit: Edit, reason: string) => void
}

/** The other system: a tracker, a calendar, a table. */
export interface OtherSystem {
  tasks: OtherTable<Task>
  comments: OtherTable<Comment>
}

const etagOf = (seen: { version: number } | undefined) => seen && `"${seen.version}"`
const versionOf = (etag: string) => Number(etag.slice(1, -1))

/** Brings a change of a task to the other system. */
function pullTask({ tasks }: OtherSystem, projectId: string, { type, task, version }: Change): void {
  const id = task.external_id ?? task.id
  const seen = tasks.seen(id)
  if (version <= (seen?.version ?? 0)) return
  if (type === 'updated' && task.project_id === projectId) tasks.save(id, task, version)
  // a change may be repeated: an item that was created again since then has no `seen` yet, and is kept
  else if (seen) tasks.remove(id)
}

/** Brings all changes of comments to the other system. */
async function pullComments(client: TasksClient, { comments }: OtherSystem, projectId: string) {
  const { load, save } = comments.store
  const feed = client.comments.changes({ projectId, cursor: await load(), onCursor: save })
  for await (const { type, comment, version } of feed) {
    const id = comment.external_id ?? comment.id
    if (version <= (comments.seen(id)?.version ?? 0)) continue
    if (type === 'updated') comments.save(id, comment, version)
    else comments.remove(id)
  }
}

/** Creates a task for a new item; a task with the same external id in the trash is restored. */
async function createTask(
  client: TasksClient,
  projectId: string,
  id: string,
  label: string,
): Promise<TaskAnswer> {
  try {
    return await client.tasks.create({ projectId, label, externalId: id })
  } catch (error) {
    if (!isTasksApiError(error, 'external_id_exists')) throw error
    const { etag } = await client.tasks.restore(`ext:${id}`)
    return client.tasks.update(`ext:${id}`, { projectId, label }, { ifMatch: etag })
  }
}

/** Sends an edit of a task, unless the task has changed in the API since: then the next round fetches that change. */
async function pushTask(client: TasksClient, { tasks }: OtherSystem, projectId: string, edit: Edit) {
  const { id, text } = edit
  const seen = tasks.seen(id)
  const ifMatch = etagOf(seen)
  if (text === null) {
    if (seen) await client.tasks.delete(seen.id, { ifMatch })
    tasks.remove(id, edit)
  } else {
    const { task, etag } = seen
      ? await client.tasks.update(seen.id, { label: text }, { ifMatch })
      : await createTask(client, projectId, id, text)
    tasks.save(id, task, versionOf(etag), edit)
  }
}

/** Sends an edit of a comment in the same way. */
async function pushComment(client: TasksClient, { tasks, comments }: OtherSystem, edit: Edit) {
  const { id, text, taskId = '' } = edit
  const seen = comments.seen(id)
  const ifMatch = etagOf(seen)
  if (text === null) {
    if (seen) await client.comments.delete(seen.id, { ifMatch })
    comments.remove(id, edit)
  } else if (seen) {
    const { comment, etag } = await client.comments.update(seen.id, { text }, { ifMatch })
    comments.save(id, comment, versionOf(etag), edit)
  } else {
    const task = tasks.seen(taskId)
    if (!task) return // it waits for its task
    // with a key, a repeat after a crash gets the first answer
    const idempotencyKey = `comment-${encodeURIComponent(id)}`
    const created = await client.comments.create(task.id, { text, externalId: id }, { idempotencyKey })
    comments.save(id, created.comment, versionOf(created.etag), edit)
  }
}

/** The API refuses the edit itself. */
const refusals = ['invalid_request', 'insufficient_scope', 'quota_exceeded'] as const
/** Somebody was faster, or an earlier try before a crash: the feed tells it in the next round. */
const overtaken = [
  ...(['precondition_failed', 'task_not_found', 'comment_not_found'] as const),
  ...(['external_id_exists', 'idempotency_key_reused'] as const),
]

/** Sends the edits of a table, one after the other. */
async function pushAll(
  { edits, refuse }: Pick<OtherTable<Task>, 'edits' | 'refuse'>,
  push: (edit: Edit) => Promise<void>,
) {
  for (const edit of edits()) {
    try {
      await push(edit)
    } catch (error) {
      if (isTasksApiError(error, ...refusals)) refuse(edit, error.message)
      else if (!isTasksApiError(error, ...overtaken)) throw error
    }
  }
}
/**
 * A two-way sync. Each round first gets the API's changes, then sends the edits. If both changed, the API wins. The feeds
 * leave nothing out: a write of the sync comes back, and is known by its version. If the sync was killed before it got the
 * answer, that is how it learns of its write.
 */
export const twoWaySync = (
  client: TasksClient,
  other: OtherSystem,
  projectId: string,
  secrets: readonly string[] = [],
): Sync =>
  client.sync({
    store: other.tasks.store,
    secrets,
    excludeOriginIds: [],
    onChange: (change) => {
      pullTask(other, projectId, change)
    },
    onCaughtUp: async () => {
      await pullComments(client, other, projectId)
      await pushAll(other.tasks, (edit) => pushTask(client, other, projectId, edit))
      await pushAll(other.comments, (edit) => pushComment(client, other, edit))
    },
  })
