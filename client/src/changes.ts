import { isTasksApiError } from './error.ts'
import { dataOf, type Http, type Outcome } from './http.ts'
import { pageQuery, type PageOptions } from './pages.ts'
import type { operations } from './schema.ts'
import { sleep } from './sleep.ts'
import type { Change } from './types.ts'

export interface ChangesOptions extends PageOptions {
  /** The cursor of an earlier read. Without one the feed starts with all existing tasks. */
  cursor?: string | undefined
  /** Start with changes from now on. Read the feed's first page, then the lists, and nothing is missed. */
  from?: 'now' | undefined
  /** Leave out the tasks whose last write named one of these origins, at most ten: the echo of a sync. */
  excludeOriginIds?: readonly string[] | undefined
  /** Leave out tasks whose last write was made with this client's token. */
  excludeSelf?: boolean | undefined
  /**
   * Follow the feed forever, even through outages of the service, and poll at this interval when there is nothing new.
   * Without it the loop ends after the last change.
   */
  pollMs?: number | undefined
  /** Called with the cursor to store, each time all changes before it have been handled. */
  onCursor?: ((cursor: string) => void | Promise<void>) | undefined
}

/** How far back the feed may repeat changes: the service repeats ten seconds, and clocks may differ. */
const repeatedMs = 60_000

/** A change of any feed. Its id names the write for ever, and ends with its time in ms since 1970. */
interface AnyChange {
  id: string
}

const timeOf = (id: string): number => Number(id.split('_').at(-1))

/** A page of a feed. */
export interface FeedPage<C> {
  changes: C[]
  next_cursor: string
  has_more: boolean
}

/** The query of a page of a feed. */
type FeedQuery = NonNullable<operations['changes.list']['parameters']['query']>

/** Temporary errors. A reader that follows the feed waits and retries. */
export const passing = ['network_error', 'service_unavailable', 'rate_limited', 'internal_error'] as const

/**
 * The changes after a cursor, oldest first. The service repeats the last seconds in each round, but one feed yields
 * each change once. Some may be repeated after leaving a loop within a page, or when starting at a stored cursor.
 */
export class ChangeFeed<C extends AnyChange = Change> implements AsyncIterable<C> {
  readonly #get: (query: FeedQuery) => Promise<Outcome<FeedPage<C>>>
  readonly #options: ChangesOptions
  #cursor: string | undefined
  /** The ids of the changes that the next round may repeat. */
  #handed = new Set<string>()

  /** @param get asks for a page */
  constructor(get: (query: FeedQuery) => Promise<Outcome<FeedPage<C>>>, options: ChangesOptions) {
    this.#get = get
    this.#options = options
    this.#cursor = options.cursor
  }

  /** The cursor to store: all changes before it have been handled. It advances with each page. */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** Reads the next page. When following the feed, retries temporary errors forever. */
  async #readPage() {
    const { limit, from, pollMs, signal, excludeOriginIds = [], excludeSelf } = this.#options
    const begin = this.#cursor === undefined && from !== undefined ? { from } : {}
    const query = {
      ...begin,
      ...pageQuery(limit, this.#cursor),
      ...(excludeOriginIds.length > 0 && { excludeOriginId: [...excludeOriginIds] }),
      ...(excludeSelf && { excludeSelf: 'true' as const }),
    }
    for (;;) {
      try {
        return await dataOf(this.#get(query), 'changes')
      } catch (error) {
        if (pollMs === undefined || !isTasksApiError(error, ...passing)) throw error
        await sleep(Math.max(pollMs, error.retryAfterMs), signal)
      }
    }
  }

  /** @throws TasksApiError cursor_expired after 40 days: start again without a cursor */
  async *[Symbol.asyncIterator](): AsyncGenerator<C, void, undefined> {
    const { pollMs, onCursor, signal } = this.#options
    const round = new Set<string>()
    for (;;) {
      const page = await this.#readPage()
      for (const change of page.changes) {
        if (!this.#handed.has(change.id)) yield change
        round.add(change.id)
      }
      // set only after the page: a loop that was left within it gets the whole page again
      this.#cursor = page.next_cursor
      await onCursor?.(page.next_cursor)
      if (page.has_more) continue
      this.#remember(round)
      round.clear()
      if (pollMs === undefined) return
      await sleep(pollMs, signal)
    }
  }

  /** Remembers the changes at the end of this round, which the next round may repeat. */
  #remember(round: ReadonlySet<string>): void {
    const newest = Math.max(...[...round].map(timeOf))
    this.#handed = new Set([...round].filter((id) => timeOf(id) > newest - repeatedMs))
  }
}

/** The feed of the tasks of an account. */
export const taskChanges = (http: Http, options: ChangesOptions): ChangeFeed =>
  new ChangeFeed(
    (query) => http.GET('/changes', { params: { query }, ...(options.signal && { signal: options.signal }) }),
    options,
  )
