import type { Tenant } from '../send.ts'
import { query } from '../storage.ts'
import type { IndexName, Item } from '../table.ts'
import type { TaskItem } from './item.ts'

/** A page ends early rather than pass this, for a Lambda's answer ends at 6 MB. */
const maxPageBytes = 4 * 1024 * 1024

/** With a filter, each query looks at this many tasks: few of them may pass. */
const filteredQueryLimit = 1_000

/** Which tasks, in which order. */
export interface PageRequest {
  index: IndexName
  partition: string
  descending?: boolean
  /** The sort key behind which the page begins; undefined for the first. */
  after: string | undefined
  limit: number
  filter?: { expression: string; values: Item; names?: Record<string, string> } | undefined
}

/** How many of the first items fit into one answer, at least one. */
function fitting(items: Item[]): number {
  let bytes = 0
  const end = items.findIndex((item) => (bytes += Buffer.byteLength(JSON.stringify(item))) > maxPageBytes)
  return end === -1 ? items.length : Math.max(end, 1)
}

/**
 * Reads tasks of an index until the page is full, the partition ends, or time runs out.
 * @returns the tasks, and the sort key behind which the next page begins; undefined when nothing follows
 */
export async function readPage(
  tenant: Tenant,
  { index, partition, descending = false, after, limit, filter }: PageRequest,
): Promise<{ items: TaskItem[]; next: string | undefined }> {
  const keyOf = (item: Item) => String(item[`${index}_sk`])
  const found: Item[] = []
  let place = after ?? (descending ? '~' : ' ') // behind or before every key
  let ended = false
  while (!ended && found.length <= limit && Date.now() < tenant.deadlineMs) {
    const page = await query(tenant, {
      index,
      condition: `${index}_pk = :partition AND ${index}_sk ${descending ? '<' : '>'} :after`,
      filter: filter?.expression,
      names: filter?.names,
      values: { ...filter?.values, ':partition': partition, ':after': place },
      descending,
      // one more than the page holds tells whether another follows
      limit: filter ? filteredQueryLimit : limit + 1 - found.length,
    })
    found.push(...page.items)
    ended = page.last === undefined
    place = page.last ? keyOf(page.last) : place
  }
  const fit = fitting(found.slice(0, limit))
  const last = found[fit - 1]
  const next = fit < found.length && last ? keyOf(last) : ended ? undefined : place
  return { items: found.slice(0, fit) as unknown as TaskItem[], next } // in these partitions lie tasks only
}
