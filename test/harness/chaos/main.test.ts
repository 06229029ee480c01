import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { Dice } from './dice.ts'
import type { RulesReport } from './rules/run.ts'
import type { ChaosReport } from './run.ts'
import { compileCache } from '../../support/compile-cache.ts'

/** Runs `npm run chaos` on the engine of this test run. */
const chaos = (...flags: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, ...compileCache }
    execFile(process.execPath, ['test/harness/chaos/main.ts', ...flags], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })

describe('npm run chaos', () => {
  it('finds all that was acknowledged, after clients, mirrors and kills, as JSON', async () => {
    const size = ['--operations', '400', '--clients', '6', '--kills', '2', '--mirrors', '2']
    const { code, stdout, stderr } = await chaos(...size, '--seed', '2', '--json')
    const report = JSON.parse(stdout) as ChaosReport
    expect({ code, problems: report.problems }).toEqual({ code: 0, problems: [] })
    const { operations, kills, seed, outcomes, kinds, tasks, mirrors } = report
    expect({ operations, kills, seed }).toEqual({ operations: 400, kills: 2, seed: 2 })
    expect(outcomes.done).toBeGreaterThan(250)
    expect(Object.keys(kinds).length).toBeGreaterThan(20)
    expect(report.comments).toBeGreaterThan(3)
    expect(report.taken_back).toBeGreaterThan(3)
    expect(tasks).toBeGreaterThan(20)
    const [all] = Object.values(mirrors)
    expect(all?.comments).toBeGreaterThan(0)
    const held = Object.values(mirrors).map((mirror) => mirror.tasks)
    expect(held.slice(0, 2)).toEqual([tasks, tasks])
    // the two bound ones see less, and the same
    expect(held.slice(2)).toEqual([held[2], held[2]])
    expect(held[2]).toBeGreaterThan(0)
    expect(held[2]).toBeLessThan(tasks)
    expect(stderr).toMatch(/^seed 2\n/)
    expect(stderr).toContain('kill 2 of 2 after ')
  }, 240_000) // three starts of the service, also on a busy machine

  it('reports the result in a few lines, and stops in time', async () => {
    const size = [
      '--operations',
      '100000',
      '--clients',
      '2',
      '--kills',
      '0',
      '--mirrors',
      '0',
      '--bound',
      '0',
    ]
    const { code, stdout } = await chaos(...size, '--seconds', '1', '--seed', '3')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^\d+ operations \(seed 3, engine \S+\), 0 kills, \d+ s\n\d+ done, \d+ refused, 0 without/,
    )
    expect(stdout).toMatch(/\nEvery acknowledged write is there, nothing else is, .* agree\.\n$/)
  })

  it('finds each occurrence of rules once, after clients and kills', async () => {
    const size = ['--rules', '8', '--speed', '12', '--seconds', '15', '--kills', '1']
    const { code, stdout } = await chaos(...size, '--seed', '4', '--json')
    const report = JSON.parse(stdout) as RulesReport
    expect({ code, problems: report.problems }).toEqual({ code: 0, problems: [] })
    expect(report).toMatchObject({ seed: 4, kills: 1, accounts: 4, speed: 12 })
    expect(report.runs.done).toBeGreaterThan(50)
    expect(report.fired).toBeGreaterThan(10)
    expect(Object.keys(report.asked).length).toBeGreaterThan(3)
  }, 240_000) // two starts of the service, also on a busy machine

  it.each([
    ['--operations=0', 'It must be a whole number from 1 to 1000000.'],
    ['--seed=-1', 'It must be a whole number from 0 to 2147483648.'],
    ['--seconds=soon', 'It must be a whole number from 1 to 86400.'],
  ])('refuses %s', async (flag, sentence) => {
    const { code, stderr } = await chaos(flag)
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
  })
})

describe('the choices of a run', () => {
  it('depend only on the seed', () => {
    const choices = (seed: number) => {
      const dice = new Dice(seed)
      return Array.from({ length: 200 }, () => dice.weighted({ a: 1, b: 2, c: 0 }))
    }
    expect(choices(1)).toEqual(choices(1))
    expect(choices(1)).not.toEqual(choices(2))
    expect(choices(1)).not.toContain('c')
    expect(choices(1).filter((name) => name === 'b').length).toBeGreaterThan(100)
  })
})
