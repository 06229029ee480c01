import { isTasksApiError, type Task, type TaskAnswer, type TasksClient } from '../src/index.ts'

/** The other system: a tracker, a calendar, a table of yours. Its ids are the external ids of the tasks. */
export interface OtherSystem {
  cursor: () => string | undefined
  storeCursor: (cursor: string) => void
  /** The `updated_at` of the task as it was last saved there; undefined: never. */
  seen: (id: string) => string | undefined
  /** Takes a task over as it is here; an edit of the same id is dropped. */
  save: (id: string, task: Task) => void
  /** Forgets an item, and an edit of it. */
  remove: (id: string) => void
  /** What people have edited there since it was saved; a label of null: deleted. */
  edits: () => { id: string; label: string | null }[]
  /** Drops an edit that is not taken here, and tells a person. */
  refuse: (id: string, reason: string) => void
}

/** Makes a task of what was made there; one that was deleted here before comes back. */
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

/** Brings one edit here, unless the task has changed here meanwhile: the next round takes that over. */
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
  const { task, etag } = await client.tasks.get(`ext:${id}`)
  if (task.updated_at !== seen) return
  if (label === null) {
    await client.tasks.delete(task.id, { ifMatch: etag })
    other.remove(id)
  } else {
    other.save(id, (await client.tasks.update(task.id, { label }, { ifMatch: etag })).task)
  }
}

/** One round of a two-way sync: what has changed here, then what has changed there. Where both have, here wins. */
export async function syncOnce(client: TasksClient, other: OtherSystem, projectId: string): Promise<void> {
  const onCursor = other.storeCursor
  for await (const { type, task } of client.changes({ cursor: other.cursor(), onCursor })) {
    const id = task.external_id
    if (id === undefined) continue
    const seen = other.seen(id)
    if (type === 'deleted' || task.project_id !== projectId) {
      // a change may come again: what was made there anew since then was not seen here, and stays
      if (seen !== undefined) other.remove(id)
    } else if (task.updated_at !== seen) other.save(id, task)
  }
  for (const { id, label } of other.edits()) {
    try {
      await push(client, other, projectId, id, label)
    } catch (error) {
      if (isTasksApiError(error, 'invalid_request')) other.refuse(id, error.message)
      // changed or deleted here meanwhile: the next round learns of it from the feed
      else if (!isTasksApiError(error, 'precondition_failed', 'task_not_found')) throw error
    }
  }
}
