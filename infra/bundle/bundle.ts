import { buildSync, type BuildOptions } from 'esbuild'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The file in a bundle's folder from which Lambda takes the handler. */
const bundleFile = 'index.mjs'

/** How every function is bundled, for the deployment and for whatever tests or measures the result. */
export const bundleOptions = (id: string): BuildOptions => ({
  entryPoints: [resolve(import.meta.dirname, '../../functions', `${id.replace('.', '/')}.ts`)],
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  sourcemap: 'external',
  legalComments: 'none',
  // what is still CommonJS inside asks for Node's own modules with require
  banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
  logLevel: 'error',
})

/**
 * Bundles one function into `<folder>/<id>/index.mjs`; its source map goes to `<folder>/maps/<id>.map`, beside what
 * is uploaded. Returns the function's folder.
 */
export function bundleFunction(id: string, folder: string): string {
  const functionFolder = join(folder, id)
  const outfile = join(functionFolder, bundleFile)
  buildSync({ ...bundleOptions(id), outfile })
  const map = join(folder, 'maps', `${id}.map`)
  mkdirSync(dirname(map), { recursive: true })
  renameSync(`${outfile}.map`, map)
  return functionFolder
}
