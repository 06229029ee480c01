import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { limits, toRows, verdict, type Row } from './report.ts'
import { median } from './statistics.ts'

const kib = limits.bytes / 1024

/** Runs the benchmark as `npm run bench:cold` does. */
const bench = (...flags: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['test/harness/bench/cold.ts', ...flags], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })

describe('npm run bench:cold', () => {
  it('measures a bundle beside a plain handler, as JSON, and shows its progress', async () => {
    const { code, stdout, stderr } = await bench('--runs', '1', '--only', 'tasks.get', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'building 1 functions\nrun 1 of 1\n' })
    const { bundles, runs } = JSON.parse(stdout) as { bundles: Row[]; runs: number }
    expect(runs).toBe(1)
    expect(bundles.map(({ name }) => name)).toEqual([
      'plain SDK handler',
      "AWS sample's libraries",
      'tasks.get',
    ])
    const [plain, , get] = bundles
    expect(plain).toMatchObject({ ratio: 1 })
    expect(get?.first_answer_ms).toBeLessThan(plain?.first_answer_ms ?? 0)
    expect(get?.both_ms).toBeCloseTo((get?.start_ms ?? 0) + (get?.first_answer_ms ?? 0), 0)
    expect(get?.bytes).toBeLessThan(plain?.bytes ?? 0)
  })

  it('prints a table and a verdict for people', async () => {
    const { stdout } = await bench('--runs', '1', '--only', 'routes')
    expect(stdout).toMatch(/^BUNDLE +KIB +START MS +FIRST ANSWER MS +BOTH MS +RATIO\n/)
    expect(stdout).toMatch(/\nroutes\.unmatched +\d+(\.\d)? /)
    expect(stdout).toMatch(/\nMedians of 1 runs on Node v24\.[^\n]+ with 29 % of it\.\n[^\n]+\n$/)
    expect(stdout).toContain(`${kib} KiB and 1.2 of `)
  })

  it('shows what each replacement of the SDK brings', async () => {
    const { stdout } = await bench('--runs', '1', '--replacements', '--json')
    const { bundles } = JSON.parse(stdout) as { bundles: Row[] }
    const [whole, ...others] = bundles
    expect(whole).toMatchObject({ name: 'tasks.move', ratio: 1 })
    const kibibytes = ({ bytes }: Row) => (bytes - (whole?.bytes ?? 0)) / 1024
    expect(others.filter((row) => kibibytes(row) > 5).map(({ name }) => name)).toEqual([
      'without credential-chain.ts',
      'without endpoint-discovery.ts',
      'without shared-config.ts',
      'without event-streams.ts',
      'without all but the largest',
    ])
  })

  it.each(['0', '101', 'many'])('refuses --runs %s', async (runs) => {
    const { code, stderr } = await bench('--runs', runs)
    expect(code).toBe(2)
    expect(stderr).toContain('It must be a whole number from 1 to 100.')
  })
})

describe('its numbers', () => {
  const times = (startMs: number) => ({ startMs, requestMs: startMs * 2 })
  const bundle = { id: 'tasks.get', functionId: 'tasks.get', path: '', bytes: 1024 }

  it('are medians, and ratios of what ran side by side', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5])
    const samples = [
      { own: times(10), plain: times(20) },
      { own: times(90), plain: times(100) },
      { own: times(12), plain: times(20) },
    ]
    expect(toRows([{ bundle, samples }])).toEqual([
      {
        name: 'tasks.get',
        bytes: 1024,
        start_ms: 12,
        first_answer_ms: 24,
        both_ms: 36,
        ratio: 0.6,
      },
    ])
  })

  it('tell which bundles are too big or too slow', () => {
    const [good] = toRows([{ bundle, samples: [{ own: times(13), plain: times(20) }] }])
    if (!good) throw new Error('one row for one series')
    expect(verdict([good])).toBe(
      `All 1 bundles keep within ${kib} KiB and 1.2 of the plain SDK handler's time.`,
    )
    const big = { ...good, name: 'big', bytes: limits.bytes + 1 }
    const slow = { ...good, name: 'slow', ratio: 1.21 }
    expect(verdict([good, big, slow])).toBe(
      `Over ${kib} KiB and 1.2 of the plain SDK handler's time: big, slow.`,
    )
  })
})
