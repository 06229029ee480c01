import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { callersAtEngine } from './contention.ts'

/** Time, which tests replace. */
export interface Clock {
  /** The time in ms since 1970. */
  nowMs: () => number
  /** A time in ms that is never set back. All durations are measured by it. */
  elapsedMs: () => number
  /** The time in ms so far in which this thread's event loop had something to do. */
  busyMs: () => number
  /** The time in ms so far in which requests of callers waited for the engine. */
  contendedMs: () => number
  sleep: (ms: number) => Promise<unknown>
}

export const limits = {
  /** After this long without a request, the service is idle. Between two requests of one caller, pauses are shorter. */
  idleMs: 10,
  /** From this share of the time on, the thread counts as busy, and other work makes requests wait. */
  busyShare: 0.8,
  /** From this share of the time on, callers count as waiting for the engine, however idle this thread is. */
  contendedShare: 0.5,
  /** The shortest time over which these shares are measured. */
  measuredMs: 100,
  /**
   * While the service is busy with requests, the pause after a round is this many times as long as the round. So rounds
   * get 5 % of the time, and 8 % when something is late.
   */
  pauseFactor: { inTime: 19, late: 11 },
  /** The longest such pause. A long round may have waited for a receiver, which takes nothing from the requests. */
  longestPauseMs: 1_000,
  /**
   * The longest wait of a round, however many others wait: a function's time runs while it waits between two rounds.
   */
  longestWaitMs: 10_000,
  /** A round that has waited for longer is late. */
  lateMs: 30_000,
}

const thisThread: Clock = {
  nowMs: Date.now,
  elapsedMs: () => performance.now(),
  busyMs: () => performance.eventLoopUtilization().active,
  contendedMs: () => callersAtEngine.ms(),
  sleep,
}

interface Waiting {
  /** The time at which it becomes late, by `elapsedMs`. The oldest becomes late first. */
  lateAtMs: number
  askedMs: number
  begin: () => void
}

type Meters = Pick<Clock, 'elapsedMs' | 'busyMs' | 'contendedMs'>

/** Measures whether a thread or the engine is busy. */
class Use {
  readonly #clock: Meters
  #since: Record<keyof Meters, number>
  #isBusy = true // nothing is measured yet

  constructor(clock: Meters) {
    this.#clock = clock
    this.#since = this.#read()
  }

  #read(): Record<keyof Meters, number> {
    const { elapsedMs, busyMs, contendedMs } = this.#clock
    return { elapsedMs: elapsedMs(), busyMs: busyMs(), contendedMs: contendedMs() }
  }

  /** Whether either was busy in the last complete measurement. */
  isBusy(): boolean {
    const now = this.#read()
    const since = this.#since
    const passedMs = now.elapsedMs - since.elapsedMs
    if (passedMs >= limits.measuredMs) {
      const { busyShare, contendedShare } = limits
      this.#isBusy =
        now.busyMs - since.busyMs >= busyShare * passedMs ||
        now.contendedMs - since.contendedMs >= contendedShare * passedMs
      this.#since = now
    }
    return this.#isBusy
  }
}

/**
 * Lets requests go before work that can wait, such as the delivery of events: both share the processor of one machine.
 * That work is done in rounds. While the service is idle, each round begins at once. Beside requests, the oldest begins
 * first, and the next one a moment later, as long as processor and engine have time to spare. When they are busy,
 * rounds begin one at a time, with pauses in between, which are shorter once something is late.
 */
export class Precedence {
  readonly #clock: Clock
  readonly #use: Use
  #inFlight = 0
  #lastRequestMs = -Infinity
  #begunMs = -Infinity
  /** The round that ended last; undefined while a later one runs. */
  #ended: { atMs: number; lengthMs: number } | undefined
  #waiting: Waiting[] = []
  #isWatching = false

  constructor(clock: Clock = thisThread) {
    this.#clock = clock
    this.#use = new Use(clock)
  }

  /** Answers a request. */
  async serve<T>(answer: () => Promise<T>): Promise<T> {
    this.#inFlight++
    try {
      return await answer()
    } finally {
      this.#inFlight--
      this.#lastRequestMs = this.#clock.elapsedMs()
    }
  }

  /**
   * Runs a round of work that can wait, when its turn has come.
   * @param sinceMs since when there is something to do, in ms since 1970
   */
  async inTurn<T>(sinceMs: number, work: () => Promise<T>): Promise<T> {
    await this.#turn(sinceMs)
    const begunMs = this.#clock.elapsedMs()
    try {
      return await work()
    } finally {
      const atMs = this.#clock.elapsedMs()
      this.#ended = { atMs, lengthMs: atMs - begunMs }
    }
  }

  async #turn(sinceMs: number): Promise<void> {
    const askedMs = this.#clock.elapsedMs()
    const lateAtMs = askedMs + limits.lateMs - (this.#clock.nowMs() - sinceMs)
    await new Promise<void>((begin) => {
      this.#waiting.push({ lateAtMs, askedMs, begin })
      this.#waiting.sort((a, b) => a.lateAtMs - b.lateAtMs)
      if (!this.#isWatching) void this.#watch()
    })
  }

  /** Begins the rounds that may begin, until none waits. */
  async #watch(): Promise<void> {
    this.#isWatching = true
    for (;;) {
      const nowMs = this.#clock.elapsedMs()
      const beginning = this.#mayBegin(nowMs)
      if (beginning.length > 0) {
        this.#begunMs = nowMs
        this.#ended = undefined
      }
      this.#waiting = this.#waiting.filter((one) => !beginning.includes(one))
      for (const { begin } of beginning) begin()
      if (this.#waiting.length === 0) break
      await this.#clock.sleep(limits.idleMs)
    }
    this.#isWatching = false
  }

  /** When the next round may begin on a busy service. It does not wait for a hanging receiver. */
  #nextMs(nowMs: number): number {
    const { longestPauseMs, pauseFactor } = limits
    if (!this.#ended) return this.#begunMs + longestPauseMs
    const isLate = nowMs >= (this.#waiting[0]?.lateAtMs ?? Infinity)
    const { atMs, lengthMs } = this.#ended
    return atMs + Math.min(pauseFactor[isLate ? 'late' : 'inTime'] * lengthMs, longestPauseMs)
  }

  #mayBegin(nowMs: number): Waiting[] {
    const isBusy = this.#use.isBusy()
    const isIdle = this.#inFlight === 0 && nowMs - this.#lastRequestMs >= limits.idleMs
    if (isIdle) return this.#waiting
    const overdue = this.#waiting.filter(({ askedMs }) => nowMs - askedMs >= limits.longestWaitMs)
    const nextMs = isBusy ? this.#nextMs(nowMs) : this.#begunMs + limits.idleMs
    return overdue.length > 0 || nowMs < nextMs ? overdue : this.#waiting.slice(0, 1)
  }
}
