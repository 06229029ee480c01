import { passing, taskChanges } from './changes.ts'
import { isTasksApiError } from './error.ts'
import { isTaskEvent, type WebhookEvent } from './event.ts'
import type { Http } from './http.ts'
import { sleep } from './sleep.ts'
import type { Change } from './types.ts'
import { verify, type WebhookHeaders } from './verify.ts'

/** A write of a task that a webhook has told of, and how many rounds did not show it. */
interface Hint {
  timeMs: number
  rounds: number
}

/** The feed may show a write a few seconds after its webhook, so a hint is followed up, after these times in ms. */
const followUpsMs = [0, 250, 500, 1_000, 2_000, 4_000] as const

/** The changes that webhooks have announced and the feed has not shown yet. */
class Hints {
  readonly #hints = new Map<string, Hint>()
  /** Ends the waiting in progress. */
  #wake: (() => void) | undefined

  add(taskId: string, timeMs: number): void {
    const known = this.#hints.get(taskId)
    if (known && known.timeMs >= timeMs) return
    this.#hints.set(taskId, { timeMs, rounds: 0 })
    this.#wake?.()
  }

  all(): readonly (readonly [string, Hint])[] {
    return [...this.#hints]
  }

  /** After a round: drops the hints that it has shown, and those that were followed up too often. */
  settle(
    asked: readonly (readonly [string, Hint])[],
    isShown: (taskId: string, timeMs: number) => boolean,
  ): void {
    for (const [taskId, hint] of asked) {
      hint.rounds += 1
      const isCurrent = this.#hints.get(taskId) === hint
      const isOver = hint.rounds >= followUpsMs.length || isShown(taskId, hint.timeMs)
      if (isCurrent && isOver) this.#hints.delete(taskId)
    }
  }

  /** Waits for a time, for the next follow-up, for a new hint, or for the signal: whichever comes first. */
  wait(forMs: number, signal: AbortSignal): Promise<void> {
    const dueMs = [...this.#hints.values()].map(({ rounds }) => followUpsMs[rounds] ?? forMs)
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#wake = undefined
        resolve()
      }
      const timer = setTimeout(end, Math.max(0, Math.min(forMs, ...dueMs)))
      this.#wake = end
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })
  }
}

/** Where a sync keeps its place. The text is the sync's own: store it as it is. */
export interface SyncStore {
  load: () => string | undefined | Promise<string | undefined>
  save: (cursor: string) => void | Promise<void>
}

export interface SyncOptions {
  store: SyncStore
  /**
   * Applies a change to the other system. A change may come again after a restart: applying it twice must do no harm.
   * One that throws ends the round, and comes again in the next one.
   */
  onChange: (change: Change) => void | Promise<void>
  /** The stored cursor has expired (40 days): everything that exists comes again. Mark all that you have. */
  onReset?: (() => void | Promise<void>) | undefined
  /** All changes until now have been applied. What is still marked after a reset has been deleted. */
  onCaughtUp?: (() => void | Promise<void>) | undefined
  /** Leave out writes that named one of these origins, at most ten. By default the client's own `originId`. */
  excludeOriginIds?: readonly string[] | undefined
  /** Leave out what this client's token wrote. */
  excludeSelf?: boolean | undefined
  /** The secrets of the webhook, for `receive`: one, or two while you rotate it. */
  secrets?: string | readonly string[] | undefined
  /** How long `run` waits between two rounds if no webhook comes: 60,000 by default. */
  pollMs?: number | undefined
}

/** A stored cursor with this prefix belongs to the first full pass, which omits nothing. */
const fromStart = 'all:'

/** The least time between two rounds, and how long a failed one waits at most. */
const [leastMs, longestMs] = [250, 60_000]

/** The time in which the next round may repeat changes: the service repeats ten seconds, and clocks may differ. */
const repeatedMs = 60_000

/** The time in an event's id, in ms since 1970. It rises with every write of a task. */
const timeOf = (eventId: string): number => Number(eventId.slice(eventId.lastIndexOf('_') + 1))

/**
 * Follows the account's changes. The feed is the truth: it misses nothing, and has one cursor. A webhook is only a hint
 * that makes the next round begin at once, so a lost, late or repeated delivery does no harm.
 */
export class Sync {
  readonly #http: Http
  readonly #options: SyncOptions
  readonly #hints = new Hints()
  /** The time of the newest handled write of each task that may be repeated. */
  readonly #handled = new Map<string, number>()
  /** The round in progress. The next one begins after it. */
  #round: Promise<void> = Promise.resolve()

