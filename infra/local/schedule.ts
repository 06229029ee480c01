import type { EventBridgeEvent } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { Functions } from './functions.ts'
import { pause, settledBy } from './pause.ts'

/** On one machine, a run costs next to nothing, so it is not worth waiting for the declared minutes. */
const everyMs = 5_000

/** The event of a schedule. */
export const eventOf = (id: string): EventBridgeEvent<'Scheduled Event', unknown> => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: new Date().toISOString(),
  region: 'local',
  resources: [`arn:aws:events:local:000000000000:rule/${id}`],
  detail: {},
})

/** Runs functions at a fixed interval. A run that is still under way is never joined by another. */
export class Schedule {
  readonly #stopping = new AbortController()
  readonly #ended: Promise<unknown>

  constructor(ids: readonly string[], functions: Functions, intervalMs = everyMs) {
    this.#ended = Promise.all(ids.map((id) => this.#repeat(id, functions, intervalMs)))
  }

  async #repeat(id: string, functions: Functions, intervalMs: number): Promise<void> {
    const { signal } = this.#stopping
    let dueMs = Date.now() + intervalMs
    while (await pause(dueMs - Date.now(), signal)) {
      // the function has logged why it failed; the next run comes anyway
      await functions.run<'schedule'>(id, eventOf(id)).catch(() => undefined)
      dueMs = Math.max(dueMs + intervalMs, Date.now())
    }
  }

  /** Starts no further run, and waits until the running ones have ended, or until the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    this.#stopping.abort()
    await settledBy(deadlineMs, this.#ended)
  }
}
