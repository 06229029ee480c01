import type { TableAction } from './endpoint.ts'

/** How long an invocation of any function may take, unless its declaration says otherwise. */
export const defaultTimeoutSeconds = 10

/** The memory of a function without a route, unless its declaration says otherwise. */
export const defaultMemoryMb = 256

interface Common {
  /** `resource.operation`: its Lambda is `functions/<resource>/<operation>.ts`. */
  id: `${string}.${string}`
  /** The actions of its code on the table. The deployment grants them, and the reading of its stream or queue. */
  access: readonly TableAction[]
  /** The ids of functions with the trigger `queue`; it sends messages to their queues. */
  sends?: readonly string[]
  /** How long one invocation may take; `defaultTimeoutSeconds` unless it is given. */
  timeoutSeconds?: number
  /** Its memory; `defaultMemoryMb` unless it is given. */
  memoryMb?: number
}

/** A filter of changes of the table: by the item's key and by the kind of write. */
export interface StreamFilter {
  /** The sort key begins with it. */
  prefix: string
  writes: readonly ('INSERT' | 'MODIFY' | 'REMOVE')[]
  /** The path to a text that the item has after the write, such as `['notice', 'type']`. */
  has?: readonly string[]
}

/** Runs with the changes of the table. The changes of each item are in order. */
export interface StreamFunction extends Common {
  trigger: 'stream'
  /**
   * It runs with the changes that match one of these filters, or with all changes if there are none. Filters only save
   * invocations: the code leaves out other changes, too.
   */
  filters?: readonly StreamFilter[]
}

/** Runs with the messages of its own queue. */
export interface QueueFunction extends Common {
  trigger: 'queue'
}

/** Runs at a fixed interval. */
export interface ScheduledFunction extends Common {
  trigger: 'schedule'
  everyMinutes: number
}

/** A function that is not triggered by a request. Like an endpoint, it is declared once; the rest is derived from it. */
export type TriggeredFunction = StreamFunction | QueueFunction | ScheduledFunction

/** Declares a function without a route and keeps its exact trigger. */
// @__NO_SIDE_EFFECTS__
export const declareTriggered = <const F extends TriggeredFunction>(declaration: F): F => declaration

/** The environment variable with the URL of another function's queue, such as `WEBHOOKS_DELIVER_QUEUE_URL`. */
export const queueVariable = (id: string): string => `${id.replace(/[.-]/g, '_').toUpperCase()}_QUEUE_URL`
