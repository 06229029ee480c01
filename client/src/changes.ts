import { isTasksApiError } from './error.ts'
import { dataOf, type Http } from './http.ts'
import { pageQuery, type PageOptions } from './pages.ts'
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

const timeOf = ({ type, task }: Change): string => (type === 'deleted' ? task.deleted_at : task.updated_at)

/** Temporary errors. A reader that follows the feed waits and retries. */
export const passing = ['network_error', 'service_unavailable', 'rate_limited', 'internal_error'] as const

/**
 * The changes after a cursor, oldest first. The service repeats the last seconds in each round, but one feed yields
 * each change once. Some may be repeated after leaving a loop within a page, or when starting at a stored cursor.
 */
export class ChangeFeed implements AsyncIterable<Change> {
  readonly #http: Http
  readonly #options: ChangesOptions
  #cursor: string | undefined
  /** The times of the changes that the next round may repeat, by an identifying key. */
  #handed = new Map<string, string>()

  constructor(http: Http, options: ChangesOptions) {
    this.#http = http
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
        const outcome = this.#http.GET('/changes', { params: { query }, ...(signal && { signal }) })
        return await dataOf(outcome, 'changes')
      } catch (error) {
        if (pollMs === undefined || !isTasksApiError(error, ...passing)) throw error
        await sleep(Math.max(pollMs, error.retryAfterMs), signal)
      }
    }
  }

  /** @throws TasksApiError cursor_expired after 40 days: start again without a cursor */
  async *[Symbol.asyncIterator](): AsyncGenerator<Change, void, undefined> {
    const { pollMs, onCursor, signal } = this.#options
    const round = new Map<string, string>()
    for (;;) {
      const page = await this.#readPage()
      for (const change of page.changes) {
        const key = `${change.type} ${change.task.id} ${timeOf(change)}`
        if (!this.#handed.has(key)) yield change
        round.set(key, timeOf(change))
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
  #remember(round: ReadonlyMap<string, string>): void {
    const newest = [...round.values()].reduce((a, b) => (a > b ? a : b), '')
    const oldest = newest === '' ? '' : new Date(Date.parse(newest) - repeatedMs).toISOString()
    this.#handed = new Map([...round].filter(([, time]) => time > oldest))
  }
}
