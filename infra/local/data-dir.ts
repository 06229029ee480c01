import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { answers, startEngine, type Engine } from './engine.ts'

/** Where a running engine can be reached, for those who join it. */
const running = z.object({ endpoint: z.string(), pid: z.number() })

/** How long an engine whose service was killed may take to go. */
const leavingMs = 2_000

const pathsIn = (dataDir: string) => ({
  database: join(dataDir, 'tasks.db'),
  running: join(dataDir, 'engine.json'),
})

/** Reads a JSON file of ours; undefined when it is absent or not what the schema says. */
export async function readJson<S extends z.ZodMiniType>(
  path: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  try {
    const result = schema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

/** Writes a JSON file that only its owner may read, whole or not at all. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600) // a draft left behind keeps its old mode
  await rename(draft, path)
}

/** The engine that a running service keeps on this folder; undefined when there is none. */
export async function findRunningEngine(
  dataDir: string,
): Promise<{ endpoint: string; pid: number } | undefined> {
  const found = await readJson(pathsIn(dataDir).running, running)
  return found && (await answers(found.endpoint)) ? found : undefined
}

/** Starts an engine on the folder's file, for this process alone. */
export async function openDataDir(dataDir: string): Promise<Engine> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return startEngine(pathsIn(dataDir).database)
}

/**
 * Starts the engine of a service and makes it known, so that the command line can join it.
 * @throws Error when another service is using the folder
 */
export async function openDataDirForService(dataDir: string): Promise<Engine> {
  const deadlineMs = Date.now() + leavingMs
  for (;;) {
    const other = await findRunningEngine(dataDir)
    if (!other) break
    await sleep(100)
    if (Date.now() > deadlineMs) {
      throw new Error(
        `Another service (process ${other.pid}) is using ${dataDir}: stop it, or choose another folder with DATA_DIR.`,
      )
    }
  }
  const engine = await openDataDir(dataDir)
  const path = pathsIn(dataDir).running
  await writeJson(path, { endpoint: engine.endpoint, pid: process.pid })
  const stop = async () => {
    await rm(path, { force: true })
    await engine.stop()
  }
  return { ...engine, stop }
}
