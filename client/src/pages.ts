interface Page {
  next_cursor: string | null
}

/** How many entries come with one request; 50 unless told, 100 at most. */
export interface PageOptions {
  limit?: number | undefined
  signal?: AbortSignal | undefined
}

/** Goes through a list page by page; the next page is fetched when the one before is used up. */
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

/** The query of one page, without what is not set: the service refuses empty parameters. */
export const pageQuery = (limit: number | undefined, cursor: string | undefined) => ({
  ...(limit !== undefined && { limit }),
  ...(cursor !== undefined && { cursor }),
})
