import { isTasksApiError, type Change, type Task, type TasksClient } from '../../client/src/index.ts'

/** One of two services whose tasks are kept equal. A task on one side is that on the other by its external id. */
export interface Side {
  name: 'A' | 'B'
  /** It writes with an origin of its own. */
  client: TasksClient
  projectId: string
}

/** What the mirror knows of a pair of tasks. A real program would keep it in a table, one row a pair. */
export interface Link {
  /** The time of the version on each side when both were equal. */
  known: Partial<Record<Side['name'], string>>
  /**
   * What the mirror may have written to each side since then. It is stored before it is sent: after a kill, it tells the
   * mirror's own write from a person's.
   */
  sent: Partial<Record<Side['name'], string[]>>
}

/** A task as the mirror compares it. */
interface State {
  /** `deleted`, or what both sides must agree on. */
  content: string
  /** When it was written. */
  time: string
  etag?: string
  /** The content that a restore brings back. */
  trashed?: string
}

const deleted = 'deleted'

export const contentOf = ({ label, status }: Pick<Task, 'label' | 'status'>): string =>
  JSON.stringify({ label, status })

const fieldsOf = (content: string) => JSON.parse(content) as Pick<Task, 'label' | 'status'>

const sourceOf = (change: Change): State =>
  change.type === 'deleted'
    ? { content: deleted, time: change.task.deleted_at }
    : { content: contentOf(change.task), time: change.task.updated_at }

/** The task on a side; undefined if there has never been one. */
async function stateOn({ client, projectId }: Side, id: string): Promise<State | undefined> {
  try {
    const { task, etag } = await client.tasks.get(`ext:${id}`)
    return { content: contentOf(task), time: task.updated_at, etag }
  } catch (error) {
    if (!isTasksApiError(error, 'task_not_found')) throw error
  }
  for await (const task of client.projects.listTrash(projectId, { limit: 100 })) {
    if (task.external_id === id) {
      return { content: deleted, time: task.deleted_at, trashed: contentOf(task) }
    }
  }
  return undefined
}

/** Makes the task on a side a bit more like the source. Whether that succeeded shows when it is read again. */
async function write({ client, projectId }: Side, id: string, source: State, target: State | undefined) {
  const ifMatch = target?.etag
  try {
    if (source.content === deleted) await client.tasks.delete(`ext:${id}`, { ifMatch })
    else if (!target) await client.tasks.create({ projectId, externalId: id, ...fieldsOf(source.content) })
    else if (target.content === deleted) await client.tasks.restore(`ext:${id}`)
    else await client.tasks.update(`ext:${id}`, fieldsOf(source.content), { ifMatch })
  } catch (error) {
    // someone else was faster, or this is the retry of a write whose answer was lost
    if (!isTasksApiError(error, 'precondition_failed', 'task_not_found', 'external_id_exists')) throw error
  }
}

const maxTries = 50

/**
 * Carries changes from one side to the other. If both sides have changed, the later write wins, and side A if they are
 * of the same time. A person's write that is left alone comes by the feed of its own side.
 */
export class Mirror {
  readonly #load: (id: string) => Link
  readonly #save: (id: string, link: Link) => void
  /** The last turn of each pair: its changes are handled one after the other. */
  readonly #turns = new Map<string, Promise<void>>()

  constructor(load: (id: string) => Link, save: (id: string, link: Link) => void) {
    this.#load = load
    this.#save = save
  }

  /** Applies a change of one side to the other. */
  carry(from: Side, to: Side, change: Change): Promise<void> {
    const id = change.task.external_id
    if (id === undefined || change.task.project_id !== from.projectId) return Promise.resolve()
    const before = this.#turns.get(id) ?? Promise.resolve()
    const turn = before.then(() => this.#settle(from, to, id, sourceOf(change)))
    this.#turns.set(
      id,
      turn.catch(() => undefined),
    )
    return turn
  }

  async #settle(from: Side, to: Side, id: string, source: State): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { known, sent } = this.#load(id)
      if (source.time <= (known[from.name] ?? '')) return
      const target = await stateOn(to, id)
      if ((target?.content ?? deleted) === source.content) {
        const times = { [from.name]: source.time, ...(target && { [to.name]: target.time }) }
        this.#save(id, { known: { ...known, ...times }, sent: {} })
        return
      }
      const isUnchanged = !target || target.time === known[to.name] || sent[to.name]?.includes(target.content)
      const isLater =
        target && (target.time > source.time || (target.time === source.time && to.name === 'A'))
      if (!isUnchanged && isLater) return
      const mine = [...(sent[to.name] ?? []), source.content, target?.trashed ?? source.content]
      this.#save(id, { known, sent: { ...sent, [to.name]: [...new Set(mine)] } })
      await write(to, id, source, target)
    }
    throw new Error(`The task ${id} does not settle.`)
  }
}
