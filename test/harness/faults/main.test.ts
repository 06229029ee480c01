import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Cell } from './matrix.ts'

/** Runs the suite as `npm run faults` does. */
const faults = (...flags: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['test/harness/faults/main.ts', ...flags], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })

describe('npm run faults', () => {
  it('meets an operation with each fault, as JSON', async () => {
    const { code, stdout } = await faults('--only', 'tokens.self', '--json')
    const report = JSON.parse(stdout) as { matrix: Cell[]; problems: string[] }
    expect({ code, problems: report.problems }).toEqual({ code: 0, problems: [] })
    expect(report.matrix.map(({ fault, status, retries }) => [fault, status, retries])).toEqual([
      ...[
        ['throttle ×1', 200, 1],
        ['throttle', 503, 2],
        ['5xx ×2', 200, 2],
        ['5xx', 503, 2],
      ],
      ...[
        ['reset ×2', 200, 2],
        ['reset', 503, 2],
        ['timeout ×2', 200, 2],
        ['timeout', 503, 2],
      ],
    ])
  })

  it('says in one table what came of it', async () => {
    const { code, stdout } = await faults('--only', 'tokens.self')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^OPERATION +EXCHANGE +THROTTLE ×1 +THROTTLE +/)
    expect(stdout).toMatch(/\ntokens\.self +1 BatchGetItem +200 \+1 +503 \+2 +200 \+2 +503 \+2 /)
    expect(stdout).toMatch(/\n8 faults: counts, order and tasks are what the acknowledged answers say\.\n$/)
  })

  it.each(['-1', 'many', '61'])('refuses --timeout %s', async (timeout) => {
    const { code, stderr } = await faults(`--timeout=${timeout}`)
    expect(code).toBe(2)
    expect(stderr).toContain('It must be a whole number from 1 to 60.')
  })
})
