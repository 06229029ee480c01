import type { EventBridgeEvent } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { Functions } from './functions.ts'
import { Repeated } from './repeated.ts'

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

/** Runs functions at a fixed interval. It never starts a run while another is still running. */
export class Schedule {
  readonly #runs: readonly Repeated[]

  constructor(ids: readonly string[], functions: Functions, intervalMs = everyMs) {
    // a function has logged why it failed; the next run comes anyway
    this.#runs = ids.map((id) => new Repeated(() => functions.run<'schedule'>(id, eventOf(id)), intervalMs))
  }

  /** Starts no further run, and waits until the running ones have ended, or until the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    await Promise.all(this.#runs.map((run) => run.stop(deadlineMs)))
  }
}
