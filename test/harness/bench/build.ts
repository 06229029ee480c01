import { buildSync, type BuildOptions } from 'esbuild'
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alias, bundleFile, bundleFunctions, bundleOptions } from '../../../infra/bundle/bundle.ts'

/** A bundle on disk. */
export interface Built {
  /** Its name in the report. */
  id: string
  /** The function whose sample request it answers. */
  functionId: string
  path: string
  bytes: number
}

const built = (id: string, path: string, functionId = id): Built => ({
  ...{ id, path, functionId },
  bytes: statSync(path).size,
})

/** The bundles of functions in a folder. */
export const builtIn = (folder: string, ids: readonly string[]): Built[] =>
  ids.map((id) => built(id, join(folder, id, bundleFile)))

/** Bundles functions as the deployment does. */
export async function buildFunctions(ids: readonly string[], folder: string): Promise<Built[]> {
  await bundleFunctions(ids, folder)
  return builtIn(folder, ids)
}

function buildFile(entryUrl: string, outfile: string, options: BuildOptions): string {
  const entryPoints = [fileURLToPath(entryUrl)]
  buildSync({ ...options, entryPoints, outfile, sourcemap: false })
  return outfile
}

/** How a team bundles a handler that knows what a start takes: as an ES module, minified, without what it does not use. */
const carefully = {
  ...{ bundle: true, minify: true, format: 'esm', platform: 'node', target: 'node24', logLevel: 'error' },
  mainFields: ['module', 'main'],
  banner: { js: 'const require=process.getBuiltinModule;' },
} as const satisfies BuildOptions

/** Builds the handler that the functions are compared with: it reads one item, and does nothing else. */
export function buildPlain(folder: string): Built {
  const path = join(folder, 'plain.mjs')
  buildFile(import.meta.resolve('./handlers/plain-sdk.ts'), path, carefully)
  return built('plain SDK handler', path, 'tasks.get')
}

/** Builds the plain handler in the libraries that AWS's own sample uses. */
export function buildSample(folder: string): Built {
  const path = join(folder, 'sample.mjs')
  buildFile(import.meta.resolve('./handlers/sample-libraries.ts'), path, carefully)
  return built("AWS sample's libraries", path, 'tasks.get')
}

/** The bundles of functions that were built before, such as those of another release, which may lack some of them. */
export const builtBefore = (ids: readonly string[], folder: string): Built[] =>
  ids
    .map((id) => ({ id, path: join(folder, id, bundleFile) }))
    .filter(({ path }) => existsSync(path))
    .map(({ id, path }) => built(`${id} before`, path, id))

const largest = 'tasks.move'

/** The replacement that saves the most by far. The others are also measured together: alone, most save too little to be seen. */
const largestReplacement = '@aws-sdk/credential-provider-node'

/** Replacements whose original module also needs the originals of other replacements. */
const needed: Record<string, string[]> = {
  [largestReplacement]: ['node:fs', 'node:fs/promises', 'node:http', 'node:util'],
  '@smithy/core/event-streams': ['@smithy/core/checksum'],
}

/** Builds the largest bundle, and one more bundle for each replacement, without that replacement. */
export async function buildWithoutReplacements(folder: string): Promise<{ whole: Built; others: Built[] }> {
  const [whole] = await buildFunctions([largest], folder)
  if (!whole) throw new Error(`${largest} was not built.`)
  const all = Object.entries(alias)
  const without = async (name: string, left: string[]) => {
    const part = join(folder, name)
    await bundleFunctions([largest], part, Object.fromEntries(all.filter(([one]) => !left.includes(one))))
    return built(`without ${name}`, join(part, largest, bundleFile), largest)
  }
  const others = [...new Set(all.map(([, file]) => file))].map((file) => {
    const left = all
      .filter(([, other]) => other === file)
      .flatMap(([name]) => [name, ...(needed[name] ?? [])])
    return without(basename(file), left)
  })
  const small = Object.keys(alias).filter((name) => name !== largestReplacement)
  return { whole, others: await Promise.all([...others, without('all but the largest', small)]) }
}

/** Compiles the measuring program to JavaScript, so that type stripping is not measured. */
export const buildProbe = (folder: string): string =>
  buildFile(import.meta.resolve('./probe.ts'), join(folder, 'probe.mjs'), bundleOptions)
