import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { styleText } from 'node:util'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import manifest from '../../package.json' with { type: 'json' }
import { called } from '../called.ts'
import { dataIn, demoIn, findRunningEngine, readJson } from '../local/data-dir.ts'
import { answers } from '../local/engine.ts'
import { findEngine } from '../local/find-engine.ts'
import { readRegion } from '../admin/inputs.ts'
import { readLocalSettings, type LocalSettings } from '../local/settings.ts'
import { askForMore, readConcurrency, usualConcurrency } from './lambda-quota.ts'

/** The finding about one thing. A note needs no action. */
interface Finding {
  level: 'ok' | 'note' | 'missing'
  text: string
}

const ok = (text: string): Finding => ({ level: 'ok', text })
const note = (text: string): Finding => ({ level: 'note', text })
const missing = (text: string): Finding => ({ level: 'missing', text })

const root = join(import.meta.dirname, '../..')
const healthTimeoutMs = 5_000
const leastFreeBytes = 1024 ** 3

const inMebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MiB`

const locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
      devOptional: z.optional(z.boolean()),
    }),
  ),
})

const readLocked = (path: string) => locked.parse(JSON.parse(readFileSync(path, 'utf8'))).packages

/**
 * Whether the packages are those that package-lock.json names. Those for development may be absent.
 * @param folder the folder of package-lock.json; tests use another one
 */
export function checkPackages(folder = root): Finding {
  const path = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(path)) return missing('not installed: run npm ci')
  const installed = readLocked(path)
  const wrong = Object.entries(readLocked(join(folder, 'package-lock.json'))).filter(
    ([name, { version, dev, optional, devOptional }]) => {
      const found = installed[name]
      const mayBeAbsent = name === '' || [dev, optional, devOptional].includes(true)
      return found ? found.version !== version : !mayBeAbsent
    },
  )
  const [first] = wrong
  if (!first) return ok('as package-lock.json names them')
  return missing(`${wrong.length} not as package-lock.json names them, the first ${first[0]}: run npm ci`)
}

async function checkEngine({ dataDir, endpoint }: LocalSettings): Promise<Finding> {
  if (endpoint !== undefined) {
    return (await answers(endpoint))
      ? ok(`${endpoint} (DYNAMODB_ENDPOINT)`)
      : missing(`${endpoint} (DYNAMODB_ENDPOINT) does not answer`)
  }
  try {
    const program = findEngine(dataIn(dataDir))
    if (program.kind === 'DynamoDB Local') return ok(`${program.kind}, ${program.folder}, by ${program.java}`)
    const version = execFileSync(program.path, ['--version'], { encoding: 'utf8' }).trim()
    return ok(`${version}, ${program.path}`)
  } catch (error) {
    return missing(error instanceof Error ? error.message : String(error))
  }
}

async function checkDataFolder({ dataDir, endpoint }: LocalSettings): Promise<Finding> {
  if (endpoint !== undefined) return note('the engine at DYNAMODB_ENDPOINT has the data')
  const held = dataIn(dataDir)
  if (held === undefined) return note(`${dataDir} has no data yet: ${called.tasks} start makes it`)
  const { bavail, bsize } = await statfs(dataDir)
  const size = `${dataDir}, ${inMebibytes(statSync(held.file).size)}`
  const free = bavail * bsize
  if (free < leastFreeBytes) return missing(`${size}; the disk has only ${inMebibytes(free)} left`)
  return ok(size)
}

const demo = z.object({ base_url: z.string() })
const health = z.object({ version: z.string() })

/** Whether another program listens on the service's port. */
async function isTaken({ port, host }: LocalSettings): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EADDRINUSE' // any error has a code, or not
  } finally {
    server.close()
  }
}

async function checkService(settings: LocalSettings): Promise<Finding> {
  const { dataDir, endpoint, port } = settings
  const known = await readJson(demoIn(dataDir), demo)
  const isRunning = endpoint !== undefined || (await findRunningEngine(dataDir)) !== undefined
  const response =
    known && isRunning
      ? await fetch(`${known.base_url}/health`, { signal: AbortSignal.timeout(healthTimeoutMs) }).catch(
          () => undefined,
        )
      : undefined
  if (!known || !response) {
    if (await isTaken(settings))
      return missing(`not running, and another program has port ${port}: choose one with PORT`)
    return note(`not running. Start it with ${called.start}`)
  }
  const answer = health.safeParse(await response.json().catch(() => undefined))
  if (!answer.success) return missing(`${known.base_url}/health answers ${response.status}`)
  const { version } = answer.data
  if (version !== manifest.version)
    return missing(`${known.base_url} runs version ${version}: stop it, and start ${manifest.version}`)
  return ok(`${known.base_url}, version ${version}. Documentation: ${new URL(known.base_url).origin}/docs`)
}

/** Whether the AWS account may run as many Lambdas at once as usual. A new one may run 10: requests and deliveries share them. */
async function checkAws(region: string): Promise<Finding> {
  try {
    const most = await readConcurrency(region)
    const said = `${most} Lambdas at once in ${region}`
    if (most >= usualConcurrency) return ok(said)
    return note(`${said}: set accountConcurrency to that. Ask for more: ${askForMore(region)}`)
  } catch (error) {
    return missing(`${region}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** @throws Error that names the wrong setting */
async function findings(): Promise<Record<string, Finding>> {
  const about = {
    Version: ok(`${manifest.version}, in ${root}`),
    Node: ok(`${process.version}, ${process.execPath}`),
    // the npm package has no lock file, and npm has installed what it needs
    ...(existsSync(join(root, 'package-lock.json')) && { Packages: checkPackages() }),
  }
  let settings: LocalSettings
  try {
    settings = readLocalSettings()
  } catch (error) {
    return { ...about, Settings: missing(error instanceof Error ? error.message : String(error)) }
  }
  return {
    ...about,
    Engine: await checkEngine(settings),
    'Data folder': await checkDataFolder(settings),
    Service: await checkService(settings),
  }
}

const colours = { ok: 'green', note: 'yellow', missing: 'red' } as const

/** Adds the command that says what is there and what is missing. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check the service, its engine, its data and its packages.')
    .addHelpText('after', '\nExit codes: 0 when nothing is missing, 1 otherwise, 2 for wrong usage.\n')
    .option(
      '--region <region>',
      'also ask AWS how many Lambdas your account may run at once there',
      readRegion,
    )
    .action(async ({ region }: { region?: string }) => {
      const aws = region === undefined ? {} : { AWS: await checkAws(region) }
      const found = Object.entries({ ...(await findings()), ...aws })
      for (const [title, { level, text }] of found) {
        console.log(`${styleText(colours[level], level.padEnd(8))} ${title.padEnd(12)} ${text}`)
      }
      if (found.some(([, { level }]) => level === 'missing')) process.exitCode = 1
    })
}
