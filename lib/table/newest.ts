import { hasExpired, type Item } from './item.ts'
import { query } from './read-items.ts'
import type { Storage } from './storage.ts'

/** The most queries for one page. A query reads at most 1 MB, so a page of large items may end early. */
const maxQueries = 4

/** An item of a log, whose sort key is a prefix and a UUIDv7. */
export interface LogItem {
  id: string
  outcome: string
  expires_at: number
}

/** The part of a log to read. */
interface NewestRequest<I> {
  partition: string
  prefix: string
  /** The id to start before; `~` for the newest. */
  before: string
  enough: number
  outcome?: string | undefined
  as: (item: Item) => I
}

/**
 * Reads the newest items of a log before an id, until there are enough. The `before` that it returns is where to continue,
 * or undefined at the end.
 */
export async function newest<I extends LogItem>(
  storage: Storage,
  { partition, prefix, before, enough, outcome, as }: NewestRequest<I>,
): Promise<{ found: I[]; before: string | undefined }> {
  const found: I[] = []
  let end: string | undefined = before
  for (let queries = 0; end !== undefined && found.length < enough && queries < maxQueries; queries++) {
    const { items, last } = await query(storage, {
      condition: 'pk = :partition AND sk BETWEEN :start AND :end',
      values: {
        ':partition': partition,
        ':start': prefix,
        ':end': `${prefix}${end}`,
        ...(outcome !== undefined && { ':outcome': outcome }),
      },
      filter: outcome === undefined ? undefined : 'outcome = :outcome',
      descending: true,
      ...(outcome === undefined && { limit: enough + 1 }),
    })
    const limit = end
    found.push(...items.map(as).filter((item) => item.id !== limit && !hasExpired(item)))
    end = last && String(last.sk).slice(prefix.length)
  }
  return { found, before: end }
}

/** A page of a log: its items, and where the next page begins; undefined at the end. */
export async function newestPage<I extends LogItem>(
  storage: Storage,
  { limit, ...request }: Omit<NewestRequest<I>, 'enough'> & { limit: number },
): Promise<{ items: I[]; next: string | undefined }> {
  const { found, before } = await newest(storage, { ...request, enough: limit + 1 })
  return { items: found.slice(0, limit), next: found.length > limit ? found[limit - 1]?.id : before }
}
