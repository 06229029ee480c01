import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { SiteConfig } from 'vitepress'
import { claim } from '../claim.ts'

const keptMs = 24 * 60 * 60 * 1000

/** Builds a project's web interface into a folder. Vite is imported here, so that a missing one is reported like any error. */
async function buildWeb(root: string, outDir: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root: join(root, 'web'),
    configFile: join(root, 'web', 'vite.config.ts'),
    build: { outDir, emptyOutDir: true },
    logLevel: 'silent',
  })
}

/** Builds a project's documentation into a folder: the pages, and the API reference. It runs with low priority. */
async function buildDocs(root: string, folder: string): Promise<void> {
  const outDir = join(folder, 'docs') // as their addresses, and as the bucket has them on AWS
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const [{ build }, { buildReference }, { writeForPrograms }] = await Promise.all([
    import('vitepress'),
    import('./reference/build.ts'),
    import('./for-programs.ts'),
  ])
  const onAfterConfigResolve = (config: SiteConfig) => {
    config.tempDir = join(outDir, '.temp') // its own place is the same for all processes
  }
  await build(join(root, 'docs'), { outDir, onAfterConfigResolve })
  await buildReference(outDir)
  writeForPrograms(root, folder)
}

/** Bundles all functions into a folder. */
async function buildFunctions(_root: string, outDir: string): Promise<void> {
  const [{ bundleFunctions }, { functionIds }] = await Promise.all([
    import('../bundle/bundle.ts'),
    import('../../functions/index.ts'),
  ])
  await bundleFunctions(functionIds, outDir)
}

const builders = new Map([
  ['web', buildWeb],
  ['docs', buildDocs],
  ['functions', buildFunctions],
])

/** Does some work while no other process of these sources builds the same kind. */
async function alone(folder: string, work: () => Promise<void>): Promise<void> {
  const kindFolder = dirname(folder)
  mkdirSync(dirname(kindFolder), { recursive: true })
  let release
  while (!(release = claim(`${kindFolder}.lock`))) await sleep(100)
  try {
    await work()
  } finally {
    release()
  }
}

/** Builds into a folder, atomically. */
async function buildInto(folder: string, build: (outDir: string) => Promise<void>): Promise<void> {
  const draft = `${folder}.${crypto.randomUUID()}`
  mkdirSync(draft, { recursive: true })
  try {
    await build(draft)
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // otherwise another process was faster
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Removes builds of other sources, and leftovers of killed processes, when they are a day old. */
function forgetOthers(folder: string): void {
  for (const name of readdirSync(dirname(folder)).filter((other) => other !== basename(folder))) {
    const other = join(dirname(folder), name)
    const { mtimeMs = Infinity } = statSync(other, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < Date.now() - keptMs) rmSync(other, { recursive: true, force: true })
  }
}

/** The problem and its place in one line: the first two meaningful lines of the compiler's message. */
function problemOf(error: unknown): string {
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  const lines = message.split('\n').map((line) => line.replace(/[\u2500-\u257f]/g, '').trim())
  const telling = lines.filter((line) => line !== '' && !/^(Build failed with|Caused by:|at )/.test(line))
  return telling.slice(0, 2).join(' ')
}

const [kind = '', folder, root] = process.argv.slice(2)
const build = builders.get(kind)
if (!build || folder === undefined || root === undefined)
  throw new Error('Usage: build.ts web|docs|functions <output folder> <project root>')
try {
  await alone(folder, async () => {
    if (!existsSync(folder)) await buildInto(folder, (outDir) => build(root, outDir))
  })
  forgetOthers(folder)
} catch (error) {
  console.error(problemOf(error))
  process.exitCode = 1
}
