import { dataOf, type Outcome } from './http.ts'

interface Page {
  next_cursor: string | null
}

/** `limit` is the page size. */
export interface PageOptions {
  limit?: number | undefined
  signal?: AbortSignal | undefined
}

/** What openapi-fetch takes for one page: its part of the query, and the signal. */
interface PageCall {
  page: ReturnType<typeof pageQuery>
  options: { signal?: AbortSignal }
}

/**
 * Iterates over a list page by page. The next page is fetched when the previous one is used up.
 * @param member the member of a page that holds its entries
 */
export async function* entriesOf<M extends string, E>(
  member: M,
  { limit, signal }: PageOptions,
  fetchPage: (call: PageCall) => Promise<Outcome<Page & Record<M, E[]>>>,
): AsyncGenerator<E, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await dataOf(
      fetchPage({ page: pageQuery(limit, cursor), options: { ...(signal && { signal }) } }),
      member,
    )
    yield* page[member]
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** The query of one page. Unset parameters are left out, because the service refuses empty ones. */
export const pageQuery = (limit: number | undefined, cursor: string | undefined) => ({
  ...(limit !== undefined && { limit }),
  ...(cursor !== undefined && { cursor }),
})
