import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { compileCache } from '../../support/compile-cache.ts'
import type { TwoBrowsersReport } from './run.ts'

it('npm run two-browsers: nothing is lost, and both show what is stored', async () => {
  const options = ['--seconds', '12', '--restarts', '0', '--seed', '44']
  const env = { ...process.env, ...compileCache }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['test/web/two-browsers/main.ts', ...options],
    { env },
  ).catch((error: unknown) => {
    const { stdout = '' } = error as { stdout?: string } // what execFile adds
    if (stdout === '') throw error
    return { stdout } // it ends with 1 if there are problems
  })
  const { problems, deeds, endings } = JSON.parse(stdout) as TwoBrowsersReport
  expect(problems).toEqual([])
  expect(endings.sent).toBeGreaterThan(0)
  expect(Object.keys(deeds).length).toBeGreaterThan(2) // few on a busy machine
}, 240_000) // a start of the service and of a browser, also on a busy machine
