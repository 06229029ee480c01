import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'

const project = resolve(import.meta.dirname, '../..')
const builder = join(import.meta.dirname, 'build.ts')

/** How long a build may take, in ms: a slow or busy machine needs minutes for what takes seconds elsewhere. */
const patienceMs = 360_000

/** A build: its name in messages, its inputs relative to the project's root, and a file that a finished build has. */
const builds = {
  web: {
    name: 'The web interface',
    sources: [
      ...['web', 'client/src', 'tsconfig.json', 'package-lock.json'],
      ...['cut', 'fold', 'limits', 'webhook-formats'].map((name) => `lib/contract/${name}.ts`),
    ],
    page: 'index.html',
  },
  docs: {
    name: 'The documentation',
    sources: [
      ...[
        'docs',
        'client/README.md',
        'client/python/tasks_api.py',
        'infra/web-assets/reference',
        'infra/web-assets/for-programs.ts',
      ],
      ...['infra/web-assets/api-catalog.ts', 'lib/contract/routes.ts', 'package-lock.json'],
      ...['session/kept', 'session/tabs', 'session/token', 'data/browser-storage', 'data/kept-list'].map(
        (name) => `web/src/${name}.ts`,
      ),
    ],
    page: 'docs/index.html',
  },
  functions: {
    name: 'The bundle of each function',
    sources: [
      ...['functions', 'lib', 'infra/bundle', 'docs/openapi.json', 'docs/mcp.json'],
      ...['package.json', 'package-lock.json'],
    ],
    page: 'maps',
  },
} as const

type Kind = keyof typeof builds

function filesOf(path: string): string[] {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** The folder for the build of the current sources, named after a hash of their content. It may not exist yet. */
function folderOfSources(kind: Kind, root: string): string {
  const paths = builds[kind].sources.map((path) => join(root, path))
  const files = paths.flatMap((path) => (extname(path) === '' ? filesOf(path) : [path])).sort()
  const hash = createHash('sha256')
  for (const file of [...files, builder]) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)} ${content.length}\n`).update(content)
  }
  return join(root, 'dist', kind, hash.digest('hex').slice(0, 16))
}

/**
 * Returns the folder of a build, and makes it if these sources have none yet. The build runs in its own process, so that
 * callers do not load Vite each time.
 * @throws Error with a one-sentence message when it cannot be built
 */
async function built(kind: Kind, root: string, timeout = patienceMs): Promise<string> {
  const { name, page } = builds[kind]
  const folder = folderOfSources(kind, root)
  if (existsSync(join(folder, page))) return folder
  // a test's NODE_ENV would make it a development build
  const options = { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, timeout }
  try {
    await promisify(execFile)(process.execPath, [builder, kind, folder, root], options)
  } catch (error) {
    // execFile adds these to its error
    const { stderr = '', killed = false } = error as { stderr?: string; killed?: boolean }
    const reason = killed ? 'it took too long' : (stderr.trim().split('\n').at(-1) ?? '')
    throw new Error(`${name} could not be built: ${reason}`, { cause: error })
  }
  return folder
}

/**
 * The folder of the built web interface, which is built if these sources have no build yet.
 * @param root the project's root; tests use another one
 * @param timeout how long the build may take, in ms
 * @throws Error with a one-sentence message when it cannot be built
 */
export const builtWeb = (root = project, timeout = patienceMs): Promise<string> => built('web', root, timeout)

/**
 * The folder of the built documentation, as `builtWeb`. Its files are in `docs` there. The build takes some 20 s.
 * @throws Error with a one-sentence message when it cannot be built
 */
export const builtDocs = (root = project): Promise<string> => built('docs', root)

/**
 * The folder of the functions' bundles (`infra/bundle/bundle.ts`), as `builtWeb`.
 * @throws Error with a one-sentence message when they cannot be built
 */
export const builtFunctions = (): Promise<string> => built('functions', project)
