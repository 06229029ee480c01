import {
  isTasksApiError,
  type Change,
  type Sync,
  type SyncStore,
  type Task,
  type TaskAnswer,
  type TasksClient,
} from '../src/index.ts'

/**
 * The other system: a tracker, a calendar, a table. Its ids are the external ids of the tasks. A task that a person has made
 * has none: then the item has the task's own id.
 */
export interface OtherSystem {
  /** Where the sync keeps its place. */
  store: SyncStore
  /** The task's id, and the `updated_at` of its version last saved there; undefined if none was. */
  seen: (id: string) => Pick<Task, 'id' | 'updated_at'> | undefined
  /** Stores the API's version of a task, and drops an edit with the same id. */
  save: (id: string, task: Task) => void
  /** Removes an item, and an edit of it. */
  remove: (id: string) => void
  /** The edits made there since the last save. A label of null means that the item was deleted. */
  edits: () => { id: string; label: string | null }[]
  /** Drops an edit that the API refuses, and tells a person. */
  refuse: (id: string, reason: string) => void
}

/** Creates a task for a new item; a task with the same external id in the trash is restored. */
async function create(
  client: TasksClient,
  projectId: string,
  id: string,
  label: string,
): Promise<TaskAnswer> {
  try {
    return await client.tasks.create({ projectId, label, externalId: id })
  } catch (error) {
    if (!isTasksApiError(error, 'external_id_exists')) throw error
    await client.tasks.restore(`ext:${id}`)
    return client.tasks.update(`ext:${id}`, { projectId, label })
  }
}

/** Sends one edit to the API, unless the task has changed there since: then the next round fetches that change. */
async function push(
  client: TasksClient,
  other: OtherSystem,
  projectId: string,
  id: string,
  label: string | null,
) {
  const seen = other.seen(id)
  if (seen === undefined) {
    if (label === null) other.remove(id)
    else other.save(id, (await create(client, projectId, id, label)).task)
    return
  }
  const { task, etag } = await client.tasks.get(seen.id)
  if (task.updated_at !== seen.updated_at) return
  if (label === null) {
    await client.tasks.delete(task.id, { ifMatch: etag })
    other.remove(id)
  } else {
    other.save(id, (await client.tasks.update(task.id, { label }, { ifMatch: etag })).task)
  }
}

/** Brings a change of the API to the other system. */
function pull(other: OtherSystem, projectId: string, { type, task }: Change): void {
  const id = task.external_id ?? task.id
  const seen = other.seen(id)
  if (type === 'deleted' || task.project_id !== projectId) {
    // a change may be repeated: an item that was created again since then has no `seen` yet, and is kept
    if (seen !== undefined) other.remove(id)
  } else if (task.updated_at !== seen?.updated_at) other.save(id, task)
}

/** Sends all edits of the other system to the API. */
async function pushAll(client: TasksClient, other: OtherSystem, projectId: string): Promise<void> {
  for (const { id, label } of other.edits()) {
    try {
      await push(client, other, projectId, id, label)
    } catch (error) {
      if (isTasksApiError(error, 'invalid_request')) other.refuse(id, error.message)
      // the task was changed or deleted since: the next round gets that from the feed
      else if (!isTasksApiError(error, 'precondition_failed', 'task_not_found')) throw error
    }
  }
}

/** A two-way sync. Each round first gets the API's changes, then sends the edits. If both changed, the API wins. */
export const twoWaySync = (
  client: TasksClient,
  other: OtherSystem,
  projectId: string,
  secrets: readonly string[] = [],
): Sync =>
  client.sync({
    store: other.store,
    secrets,
    onChange: (change) => {
      pull(other, projectId, change)
    },
    onCaughtUp: () => pushAll(client, other, projectId),
  })
