import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { compileCache } from '../../support/compile-cache.ts'
import { inDataDir, withDataDir } from './service-process.ts'

withDataDir()

const rounds = 25
const claimers = Array.from({ length: 4 }, () =>
  fork(join(import.meta.dirname, 'claimer.ts'), { env: { PATH: process.env.PATH, ...compileCache } }),
)
afterAll(() => {
  for (const claimer of claimers) claimer.kill()
})

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = fork('-e', ['0'], { execArgv: [] })
  await once(child, 'exit')
  return child.pid ?? 0
}

/** Sends a message to all processes at once, and returns their answers. */
async function tell(message: string): Promise<string[]> {
  const answers = claimers.map((claimer) => once(claimer, 'message') as Promise<[string]>)
  for (const claimer of claimers) claimer.send(message)
  return (await Promise.all(answers)).map(([said]) => said)
}

it('has one owner when several services start at once on the folder of a killed one', async () => {
  const pid = await deadPid()
  for (let round = 0; round < rounds; round++) {
    const folder = inDataDir(String(round))
    await mkdir(folder)
    await writeFile(join(folder, 'engine.json'), JSON.stringify({ endpoint: '', pid }))
    const said = await tell(folder)
    const refusals = said.filter((message) => message !== 'has it')
    expect(refusals).toHaveLength(claimers.length - 1)
    for (const refusal of refusals) {
      expect(refusal).toMatch(/Another service \(process (\d+|unknown)\) is using /)
    }
    await tell('leave it')
  }
})
