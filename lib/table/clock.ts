/** The clock that stamps the writes of tasks, and by which readers of the change feed resume. */
export interface Clock {
  /** The time in ms since 1970. */
  nowMs: () => number
  /**
   * Names the time since the clock was last set back further than the feed can bear; empty if it never was. A cursor of
   * another epoch may be ahead of writes that its reader has not seen.
   */
  epoch: () => string
}

/** On AWS, the hosts keep the time, and never set a clock back. */
let clock: Clock = { nowMs: () => Date.now(), epoch: () => '' }

/** Makes this process use a clock that remembers: infra/local/clock.ts. Returns the one that it had. */
export function useClock(other: Clock): Clock {
  const before = clock
  clock = other
  return before
}

/** The clock of this process. */
export const theClock = (): Clock => clock
