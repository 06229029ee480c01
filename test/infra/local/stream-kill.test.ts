import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { enginePid } from '../../harness/service-process.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { compileCache } from '../../support/compile-cache.ts'
import { until } from './triggered.ts'

const items = 20
let child: ChildProcess | undefined

afterEach(() => {
  child?.kill('SIGKILL')
})

it('misses no change when service or engine is killed in the middle of 500 writes', async () => {
  const folder = newTempFolder()
  const numbers = (file: 'answered' | 'seen'): number[] => {
    try {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n')
      return lines.filter((line) => line !== '').map(Number)
    } catch {
      return [] // nothing is written yet
    }
  }
  const start = (first: number, last: number) => {
    const program = join(import.meta.dirname, 'stream-writer.ts')
    const started = spawn(process.execPath, [program, folder, String(first), String(last)], {
      env: { PATH: process.env.PATH, ...compileCache },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child = started
    return { kill: () => started.kill('SIGKILL'), exited: once(started, 'exit') }
  }

  const one = start(0, 199)
  await until(() => numbers('answered').length >= 100)
  one.kill()
  await one.exited

  const two = start(200, 399)
  await until(() => numbers('answered').filter((number) => number >= 200).length >= 100)
  process.kill(await enginePid(folder), 'SIGKILL')
  await two.exited

  start(400, 499)
  const missing = () => {
    const seen = new Set(numbers('seen'))
    return numbers('answered').filter((number) => !seen.has(number))
  }
  // the writers go on side by side, so the last number may be answered before others
  await until(() => numbers('answered').filter((number) => number >= 400).length === 100)
  await until(() => missing().length === 0)
  // of each item, the changes came in order, those that came twice apart
  for (let item = 0; item < items; item++) {
    const first = [...new Set(numbers('seen').filter((number) => number % items === item))]
    expect(first).toEqual(first.toSorted((one, other) => one - other))
  }
})
