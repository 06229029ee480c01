import { dataOf, type Http } from './http.ts'
import { pageQuery, type PageOptions } from './pages.ts'
import { sleep } from './sleep.ts'
import type { Change } from './types.ts'

export interface ChangesOptions extends PageOptions {
  /** Where an earlier reading ended; without one the feed begins with everything there is. */
  cursor?: string | undefined
  /** Begin with what happens from now on: take this cursor first, then read the lists, and nothing is missed. */
  from?: 'now' | undefined
  /** Go on for ever, and ask again after this time when there is nothing new. Without it the loop ends. */
  pollMs?: number | undefined
  /** Called with the cursor to store, each time that all changes before it have been handled. */
  onCursor?: ((cursor: string) => void | Promise<void>) | undefined
}

/** The changes behind a cursor, oldest first. A change may come twice, and none is left out. */
export class ChangeFeed implements AsyncIterable<Change> {
  readonly #http: Http
  readonly #options: ChangesOptions
  #cursor: string | undefined

  constructor(http: Http, options: ChangesOptions) {
    this.#http = http
    this.#options = options
    this.#cursor = options.cursor
  }

  /** The cursor to store: all changes before it have been handled. It moves on with each page. */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** @throws TasksApiError cursor_expired after 40 days: begin anew, without a cursor */
  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    const { limit, from, pollMs, onCursor, signal } = this.#options
    for (;;) {
      const begin = this.#cursor === undefined && from !== undefined ? { from } : {}
      const query = { ...begin, ...pageQuery(limit, this.#cursor) }
      const page = await dataOf(this.#http.GET('/changes', { params: { query }, ...(signal && { signal }) }))
      yield* page.changes
      // only here: a loop that was left within the page gets the whole page again
      this.#cursor = page.next_cursor
      await onCursor?.(page.next_cursor)
      if (page.has_more) continue
      if (pollMs === undefined) return
      await sleep(pollMs, signal)
    }
  }
}
