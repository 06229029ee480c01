import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const keptMs = 24 * 60 * 60 * 1000

/** Builds the web interface of a project into a folder: whole or not at all, also when several begin at once. */
async function buildInto(folder: string, root: string): Promise<void> {
  const draft = `${folder}.${crypto.randomUUID()}`
  mkdirSync(draft, { recursive: true })
  try {
    const { build } = await import('vite') // here, so that its absence is told as any other error
    await build({
      root: join(root, 'web'),
      configFile: join(root, 'web', 'vite.config.ts'),
      build: { outDir: draft, emptyOutDir: true },
      logLevel: 'silent',
    })
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(join(folder, 'index.html'))) throw error // else another process was faster
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Forgets what was built of other sources, and what a process that was killed left behind, once it is a day old. */
function forgetOthers(folder: string): void {
  for (const name of readdirSync(dirname(folder)).filter((other) => other !== basename(folder))) {
    const other = join(dirname(folder), name)
    const { mtimeMs = Infinity } = statSync(other, { throwIfNoEntry: false }) ?? {}
    if (mtimeMs < Date.now() - keptMs) rmSync(other, { recursive: true, force: true })
  }
}

/** What is wrong and where, in one line: of a compiler's drawing the first two that say something. */
function problemOf(error: unknown): string {
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  const lines = message.split('\n').map((line) => line.replace(/[\u2500-\u257f]/g, '').trim())
  const telling = lines.filter((line) => line !== '' && !/^(Build failed with|Caused by:|at )/.test(line))
  return telling.slice(0, 2).join(' ')
}

const [folder, root] = process.argv.slice(2)
if (folder === undefined || root === undefined) throw new Error('Wanted: where to, and the project’s root.')
try {
  await buildInto(folder, root)
  forgetOthers(folder)
} catch (error) {
  console.error(problemOf(error))
  process.exitCode = 1
}
