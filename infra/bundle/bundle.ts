import { buildSync, type BuildOptions } from 'esbuild'
import { mkdirSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file in a bundle's folder from which Lambda takes the handler. */
export const bundleFile = 'index.mjs'

/**
 * What the SDK brings along and no function reaches, or loads at too high a price. Each replacement says why, and what it
 * brings to tasks.move, the largest bundle; `npm run bench:cold -- --replacements` prints it.
 */
const replacements = {
  '@aws-sdk/credential-provider-node': import.meta.resolve('./unused/credential-chain.ts'),
  '@aws-sdk/middleware-endpoint-discovery': import.meta.resolve('./unused/endpoint-discovery.ts'),
  '@smithy/core/checksum': import.meta.resolve('./unused/checksum.ts'),
  '@smithy/core/config': import.meta.resolve('./unused/shared-config.ts'),
  '@smithy/core/event-streams': import.meta.resolve('./unused/event-streams.ts'),
  'node:fs': import.meta.resolve('./unused/files.ts'),
  'node:fs/promises': import.meta.resolve('./unused/files.ts'),
  'node:http': import.meta.resolve('./node/http.ts'),
  'node:process': import.meta.resolve('./node/process.ts'),
}
const alias = Object.fromEntries(
  Object.entries(replacements).map(([name, url]) => [name, fileURLToPath(url)]),
)

/** How every function is bundled, for the deployment and for whatever tests or measures the result. */
export const bundleOptions = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  alias,
  sourcemap: 'external',
  legalComments: 'none',
  outExtension: { '.js': '.mjs' },
  // what is still CommonJS inside may require Node's own modules; all else is in the bundle
  banner: { js: 'const require=process.getBuiltinModule;' },
  logLevel: 'error',
} satisfies BuildOptions

/** The file of a function. */
export const sourceOf = (id: string): string =>
  resolve(import.meta.dirname, '../../functions', `${id.replace('.', '/')}.ts`)

/**
 * Bundles functions, each into `<folder>/<id>/index.mjs`; its source map goes to `<folder>/maps/<id>.map`, beside
 * what is uploaded. Many at once take little longer than one: they are read once.
 */
export function bundleFunctions(ids: readonly string[], folder: string): void {
  const entryPoints = Object.fromEntries(ids.map((id) => [join(id, 'index'), sourceOf(id)]))
  buildSync({ ...bundleOptions, entryPoints, outdir: folder })
  mkdirSync(join(folder, 'maps'), { recursive: true })
  for (const id of ids) renameSync(join(folder, id, `${bundleFile}.map`), join(folder, 'maps', `${id}.map`))
}
