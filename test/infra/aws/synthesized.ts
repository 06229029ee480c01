import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { take } from '../../support/lock.ts'
import type { Templates } from './flatten.ts'

const sources = ['cdk.json', ...globSync(['infra/**/*.ts', 'lib/**/*.ts'])].map(
  (path) => `${path} ${statSync(path).mtimeMs}`,
)

const pollMs = 50
const patienceMs = 60_000

/** Waits until another worker has written a file, or has given up. */
function waitFor(path: string, lock: string): void {
  const deadlineMs = Date.now() + patienceMs
  const clock = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(path) && existsSync(lock) && Date.now() < deadlineMs) Atomics.wait(clock, 0, 0, pollMs)
}

/**
 * Returns the templates of a context, which one test file of a run synthesizes for all others. A synthesis takes some
 * seconds of the processor. They stand in the run's temporary folder (test/support/temp.global.ts), under a name that
 * changes with the sources.
 */
export function synthesizedOnce(context: Record<string, unknown>, make: () => Templates): Templates {
  const name = createHash('sha256')
    .update(JSON.stringify([context, sources]))
    .digest('hex')
  const path = join(tmpdir(), `templates-${name}.json`)
  const lock = `${path}.lock`
  const isOurs = take(lock)
  if (!isOurs) waitFor(path, lock)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Templates // written below
  try {
    const templates = make()
    const draft = `${path}.${randomUUID()}`
    writeFileSync(draft, JSON.stringify(templates))
    renameSync(draft, path) // so that no other worker reads half of it
    return templates
  } finally {
    if (isOurs) rmSync(lock, { recursive: true })
  }
}
