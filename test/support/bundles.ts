import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { functionIds } from '../../functions/index.ts'
import { bundleFunctions } from '../../infra/bundle/bundle.ts'
import { take } from './lock.ts'

const pollMs = 50

/**
 * Returns the folder of the bundles of all functions. One test file of a run builds them for all others, in the run's temporary
 * folder (temp.global.ts): it takes some seconds of the processor.
 */
export async function bundlesOnce(): Promise<string> {
  const folder = join(tmpdir(), 'bundles')
  const lock = `${folder}.lock`
  while (!existsSync(folder)) {
    if (!take(lock)) {
      await sleep(pollMs)
      continue
    }
    try {
      const draft = `${folder}.${randomUUID()}`
      await bundleFunctions(functionIds, draft)
      renameSync(draft, folder) // so that no other worker finds half of them
    } finally {
      rmdirSync(lock)
    }
  }
  return folder
}
