import type { TableAction } from './endpoint.ts'

interface Common {
  /** `resource.operation`: its Lambda is `functions/<resource>/<operation>.ts`. */
  id: `${string}.${string}`
  /** What its code does to the table; reading the stream or its queue is not part of it. The deployment grants that. */
  access: readonly TableAction[]
  /** The functions with the trigger `queue` to whose queues it sends. */
  sends?: readonly string[]
}

/** Runs with the changes of the table, in the order in which they were made to each item. */
export interface StreamFunction extends Common {
  trigger: 'stream'
}

/** Runs with the messages of a queue of its own. */
export interface QueueFunction extends Common {
  trigger: 'queue'
}

/** Runs again and again. */
export interface ScheduledFunction extends Common {
  trigger: 'schedule'
  everyMinutes: number
}

/** A function that no request runs. Like an endpoint it is declared once, and all else is derived from that. */
export type TriggeredFunction = StreamFunction | QueueFunction | ScheduledFunction

/** Declares a function without a route and keeps its exact trigger. */
// @__NO_SIDE_EFFECTS__
export const declareTriggered = <const F extends TriggeredFunction>(declaration: F): F => declaration

/** The variable in which a function finds the URL of another one's queue: `WEBHOOKS_DELIVER_QUEUE_URL`. */
export const queueVariable = (id: string): string => `${id.replace(/[.-]/g, '_').toUpperCase()}_QUEUE_URL`