  constructor(http: Http, options: SyncOptions) {
    this.#http = http
    this.#options = options
  }

  /**
   * Takes a delivery of the webhook: checks it, and lets `run` read the feed at once. When it returns, answer 2xx: the
   * change is in the feed, so it will be applied even if this process ends now.
   * @returns the event, for those that are not about tasks
   * @throws WebhookVerificationError when the delivery must not be trusted: answer 400
   */
  async receive(body: string | Uint8Array | ArrayBuffer, headers: WebhookHeaders): Promise<WebhookEvent> {
    const event = await verify(body, headers, this.#options.secrets ?? [])
    if (!isTaskEvent(event)) return event
    const { task, origin } = event.data
    const isEcho = this.#options.excludeOriginIds?.includes(origin?.origin_id ?? '') ?? false
    const timeMs = timeOf(event.id)
    if (!isEcho && !this.#hasHandled(task.id, timeMs)) this.#hints.add(task.id, timeMs)
    return event
  }

  /**
   * Applies all changes until now. Use it instead of `run` where no process lives on: in a cron job, in a function.
   * @throws TasksApiError when the feed cannot be read; what `onChange` and the store throw
   */
  once(signal?: AbortSignal): Promise<void> {
    const round = this.#round.then(() => this.#read(signal))
    this.#round = round.catch(() => undefined)
    return round
  }

  /**
   * Applies changes until the signal is aborted: at once after a webhook, else every `pollMs`. A temporary TasksApiError
   * of the feed or of `onChange` is tried again, after up to a minute.
   * @throws any other error; the changes since the last stored cursor come again in the next run
   */
  async run(signal: AbortSignal): Promise<void> {
    const { pollMs = 60_000 } = this.#options
    const isStopped = () => signal.aborted
    for (let failures = 0; !isStopped();) {
      let waitMs = leastMs
      try {
        await this.once(signal)
        failures = 0
      } catch (error) {
        if (isStopped()) return
        if (!isTasksApiError(error, ...passing)) throw error
        waitMs = Math.max(error.retryAfterMs, Math.min(leastMs * 2 ** failures, longestMs, pollMs))
        failures += 1
      }
      await sleep(waitMs, signal).catch(() => undefined)
      if (failures === 0) await this.#hints.wait(pollMs - waitMs, signal)
    }
  }

  #hasHandled(taskId: string, timeMs: number): boolean {
    return (this.#handled.get(taskId) ?? -Infinity) >= timeMs
  }

  async #read(signal: AbortSignal | undefined): Promise<void> {
    const { store, onReset, onCaughtUp } = this.#options
    const asked = this.#hints.all()
    const stored = await store.load()
    try {
      await this.#readFrom(stored, signal)
    } catch (error) {
      if (!onReset || !isTasksApiError(error, 'cursor_expired')) throw error
      await onReset()
      this.#handled.clear()
      await this.#readFrom(undefined, signal)
    }
    this.#hints.settle(asked, (taskId, timeMs) => this.#hasHandled(taskId, timeMs))
    this.#forget()
    await onCaughtUp?.()
  }

  /** Reads a round, to the end of the feed. The first full pass omits nothing: see `onCaughtUp`. */
  async #readFrom(stored: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    const { store, excludeOriginIds, excludeSelf } = this.#options
    const isWhole = stored?.startsWith(fromStart) ?? true
    const feed = taskChanges(this.#http, {
      cursor: isWhole ? stored?.slice(fromStart.length) : stored,
      ...(!isWhole && { excludeOriginIds, excludeSelf }),
      ...(isWhole && { onCursor: (cursor) => store.save(`${fromStart}${cursor}`) }),
      ...(!isWhole && { onCursor: (cursor) => store.save(cursor) }),
      signal,
    })
    for await (const change of feed) {
      signal?.throwIfAborted()
      await this.#apply(change)
    }
    if (isWhole && feed.cursor !== undefined) await store.save(feed.cursor)
  }

  /** Applies a change, unless this version of the task or a newer one has been applied. */
  async #apply(change: Change): Promise<void> {
    const timeMs = timeOf(change.id)
    if (this.#hasHandled(change.task.id, timeMs)) return
    await this.#options.onChange(change)
    this.#handled.set(change.task.id, timeMs)
  }

  /** Forgets the writes that the feed no longer repeats. */
  #forget(): void {
    const newest = [...this.#handled.values()].reduce((a, b) => Math.max(a, b), 0)
    for (const [taskId, timeMs] of this.#handled) {
      if (timeMs < newest - repeatedMs) this.#handled.delete(taskId)
    }
  }
}
