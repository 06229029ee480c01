import { describe, expect, it } from 'vitest'
import { limits, Precedence } from '../../../infra/local/precedence.ts'

/** Lets everything that is ready run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A service with a clock of its own, and the rounds that it has run. */
function service() {
  let nowMs = 0
  let setBackMs = 0
  let sleeping: { untilMs: number; wake: () => void }[] = []
  let busyMs = 0
  let use = 1
  let contendedMs = 0
  let contendedPart = 0
  const sleep = (ms: number) => new Promise<void>((wake) => sleeping.push({ untilMs: nowMs + ms, wake }))
  const precedence = new Precedence({
    nowMs: () => nowMs - setBackMs,
    elapsedMs: () => nowMs,
    busyMs: () => busyMs,
    contendedMs: () => contendedMs,
    sleep,
  })
  /** Lets time pass, in steps of a millisecond. */
  const pass = async (ms: number) => {
    const untilMs = nowMs + ms
    for (await settle(); nowMs < untilMs; await settle()) {
      nowMs++
      busyMs += use
      contendedMs += contendedPart
      const due = sleeping.filter((one) => one.untilMs <= nowMs)
      sleeping = sleeping.filter((one) => one.untilMs > nowMs)
      for (const { wake } of due) wake()
    }
  }
  /** When the rounds began, by name. */
  const begun: [name: string, atMs: number][] = []
  const round = (name: string, sinceMs: number, lengthMs: number) =>
    precedence.inTurn(sinceMs, async () => {
      begun.push([name, nowMs])
      await sleep(lengthMs)
    })
  /** Begins a request; returns what ends it. */
  const request = () => {
    let end: (() => void) | undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const served = precedence.serve(() => ended)
    return async () => {
      end?.()
      await served
    }
  }
  /** Sets the machine's clock back. */
  const setBack = (ms: number) => {
    setBackMs += ms
  }
  /** Sets for which share of the time the processor is busy from now on, and callers wait for the engine: 1 and 0 at first. */
  const useProcessor = (share: number, ofEngine = 0) => {
    use = share
    contendedPart = ofEngine
  }
  return { pass, begun, round, request, now: () => nowMs, setBack, useProcessor }
}

