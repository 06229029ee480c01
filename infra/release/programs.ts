import { build, type Plugin } from 'esbuild'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { functionIds } from '../../functions/index.ts'
import { bundleOptions, sourceOf } from '../bundle/bundle.ts'

const findsFunctions = fileURLToPath(import.meta.resolve('../../functions/files.ts'))

/** Where the archive has each program: the source, and the path without its extension, from which it finds its files. */
const programs = {
  'infra/aws/app': '../release/app.ts',
  'infra/admin/main': '../admin/main.ts',
  'infra/smoke/main': '../smoke/main.ts',
}

/** The list of the files of all functions as imports, because a bundle cannot look for files. */
export const functionFiles: Plugin = {
  name: 'function-files',
  setup: (bundler) => {
    bundler.onLoad({ filter: /functions[/\\]files\.ts$/ }, ({ path }) => {
      if (path !== findsFunctions) return undefined
      const imports = functionIds.map((id, n) => `import * as f${n} from ${JSON.stringify(sourceOf(id))}`)
      const entries = functionIds.map((id, n) => `[${JSON.stringify(id)}, f${n}]`)
      const contents = [...imports, `export const files = new Map([${entries.join(', ')}])`].join('\n')
      return { contents, resolveDir: import.meta.dirname }
    })
  },
}

/**
 * Bundles the programs that an operator of a stage on AWS runs, each into one file with the same place as its source.
 * @param installed the packages that stay outside, because npm installs them
 */
export async function bundlePrograms(folder: string, installed: readonly string[]): Promise<void> {
  const entryPoints = Object.fromEntries(
    Object.entries(programs).map(([path, source]) => [path, fileURLToPath(import.meta.resolve(source))]),
  )
  await build({
    ...bundleOptions,
    sourcemap: false,
    // a message of Node names a line of the file: each line is short enough to read
    minify: false,
    plugins: [functionFiles],
    entryPoints,
    outdir: folder,
    outbase: join(import.meta.dirname, '../..'),
    external: [...installed, ...installed.map((name) => `${name}/*`), '*/cdk.json'],
  })
}
