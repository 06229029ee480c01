import { maxComments } from '../contract/limits.ts'
import { partsOf } from '../table/in-parallel.ts'
import { hasExpired, type Item } from '../table/item.ts'
import { get, getMany } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import type { TransactionWrite } from '../table/transaction-write.ts'
import { transact } from '../table/write-items.ts'
import { anyTask, namedId, taskKey } from '../tasks/task-item.ts'
import type { Author } from './comment.ts'
import { asName, countKey, nameKey, stored, type NameItem } from './comment-item.ts'
import { countedIn, freeName, idOfExternal, itemAt, taskCheck } from './create.ts'

/** The most comments of a transaction. With their names, the count and the task they are 52 writes. */
const commentsTogether = 25

/** A comment that comes from elsewhere. */
export interface CopiedComment {
  text: string
  author: Author
  /** Tells it from the others of its task, for every repeat. */
  key: string
  /** The id that it had there. If the task has a comment with that id, it is there already. */
  originalId?: string | undefined
  externalId?: string | undefined
}

/** The task that gets comments, and the project in which it must be. */
interface Destination {
  taskId: string
  projectId: string
}

/** How many comments a task does not get. Those that it has are not among them. */
export interface LeftOut {
  /** For which it has no room. */
  full: number
  /** Whose id or external id another comment has. */
  taken: number
  /** All, since the task is in the trash, or not in the project. */
  outOfReach: number
}

/** What came of a part. */
interface Copied {
  created: number
  full: number
  taken: number
  /** The time of the last comment, in milliseconds since 1970. */
  lastMs: number
}

/** A comment with its names in this account. */
interface Named {
  comment: CopiedComment
  id: string
  originalId: string | undefined
}

/** Gives comments their ids. Of those with the same id, the first counts. */
function named(tenant: Tenant, taskId: string, comments: readonly CopiedComment[]): Named[] {
  const byId = new Map<string, Named>()
  for (const comment of comments) {
    const { key, originalId, externalId } = comment
    const id =
      externalId === undefined
        ? namedId(tenant, 'copied-comment', `${taskId} ${key}`)
        : idOfExternal(tenant, externalId)
    if (!byId.has(id)) byId.set(id, { comment, id, originalId })
  }
  return [...byId.values()]
}

/**
 * Those of a part that are missing on the task: not there, and not deleted a short time ago. And how many have a taken id, and
 * the time of the latest that is known, in milliseconds since 1970.
 */
function missingIn(items: readonly Item[], taskId: string, part: readonly Named[]) {
  const names = new Map<string | undefined, NameItem>(
    items
      .map(asName)
      .filter((name): name is NameItem => name?.comment_id !== undefined && !hasExpired(name))
      .map((name) => [name.comment_id, name]),
  )
  const isKnown = (id: string | undefined) => names.get(id)?.task_id === taskId
  const others = part.filter(({ id, originalId }) => !isKnown(id) && !isKnown(originalId))
  const missing = others.filter(({ id }) => !names.has(id))
  const latestMs = Math.max(0, ...[...names.values()].map(({ created_at }) => Date.parse(created_at)))
  return { missing, taken: others.length - missing.length, latestMs }
}

/** What every try of a part needs. */
interface Part extends Destination {
  named: readonly Named[]
  /** How many comments the task has beyond its count: those that a dry run would have added. */
  tried: number
  /** The time of the comment before, in milliseconds since 1970. */
  afterMs: number
}

/** The writes of comments, a millisecond apart: so they keep their order. */
const writesOf = (
  tenant: Tenant,
  { taskId, projectId }: Destination,
  comments: readonly Named[],
  beginMs: number,
): TransactionWrite[] =>
  comments.flatMap(({ comment: { author, ...request }, id }, index) => {
    const now = new Date(beginMs + index).toISOString()
    const item = itemAt(tenant, { id, author, request }, { id: taskId, project_id: projectId }, now)
    const name = { comment_id: id, task_id: taskId, created_at: now }
    return [{ Put: { Item: stored(tenant, item) } }, freeName(tenant, id, name)]
  })

/** Adds those of a part that are missing; returns null if the task is not active in the project. */
const copyPart = (
  tenant: Tenant,
  { named: part, tried, afterMs, ...destination }: Part,
): Promise<Copied | null> =>
  retried(tenant, async (nowMs, stamped) => {
    const { taskId, projectId } = destination
    const countOf = countKey(tenant, taskId)
    const ids = new Set(part.flatMap(({ id, originalId = id }) => [id, originalId]))
    const [task, items] = await Promise.all([
      get(stamped, taskKey(tenant, taskId)).then(anyTask),
      getMany(stamped, [countOf, ...[...ids].map((id) => nameKey(tenant, id))]),
    ])
    if (task?.project_id !== projectId || task.deleted_at !== undefined) return null
    const { missing, taken, latestMs } = missingIn(items, taskId, part)
    const count = Number(items.find(({ sk }) => sk === countOf.sk)?.comment_count ?? 0) + tried
    const fitting = missing.slice(0, Math.max(0, maxComments - count))
    // an import that was cut off a moment ago has given its comments times that are still to come
    const beginMs = Math.max(nowMs, afterMs + 1, latestMs + 1)
    const done = {
      ...{ created: fitting.length, full: missing.length - fitting.length, taken },
      lastMs: beginMs + fitting.length - 1,
    }
    if (fitting.length === 0 || tenant.isDryRun) return done
    const refusals = await transact(stamped, [
      ...writesOf(tenant, destination, fitting, beginMs),
      countedIn(tenant, taskId, fitting.length),
      taskCheck(tenant, task),
    ])
    return refusals ? undefined : done // refused, somebody else was faster
  })

/**
 * Adds comments to a task in their order, those that it does not have yet: so a repeat adds each once. What was deleted a short
 * time ago is not added again. A task that is not active in the project gets none.
 * @param added is called after each part with how many it has added, even if the rest fails
 * @throws ApiError service_unavailable, rate_limited after conflicts: a repeat adds the rest
 */
export async function copyComments(
  tenant: Tenant,
  destination: Destination,
  comments: readonly CopiedComment[],
  added: (comments: number) => void,
): Promise<LeftOut> {
  const all = named(tenant, destination.taskId, comments)
  const leftOut = {
    full: Math.max(0, all.length - maxComments),
    taken: comments.length - all.length,
    outOfReach: 0,
  }
  let created = 0
  let afterMs = 0
  for (const part of partsOf(all.slice(0, maxComments), commentsTogether)) {
    const tried = tenant.isDryRun ? created : 0
    const copied = await copyPart(tenant, { ...destination, named: part, tried, afterMs })
    if (!copied) return { full: 0, taken: 0, outOfReach: comments.length - created }
    created += copied.created
    leftOut.full += copied.full
    leftOut.taken += copied.taken
    afterMs = copied.lastMs
    added(copied.created)
  }
  return leftOut
}
