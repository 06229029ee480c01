import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

const project = resolve(import.meta.dirname, '../..')
const builder = join(import.meta.dirname, 'build.ts')
const patienceMs = 20_000

/** All that the build is made of, below the project's root. */
const sources = ['web', 'client/src', 'lib/contract/limits.ts', 'tsconfig.json', 'package-lock.json']

function filesOf(path: string): string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Where the build of the sources as they are now lies, or will: a folder of the name of their content. */
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
 * The folder of the built web interface. It is built when these sources have no build yet, in a process of its own:
 * whoever asks for it must not pay for loading Vite each time.
 * @param root the project's; another one in tests
 * @throws Error in one sentence when it cannot be built
 */
export async function builtWeb(root = project): Promise<string> {
  const folder = folderOfSources(root)
  if (existsSync(join(folder, 'index.html'))) return folder
  // a test's NODE_ENV would make it a build for development
  const options = { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, timeout: patienceMs }
  try {
    await promisify(execFile)(process.execPath, [builder, folder, root], options)
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string } // execFile's own error has it
    const reason = stderr.trim().split('\n').at(-1) ?? ''
    throw new Error(`The web interface could not be built: ${reason || 'it took too long'}`, { cause: error })
  }
  return folder
}
