import type { DryRunItems } from './dry-run-items.ts'

/** The cost of a request: round trips, including retries, and capacity units as DynamoDB reports them. */
export interface Usage {
  round_trips: number
  read_units: number
  write_units: number
}

/** The access of one request to the table: its cost so far and its deadline, in milliseconds since 1970. */
export interface Storage {
  usage: Usage
  deadlineMs: number
  /** Whether the write has a stamp. After a conflict it is then made anew, with a later stamp: retried.ts. */
  isStamped?: boolean
  /** A dry run: every write only checks its condition, and nothing is written. See transaction-write.ts. */
  isDryRun?: boolean
  /** The items that this dry run would have written: later steps of the same request see them. See dry-run-items.ts. */
  dryRunItems?: DryRunItems
}

/** Opens the table for one request, until a deadline in milliseconds since 1970. */
export const openStorage = (deadlineMs: number): Storage => ({
  usage: { round_trips: 0, read_units: 0, write_units: 0 },
  deadlineMs,
})
