import { createHash, randomUUID } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Json = Record<string, unknown>

const sources = ['cdk.json', ...globSync(['infra/**/*.ts', 'lib/**/*.ts'])].map(
  (path) => `${path} ${statSync(path).mtimeMs}`,
)

const pollMs = 50
const patienceMs = 60_000

/** Makes a folder that only one worker can make; false if it is there. */
function take(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

/** Waits until another worker has written a file, or has given up. */
function waitFor(path: string, lock: string): void {
  const deadlineMs = Date.now() + patienceMs
  const clock = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(path) && existsSync(lock) && Date.now() < deadlineMs) Atomics.wait(clock, 0, 0, pollMs)
}

/**
 * Returns the template of a context, which one test file of a run synthesizes for all others. A synthesis takes some
 * seconds of the processor. The template stands in the run's temporary folder (test/support/temp.global.ts), under a name
 * that changes with the sources.
 */
export function synthesizedOnce(context: Json, make: () => Json): Json {
  const name = createHash('sha256')
    .update(JSON.stringify([context, sources]))
    .digest('hex')
  const path = join(tmpdir(), `template-${name}.json`)
  const lock = `${path}.lock`
  const isOurs = take(lock)
  if (!isOurs) waitFor(path, lock)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Json // written below
  try {
    const template = make()
    const draft = `${path}.${randomUUID()}`
    writeFileSync(draft, JSON.stringify(template))
    renameSync(draft, path) // so that no other worker reads half of it
    return template
  } finally {
    if (isOurs) rmSync(lock, { recursive: true })
  }
}
