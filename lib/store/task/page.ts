import { maxPageBytes, postedBytes } from '../answer-size.ts'
import type { Tenant } from '../tenant.ts'
import { query } from '../read-items.ts'
import type { Item } from '../item.ts'
import type { IndexName } from '../table-definition.ts'
import type { TaskItem } from './item.ts'

/** With a filter, each query looks at this many tasks: few of them may pass. */
const filteredQueryLimit = 1_000

/** As long as one try may take (table.ts): with less time left, what a query finds would be lost at the deadline. */
const queryReserveMs = 1_500

/** Which tasks, in which order, and how an answer shows one. */
export interface PageRequest<T> {
  index: IndexName
  partition: string
  descending?: boolean
  /** The sort key behind which the page begins; undefined for the first. */
  after: string | undefined
  limit: number
  filter?: { expression: string; values: Item; names?: Record<string, string> } | undefined
  /** What the answer holds of a task, or more, but never less: by it the page is measured. */
  show: (item: TaskItem) => T
}

/** A task, and what an answer shows of it. */
export interface Entry<T> {
  item: TaskItem
  shown: T
}

/**
 * Reads tasks of an index until the page is full, the partition ends, or time runs out.
 * @returns the tasks, at least one where there are any, unless a filter and the time end it; and the sort key behind which the next page begins, undefined
 *   when nothing follows
 */
export async function readPage<T>(
  tenant: Tenant,
  { index, partition, descending = false, after, limit, filter, show }: PageRequest<T>,
): Promise<{ entries: Entry<T>[]; next: string | undefined }> {
  const keyOf = (item: object) => String((item as Item)[`${index}_sk`]) // an item as it was read has its keys
  const found: Entry<T>[] = []
  let fit = 0
  let bytes = 0
  let resumeAfter = after ?? (descending ? '~' : ' ') // behind or before every key
  let ended: boolean
  // without a filter few queries fill a page: then an answer that is short would mislead
  const startBeforeMs = filter ? tenant.deadlineMs - queryReserveMs : Infinity
  do {
    const page = await query(tenant, {
      index,
      condition: `${index}_pk = :partition AND ${index}_sk ${descending ? '<' : '>'} :after`,
      filter: filter?.expression,
      names: filter?.names,
      values: { ...filter?.values, ':partition': partition, ':after': resumeAfter },
      descending,
      // one more than the page holds tells whether another follows
      limit: filter ? filteredQueryLimit : limit + 1 - found.length,
    })
    // in these partitions lie tasks only
    for (const item of page.items as unknown as TaskItem[]) {
      const shown = show(item)
      bytes += postedBytes(shown)
      found.push({ item, shown })
      if (found.length <= limit && (bytes <= maxPageBytes || fit === 0)) fit = found.length
    }
    ended = page.last === undefined
    resumeAfter = page.last ? keyOf(page.last) : resumeAfter
  } while (!ended && found.length <= limit && bytes <= maxPageBytes && Date.now() < startBeforeMs)
  const last = found[fit - 1]
  const next = fit < found.length && last ? keyOf(last.item) : ended ? undefined : resumeAfter
  return { entries: found.slice(0, fit), next }
}
