import { describe, expect, it } from 'vitest'
import { cpuMs } from './cpu.ts'
import { toReport } from './load-fairness.ts'

const answers = (timesMs: number[], done = timesMs.length) => ({ timesMs, done })
const nothing = answers([])

describe('the report on fairness', () => {
  it('compares the situations round by round, and tells the cost of a refusal from that of a create', () => {
    const alone = [10, 20, 30].map((ms) => ({ own: answers([ms]), other: nothing, cpuMs: 100 }))
    const atLimit = [20, 40, 60].map((ms) => ({ own: answers([ms]), other: answers([1, 1]), cpuMs: 104 }))
    const above = [30, 80, 60].map((ms) => ({
      own: answers([ms], 0),
      other: answers([1, 1, 1, 1, 1, 1], 2),
      cpuMs: 106,
    }))
    expect(toReport(alone, atLimit, above)).toEqual({
      rounds: 3,
      limit: 120,
      rows: [
        { beside: 'nobody', requests: 3, failures: 0, p50_ms: 20, p99_ms: 20, sent: 0, done: 0 },
        { beside: 'its limit', requests: 3, failures: 0, p50_ms: 40, p99_ms: 40, sent: 6, done: 6 },
        { beside: '3 × its limit', requests: 3, failures: 3, p50_ms: 60, p99_ms: 60, sent: 18, done: 6 },
      ],
      p99_ratio: 1.5, // of 1.5, 2 and 1
      create_cpu_ms: 2,
      refusal_cpu_ms: 0.5,
    })
  })
})

describe('the processor time of a process', () => {
  it('is what the process says of itself', async () => {
    const totalMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000
    const before = totalMs(process.cpuUsage())
    const read = await cpuMs(process.pid)
    const after = totalMs(process.cpuUsage())
    // the kernel counts in steps of 10 ms, for user and system each
    expect(read).toBeGreaterThanOrEqual(before - 20)
    expect(read).toBeLessThanOrEqual(after + 20)
  })
})
