import { isTasksApiError } from './error.ts'
import { dataOf, type Http } from './http.ts'
import { pageQuery, type PageOptions } from './pages.ts'
import { sleep } from './sleep.ts'
import type { Change } from './types.ts'

export interface ChangesOptions extends PageOptions {
  /** Where an earlier reading ended; without one the feed begins with everything there is. */
  cursor?: string | undefined
  /** Begin with what happens from now on: take this cursor first, then read the lists, and nothing is missed. */
  from?: 'now' | undefined
  /**
   * Go on for ever, through outages of the service too, and ask again after this time when there is nothing new.
   * Without it the loop ends with the last change.
   */
  pollMs?: number | undefined
  /** Called with the cursor to store, each time that all changes before it have been handled. */
  onCursor?: ((cursor: string) => void | Promise<void>) | undefined
}

/** So far back the feed repeats itself at most: the service says ten seconds, and clocks differ. */
const repeatedMs = 60_000

const timeOf = ({ type, task }: Change): string => (type === 'deleted' ? task.deleted_at : task.updated_at)

/** What passes by itself: a reader that follows the feed waits for the service. */
const passing = ['network_error', 'service_unavailable', 'rate_limited', 'internal_error'] as const

/**
 * The changes behind a cursor, oldest first. The service repeats the last seconds with each round; one feed hands out
 * each change once. A loop that was left within a page, or a feed that begins at a stored cursor, may repeat some.
 */
export class ChangeFeed implements AsyncIterable<Change> {
  readonly #http: Http
  readonly #options: ChangesOptions
  #cursor: string | undefined
  /** The changes of the last round, by what makes them one, with their times. */
  #handed = new Map<string, string>()

  constructor(http: Http, options: ChangesOptions) {
    this.#http = http
    this.#options = options
    this.#cursor = options.cursor
  }

  /** The cursor to store: all changes before it have been handled. It moves on with each page. */
  get cursor(): string | undefined {
    return this.#cursor
  }

  /** Reads the next page; one that follows the feed outlasts whatever passes by itself. */
  async #readPage() {
    const { limit, from, pollMs, signal } = this.#options
    const begin = this.#cursor === undefined && from !== undefined ? { from } : {}
    const query = { ...begin, ...pageQuery(limit, this.#cursor) }
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
      // only here: a loop that was left within the page gets the whole page again
      this.#cursor = page.next_cursor
      await onCursor?.(page.next_cursor)
      if (page.has_more) continue
      this.#remember(round)
      round.clear()
      if (pollMs === undefined) return
      await sleep(pollMs, signal)
    }
  }

  /** What the next round may repeat is the end of this one. */
  #remember(round: ReadonlyMap<string, string>): void {
    const newest = [...round.values()].reduce((a, b) => (a > b ? a : b), '')
    const oldest = newest === '' ? '' : new Date(Date.parse(newest) - repeatedMs).toISOString()
    this.#handed = new Map([...round].filter(([, time]) => time > oldest))
  }
}
