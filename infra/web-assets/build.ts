import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const keptMs = 24 * 60 * 60 * 1000

/** Builds a project's web interface into a folder, atomically, even if several processes start at once. */
async function buildInto(folder: string, root: string): Promise<void> {
  const draft = `${folder}.${crypto.randomUUID()}`
  mkdirSync(draft, { recursive: true })
  try {
    const { build } = await import('vite') // imported here, so that a missing Vite is reported like any other error
    await build({
      root: join(root, 'web'),
      configFile: join(root, 'web', 'vite.config.ts'),
      build: { outDir: draft, emptyOutDir: true },
      logLevel: 'silent',
    })
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(join(folder, 'index.html'))) throw error // otherwise another process was faster
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

const [folder, root] = process.argv.slice(2)
if (folder === undefined || root === undefined)
  throw new Error('Usage: build.ts <output folder> <project root>')
try {
  await buildInto(folder, root)
  forgetOthers(folder)
} catch (error) {
  console.error(problemOf(error))
  process.exitCode = 1
}
