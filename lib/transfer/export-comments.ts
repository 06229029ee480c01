import { countKey, placeOf, toComment, type CommentItem } from '../comments/comment-item.ts'
import type { Comment } from '../comments/comment.ts'
import { firstPlace, readComments } from '../comments/list.ts'
import { maxPageEntries } from '../contract/limits.ts'
import { maxPageBytes, postedTextBytes } from '../table/answer-size.ts'
import { inParallel } from '../table/in-parallel.ts'
import { hasExpired } from '../table/item.ts'
import { get, getAll } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Entry } from '../tasks/page.ts'
import { anyTask, listKey, taskKey, type TaskItem } from '../tasks/task-item.ts'

/** The tasks that are read at once: as many as one round trip finds the counts of. The page may end within them. */
const tasksTogether = 100

/** The comments that are read at once: those of some tasks, or a part of those of one. */
const commentsTogether = maxPageEntries

/** The queries that run at once. */
const parallel = 10

type TaskEntry = Entry<string>
type ReadComments = Awaited<ReturnType<typeof readComments>>

/** A page of tasks and comments. */
interface WithComments {
  projectId: string
  /** Where the page starts; undefined for the first page. */
  resumePoint: string | undefined
  /** The most rows of the page. */
  limit: number
  /** Reads tasks from a resume point on. */
  read: (
    resumePoint: string | undefined,
    limit: number,
  ) => Promise<{ entries: TaskEntry[]; next: string | undefined }>
  /** How a comment is written. */
  rowOf: (comment: Comment) => string
}

/** A row, and where the page after it starts; undefined after the last one. */
interface Row {
  text: string
  next: string | undefined
}

const phaseOf = ({ deleted_at }: TaskItem) => (deleted_at === undefined ? 'tasks' : 'trash')

/** The resume point after a task and its comments. */
const pointOf = (task: TaskItem): string =>
  `${phaseOf(task)} ${listKey(task.deleted_at ?? task.position, task.id)}`

const readPart = (tenant: Tenant, taskId: string, after: string): Promise<ReadComments> =>
  readComments(tenant, taskId, { after, limit: commentsTogether })

/**
 * Cuts tasks where they have more comments than are read at once, so that little is read in vain when the page ends. Each part
 * has at least one task.
 */
function partsOf(entries: readonly TaskEntry[], countOf: (entry: TaskEntry) => number): TaskEntry[][] {
  const parts: TaskEntry[][] = []
  let comments = 0
  for (const entry of entries) {
    const part = parts.at(-1)
    comments += countOf(entry)
    if (part && comments <= commentsTogether) part.push(entry)
    else {
      parts.push([entry])
      comments = countOf(entry)
    }
  }
  return parts
}

/** Reads how many comments tasks have, by their ids; a task without any may be missing. */
async function countsOf(tenant: Tenant, entries: readonly TaskEntry[]): Promise<Map<string, number>> {
  const keys = new Map(entries.map(({ item: { id } }) => [countKey(tenant, id).sk, id]))
  const found = await getAll(
    tenant,
    entries.map(({ item }) => countKey(tenant, item.id)),
    'sk, comment_count',
  )
  return new Map(found.map(({ sk, comment_count }) => [keys.get(String(sk)) ?? '', Number(comment_count)]))
}

/** The rows of the comments of a task: those that were read, and then the others. */
async function* rowsOfComments(
  tenant: Tenant,
  {
    item: task,
    read,
    rowOf,
    end,
  }: {
    item: TaskItem
    read: ReadComments
    rowOf: WithComments['rowOf']
    /** Where the page after the last of them starts. */
    end: string | undefined
  },
): AsyncGenerator<Row, void, undefined> {
  const rowAfter = (comment: CommentItem, isLast: boolean): Row => ({
    text: rowOf(toComment(comment).comment),
    next: isLast ? end : `${pointOf(task)} ${placeOf(comment)}`,
  })
  for (let part = read; ; part = await readPart(tenant, task.id, part.next)) {
    for (const [index, comment] of part.items.entries())
      yield rowAfter(comment, part.next === undefined && index === part.items.length - 1)
    if (part.next === undefined) return
  }
}

/** The rows of some tasks and their comments. `end` is where the page after all of them starts. */
async function* rowsOfTasks(
  tenant: Tenant,
  entries: readonly TaskEntry[],
  end: string | undefined,
  rowOf: WithComments['rowOf'],
): AsyncGenerator<Row, void, undefined> {
  const counts = await countsOf(tenant, entries)
  const countOf = ({ item }: TaskEntry) => counts.get(item.id) ?? 0
  for (const part of partsOf(entries, countOf)) {
    const comments = new Map<TaskEntry, ReadComments>()
    await inParallel(
      part.filter((entry) => countOf(entry) > 0),
      parallel,
      async (entry) => {
        const { item } = entry
        comments.set(entry, await readPart(tenant, item.id, firstPlace(item)))
      },
    )
    for (const entry of part) {
      const { item, shown } = entry
      const after = entry === entries.at(-1) ? end : pointOf(item)
      const read = comments.get(entry) ?? { items: [], next: undefined }
      yield { text: shown, next: read.items.length > 0 ? `${pointOf(item)} ` : after }
      yield* rowsOfComments(tenant, { item, read, rowOf, end: after })
    }
  }
}

/** The rest of the comments of the task in whose midst a page ended; none if the task has left the list since. */
async function* rowsInMidst(
  tenant: Tenant,
  { projectId, rowOf }: WithComments,
  { phase, key, place }: { phase: string; key: string; place: string },
): AsyncGenerator<Row, void, undefined> {
  const item = anyTask(await get(tenant, taskKey(tenant, key.slice(key.indexOf('#') + 1))))
  // the cursor may be forged, and the task may have moved to where the reader sees nothing
  if (item?.project_id !== projectId || phaseOf(item) !== phase || hasExpired(item)) return
  const read = await readPart(tenant, item.id, place === '' ? firstPlace(item) : place)
  yield* rowsOfComments(tenant, { item, read, rowOf, end: `${phase} ${key}` })
}

/** All rows from where the page starts, read as they are taken. */
async function* allRows(tenant: Tenant, exporting: WithComments): AsyncGenerator<Row, void, undefined> {
  const { resumePoint, limit, read, rowOf } = exporting
  const [phase = '', key = '', place] = resumePoint?.split(' ') ?? []
  const isInMidst = place !== undefined
  if (isInMidst) yield* rowsInMidst(tenant, exporting, { phase, key, place })
  let point = isInMidst ? `${phase} ${key}` : resumePoint
  do {
    const { entries, next } = await read(point, Math.min(tasksTogether, limit))
    if (entries.length > 0) yield* rowsOfTasks(tenant, entries, next, rowOf)
    point = next
  } while (point !== undefined)
}

/**
 * Reads a page of tasks, each followed by its comments, oldest first. Which tasks have comments is known by their counts. It
 * ends within the comments of a task if that has more than the page takes, and holds at most some parts of them at once.
 */
export async function withComments(
  tenant: Tenant,
  exporting: WithComments,
): Promise<{ rows: string[]; next: string | undefined }> {
  const rows: string[] = []
  let next = exporting.resumePoint
  let bytes = 0
  for await (const row of allRows(tenant, exporting)) {
    bytes += postedTextBytes(row.text)
    if (rows.length > 0 && bytes > maxPageBytes) return { rows, next }
    rows.push(row.text)
    next = row.next
    if (rows.length === exporting.limit) return { rows, next }
  }
  return { rows, next: undefined }
}