describe('the work beside requests', () => {
  it('begins at once on an idle service, all of it', async () => {
    const { pass, begun, round } = service()
    const all = ['a', 'b', 'c'].map((name) => round(name, 0, 50))
    await pass(50)
    await Promise.all(all)
    expect(begun).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ])
  })

  it('pauses after each round for 19 times its length while requests run, and for a second at most', async () => {
    const { pass, begun, round, request } = service()
    request()
    const run = async () => {
      for (const [name, lengthMs] of [
        ['short', 20],
        ['long', 600],
        ['last', 1],
      ] as const) {
        await round(name, 0, lengthMs)
      }
    }
    const running = run()
    await pass(3_000)
    await running
    expect(begun).toEqual([
      ['short', 0],
      ['long', 20 + 19 * 20],
      ['last', 400 + 600 + limits.longestPauseMs],
    ])
  })

  it('gets a twentieth of the time while requests run one after the other, without a pause', async () => {
    const { pass, begun, round, request, now } = service()
    let isOver = false
    const requests = async () => {
      while (!isOver) {
        const end = request()
        await pass(4)
        await end()
      }
    }
    const rounds = async () => {
      while (now() < 20_000) await round('round', now(), 40)
      isOver = true
    }
    await Promise.all([rounds(), requests()])
    const share = (begun.length * 40) / 20_000
    expect(share).toBeGreaterThan(0.045)
    expect(share).toBeLessThanOrEqual(0.0525)
  })

  it('goes on beside requests without a pause, while the processor has time to spare', async () => {
    const { pass, begun, round, request, now, useProcessor } = service()
    useProcessor(0.5)
    let isOver = false
    const requests = async () => {
      while (!isOver) {
        const end = request()
        await pass(4)
        await end()
        await pass(4) // less than a pause that would count as idle
      }
    }
    const rounds = async () => {
      while (now() < 5_000) await round('round', now(), 40)
      isOver = true
    }
    await Promise.all([rounds(), requests()])
    // the next one begins as soon as it is looked for
    expect(begun.length).toBeGreaterThanOrEqual(5_000 / (40 + 2 * limits.idleMs))
  })

  it('begins the next round beside requests a moment later, though the first waits for its receiver', async () => {
    const { pass, begun, round, request, useProcessor } = service()
    useProcessor(0.5)
    request()
    await pass(limits.measuredMs)
    const all = ['a', 'b', 'c'].map((name) => round(name, 0, 15_000))
    await pass(15_000 + 3 * limits.idleMs)
    await Promise.all(all)
    expect(begun.map(([name]) => name)).toEqual(['a', 'b', 'c'])
    const [a = NaN, b = NaN, c = NaN] = begun.map(([, atMs]) => atMs)
    expect([b - a, c - b]).toEqual([limits.idleMs, limits.idleMs])
  })

  it('is held back as soon as the processor is busy, and no longer when it is not', async () => {
    const { pass, begun, round, request, now, useProcessor } = service()
    request()
    useProcessor(0.5)
    await pass(limits.measuredMs)
    const rounds = async () => {
      while (now() < 9_000) await round('round', now(), 40)
    }
    const running = rounds()
    const begunIn = async (ms: number) => {
      const before = begun.length
      await pass(ms)
      return begun.length - before
    }
    expect(await begunIn(3_000)).toBeGreaterThan(50)
    useProcessor(0.95)
    expect(await begunIn(3_000)).toBeLessThan(9) // 4 in 3 s, and those of the first moment
    useProcessor(0.5)
    expect(await begunIn(3_000)).toBeGreaterThan(40)
    await pass(1_000)
    await running
  })

  it('is held back while callers wait for the engine, though this thread has time to spare', async () => {
    const { pass, begun, round, request, now, useProcessor } = service()
    request()
    useProcessor(0.5, 0.4)
    await pass(limits.measuredMs)
    const rounds = async () => {
      while (now() < 6_000) await round('round', now(), 40)
    }
    const running = rounds()
    await pass(3_000)
    const before = begun.length
    expect(before).toBeGreaterThan(50)
    useProcessor(0.5, 0.6)
    await pass(3_000)
    expect(begun.length - before).toBeLessThan(9)
    await pass(1_000)
    await running
  })

  it('does not wait for its pause to end when requests stop', async () => {
    const { pass, begun, round, request } = service()
    const end = request()
    const first = round('first', 0, 100)
    await pass(100)
    await first
    const second = round('second', 0, 0)
    await pass(50)
    await end()
    expect(begun).toEqual([['first', 0]])
    await pass(2 * limits.idleMs)
    await second
    expect(begun[1]?.[1]).toBeGreaterThanOrEqual(150 + limits.idleMs)
    expect(begun[1]?.[1]).toBeLessThanOrEqual(150 + 2 * limits.idleMs)
  })

  it('takes what waits for longest first, one at a time', async () => {
    const { pass, begun, round, request } = service()
    request()
    await pass(100)
    const all = [
      round('running', 50, 10),
      round('young', 90, 10),
      round('old', 10, 10),
      round('older', 5, 10),
    ]
    await pass(2_000)
    await Promise.all(all)
    expect(begun.map(([name]) => name)).toEqual(['running', 'older', 'old', 'young'])
    expect(new Set(begun.map(([, atMs]) => atMs)).size).toBe(4)
  })

  it('gets a twelfth of the time once something is late', async () => {
    const { pass, begun, round, request, now } = service()
    request()
    await pass(limits.lateMs)
    const rounds = async () => {
      while (now() < 2 * limits.lateMs) await round('late', 0, 40)
    }
    await Promise.all([rounds(), pass(limits.lateMs + 1_000)])
    const share = (begun.length * 40) / limits.lateMs
    expect(share).toBeGreaterThan(0.075)
    expect(share).toBeLessThanOrEqual(0.088)
  })

  it('lets nothing wait for longer than ten seconds', async () => {
    const { pass, begun, round, request, now } = service()
    request()
    // each gets its turn after a second; a hundred would wait for longer
    const many = Array.from({ length: 100 }, (_, index) => round(`many ${index}`, now(), 100_000))
    await pass(limits.longestWaitMs + limits.idleMs)
    expect(begun).toHaveLength(100)
    expect(many).toHaveLength(100)
  })

  it('does not wait for the clock when that is set back', async () => {
    const { pass, begun, round, request, now, setBack } = service()
    const end = request()
    const first = round('first', 0, 100)
    await pass(100)
    await first
    void round('held', now(), 0) // in the pause after the first
    await end()
    setBack(3_600_000)
    await pass(2 * limits.idleMs)
    request()
    void round('later', now(), 0)
    await pass(limits.longestWaitMs + limits.idleMs)
    expect(begun.map(([name]) => name)).toEqual(['first', 'held', 'later'])
  })

  it('passes an error of its work on, and goes on', async () => {
    const { pass, begun, round, request } = service()
    const precedence = new Precedence()
    await expect(precedence.inTurn(0, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(precedence.serve(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await precedence.inTurn(0, () => Promise.resolve('done'))).toBe('done')
    request()
    const running = round('one', 0, 1)
    await pass(1)
    await running
    expect(begun).toEqual([['one', 0]])
  })
})
