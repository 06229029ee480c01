import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

const project = resolve(import.meta.dirname, '../..')
const builder = join(import.meta.dirname, 'build.ts')
const patienceMs = 20_000

/** The inputs of the build, relative to the project's root. */
const sources = [
  ...['web', 'client/src', 'lib/contract/limits.ts', 'lib/contract/fold.ts'],
  ...['tsconfig.json', 'package-lock.json'],
]

function filesOf(path: string): string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** The folder for the build of the current sources, named after a hash of their content. It may not exist yet. */
function folderOfSources(root: string): string {
  const paths = sources.map((path) => join(root, path))
  const files = paths.flatMap((path) => (extname(path) === '' ? filesOf(path) : [path])).sort()
  const hash = createHash('sha256')
  for (const file of [...files, builder]) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)} ${content.length}\n`).update(content)
  }
  return join(root, 'dist', 'web', hash.digest('hex').slice(0, 16))
}

/**
 * Returns the folder of the built web interface, and builds it if these sources have no build yet. The build runs in
 * its own process, so that callers do not load Vite each time.
 * @param root the project's root; tests use another one
 * @throws Error with a one-sentence message when it cannot be built
 */
export async function builtWeb(root = project): Promise<string> {
  const folder = folderOfSources(root)
  if (existsSync(join(folder, 'index.html'))) return folder
  // a test's NODE_ENV would make it a development build
  const options = { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, timeout: patienceMs }
  try {
    await promisify(execFile)(process.execPath, [builder, folder, root], options)
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string } // execFile adds it to its error
    const reason = stderr.trim().split('\n').at(-1) ?? ''
    throw new Error(`The web interface could not be built: ${reason || 'it took too long'}`, { cause: error })
  }
  return folder
}
