import { isTasksApiError, type Task, type TasksClient } from '../src/index.ts'

/** The other system: a tracker, a calendar, a table of yours. Its ids are the external ids of the tasks. */
export interface OtherSystem {
  cursor: () => string | undefined
  storeCursor: (cursor: string) => void
  /** The `updated_at` of the task as it was last saved there; undefined: never. */
  seen: (id: string) => string | undefined
  /** Takes a task over as it is here; an edit of the same id is dropped. */
  save: (id: string, task: Task) => void
  remove: (id: string) => void
  /** What people have edited there since it was saved. */
  edits: () => { id: string; label: string }[]
}

/** One round of a two-way sync: what has changed here, then what has changed there. Where both have, here wins. */
export async function syncOnce(client: TasksClient, other: OtherSystem, projectId: string): Promise<void> {
  const onCursor = other.storeCursor
  for await (const { type, task } of client.changes({ cursor: other.cursor(), onCursor })) {
    const id = task.external_id
    if (task.project_id !== projectId || id === undefined) continue
    if (type === 'deleted') other.remove(id)
    // a change may come twice, and the second time there may be an edit that must stay
    else if (task.updated_at !== other.seen(id)) other.save(id, task)
  }
  for (const { id, label } of other.edits()) {
    try {
      if (other.seen(id) === undefined) {
        const { task } = await client.tasks.create({ projectId, label, externalId: id })
        other.save(id, task)
        continue
      }
      const { task, etag } = await client.tasks.get(`ext:${id}`)
      if (task.updated_at !== other.seen(id)) continue // changed here meanwhile: the next round takes it over
      const updated = await client.tasks.update(task.id, { label }, { ifMatch: etag })
      other.save(id, updated.task)
    } catch (error) {
      // made, changed or deleted here meanwhile: the next round learns of it from the feed
      if (!isTasksApiError(error, 'external_id_exists', 'precondition_failed', 'task_not_found')) throw error
    }
  }
}
