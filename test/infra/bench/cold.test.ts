import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { toRows, verdict, type Row } from '../../../infra/bench/report.ts'
import { sampleRequests } from '../../../infra/bench/sample-requests.ts'
import { median } from '../../../infra/bench/statistics.ts'
import { httpFunctionIds } from '../../../lib/contract/functions.ts'

/** Runs the benchmark as `npm run bench:cold` does. */
const bench = (...flags: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['infra/bench/cold.ts', ...flags], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })

const noIds = { task: '', trashedTask: '', project: '', emptyProject: '', lane: '', subtask: '', token: '' }

describe('npm run bench:cold', () => {
  it('measures a bundle against an empty, a bare and a plain handler, as JSON, and shows its progress', async () => {
    const { code, stdout, stderr } = await bench('--runs', '1', '--only', 'tasks.get', '--json')
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'building 1 functions\nrun 1 of 1\n' })
    const { bundles, runs } = JSON.parse(stdout) as { bundles: Row[]; runs: number }
    expect(runs).toBe(1)
    expect(bundles.map(({ name }) => name)).toEqual([
      'plain SDK handler',
      'empty handler',
      'https + crypto alone',
      'tasks.get',
    ])
    const [plain, empty, https, get] = bundles
    expect(plain).toMatchObject({ import_ratio: 1, answer_ratio: 1 })
    // far apart enough for the worst of machines
    expect(empty?.import_ms).toBeLessThan(https?.import_ms ?? 0)
    expect(https?.import_ms).toBeLessThan(plain?.import_ms ?? 0)
    expect(get?.answer_ms).toBeGreaterThan(get?.import_ms ?? Infinity)
    expect(get?.bytes).toBeLessThan((plain?.bytes ?? 0) / 2)
  })

  it('prints a table and a verdict for people', async () => {
    const { stdout } = await bench('--runs', '1', '--only', 'routes')
    expect(stdout).toMatch(
      /^BUNDLE +KIB +IMPORT MS +RATIO +FASTEST MS +ITS RATIO +FIRST ANSWER MS +ANSWER RATIO\n/,
    )
    expect(stdout).toMatch(/\nroutes\.unmatched +\d+(\.\d)? /)
    expect(stdout).toMatch(/\nMedians of 1 runs on Node v24\.[^\n]+\n[^\n]*300 KiB and 0\.65 of [^\n]+\n$/)
  })

  it.each(['0', '101', 'many'])('refuses --runs %s', async (runs) => {
    const { code, stderr } = await bench('--runs', runs)
    expect(code).toBe(1)
    expect(stderr).toContain('It must be a whole number from 1 to 100.')
  })

  it('has a request for each function', () => {
    expect(Object.keys(sampleRequests(noIds)).sort()).toEqual([...httpFunctionIds].sort())
  })
})

describe('its numbers', () => {
  const times = (importMs: number) => ({ importMs, answerMs: importMs * 2 })
  const bundle = { id: 'tasks.get', path: '', bytes: 1024 }

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
        import_ms: 12,
        import_ratio: 0.6,
        fastest_import_ms: 10,
        fastest_import_ratio: 0.5,
        answer_ms: 24,
        answer_ratio: 0.6,
      },
    ])
  })

  it('tell which bundles are too big or too slow', () => {
    const [good] = toRows([{ bundle, samples: [{ own: times(13), plain: times(20) }] }])
    if (!good) throw new Error('one row for one series')
    expect(verdict([good])).toBe(
      "All 1 bundles keep within 300 KiB and 0.65 of the plain SDK handler's import time.",
    )
    const big = { ...good, name: 'big', bytes: 300 * 1024 + 1 }
    const slow = { ...good, name: 'slow', import_ratio: 0.66 }
    expect(verdict([good, big, slow])).toBe(
      "Over 300 KiB and 0.65 of the plain SDK handler's import time: big, slow.",
    )
  })
})
