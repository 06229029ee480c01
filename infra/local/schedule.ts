import type { EventBridgeEvent } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import type { ScheduledFunction } from '../../lib/contract/triggered.ts'
import type { Functions } from './functions.ts'
import { Repeated } from './repeated.ts'

/**
 * On one machine, a run costs next to nothing, so it is not worth waiting for the declared minutes. What runs each minute on
 * AWS looks a minute ahead there; here it runs each second.
 */
const everyMs = ({ everyMinutes }: Pick<ScheduledFunction, 'everyMinutes'>): number =>
  everyMinutes > 1 ? 5_000 : 1_000

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

  constructor(
    declared: readonly Pick<ScheduledFunction, 'id' | 'everyMinutes'>[],
    functions: Functions,
    intervalOf = everyMs,
  ) {
    // a function has logged why it failed; the next run comes anyway
    this.#runs = declared.map(
      (one) => new Repeated(() => functions.run<'schedule'>(one.id, eventOf(one.id)), intervalOf(one)),
    )
  }

  /** Starts no further run, and waits until the running ones have ended, or until the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    await Promise.all(this.#runs.map((run) => run.stop(deadlineMs)))
  }
}
