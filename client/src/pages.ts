interface Page {
  next_cursor: string | null
}

/** `limit` is the page size: 50 by default, at most 100. */
export interface PageOptions {
  limit?: number | undefined
  signal?: AbortSignal | undefined
}

/** Iterates over a list page by page. The next page is fetched when the previous one is used up. */
export async function* entriesOf<P extends Page, E>(
  fetchPage: (cursor: string | undefined) => Promise<P>,
  entries: (page: P) => E[],
): AsyncGenerator<E, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await fetchPage(cursor)
    yield* entries(page)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** The query of one page. Unset parameters are left out, because the service refuses empty ones. */
export const pageQuery = (limit: number | undefined, cursor: string | undefined) => ({
  ...(limit !== undefined && { limit }),
  ...(cursor !== undefined && { cursor }),
})
