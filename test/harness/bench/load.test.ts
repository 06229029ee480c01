import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { toMarkdown, type BenchReport } from './load-report.ts'

/** Runs the benchmark as `npm run bench` does. */
const bench = (...flags: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['test/harness/bench/load.ts', ...flags], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })

const report: BenchReport = {
  command: 'npm run bench',
  machine: 'Node v24',
  measured_at: '2026-11-21T06:00:00.000Z',
  growth: [
    { operation: 'GET task', tasks: 10, round_trips: 1, units: 1, median_ms: 1.5 },
    { operation: 'POST task', tasks: 10, round_trips: 1, units: 6, median_ms: 4 },
    { operation: 'GET task', tasks: 10_000, round_trips: 1, units: 1, median_ms: 1.5 },
  ],
}

describe('npm run bench', () => {
  it('measures what operations cost on a project of some size, as JSON', async () => {
    const { code, stdout, stderr } = await bench('--only', 'growth', '--tasks', '10', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'growth: 10 tasks\n' })
    const { command, growth = [] } = JSON.parse(stdout) as BenchReport
    expect(command).toBe('npm run bench -- --only growth --tasks 10 --json')
    const costs = growth.map(({ operation, tasks, round_trips, units }) => [
      operation,
      tasks,
      round_trips,
      units,
    ])
    expect(costs).toContainEqual(['POST task', 10, 1, 6])
    expect(costs).toContainEqual(['POST task/move', 10, 1, 5])
  })

  it.each([
    [['--seconds', '0'], 'It must be a whole number from 1 to 600.'],
    [
      ['--only', 'everything'],
      'Allowed choices are load, growth, fairness, webhooks, deliveries, fanout, many-webhooks, bulk, filter, size, rules, history, quiet.',
    ],
  ])('refuses %j', async (flags, message) => {
    const { code, stderr } = await bench(...flags)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  it('writes Markdown: what was measured, when and how, each operation’s sizes together', () => {
    expect(toMarkdown(report)).toBe(`# Load and growth

2026-11-21, \`npm run bench\`, Node v24.

## As a project and its feed grow

| operation | tasks | round trips | capacity units | median ms |
| --- | --: | --: | --: | --: |
| GET task | 10 | 1 | 1 | 1.5 |
| GET task | 10,000 | 1 | 1 | 1.5 |
| POST task | 10 | 1 | 6 | 4 |`)
  })
})
