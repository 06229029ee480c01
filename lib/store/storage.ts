/** What a request cost: round trips with their retries, and capacity units as DynamoDB counted them. */
export interface Usage {
  round_trips: number
  read_units: number
  write_units: number
}

/** One request's way to the table: what it has cost so far, and until when it may try. */
export interface Storage {
  usage: Usage
  deadlineMs: number
  /** How many tries of the same write have met conflicts already, under an earlier time: stamped.ts. */
  triesBefore?: number
}

/** Begins a request's way to the table, which ends at a time in milliseconds since 1970. */
export const openStorage = (deadlineMs: number): Storage => ({
  usage: { round_trips: 0, read_units: 0, write_units: 0 },
  deadlineMs,
})
