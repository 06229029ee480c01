import { build, type Plugin } from 'esbuild'
import { chmodSync, cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleOptions } from '../bundle/bundle.ts'
import { functionFiles } from '../release/programs.ts'
import { builtDocs, builtWeb } from '../web-assets/built.ts'

const fileOf = (specifier: string) => fileURLToPath(import.meta.resolve(specifier))

/** What another file replaces in the package: modules of Node, and files of ours by their paths. */
const replacements = new Map([
  ['node:sqlite', fileOf('./replaced/sqlite.ts')],
  [fileOf('../called.ts'), fileOf('./replaced/called.ts')],
  [fileOf('../web-assets/built.ts'), fileOf('./replaced/built.ts')],
])

const replaced: Plugin = {
  name: 'replaced',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^(\.|node:)/ }, ({ path, resolveDir }) => {
      const replacement = replacements.get(path.startsWith('.') ? resolve(resolveDir, path) : path)
      return replacement === undefined ? undefined : { path: replacement }
    })
  },
}

/** What Node 20 lacks: of the ES2024 that tsconfig.json allows, and URL.parse. */
const lacking = [
  'core-js/actual/array-buffer/transfer.js',
  'core-js/actual/map/group-by.js',
  'core-js/actual/object/group-by.js',
  'core-js/actual/promise/with-resolvers.js',
  'core-js/actual/url/parse.js',
]

/** The program in the package: it has the place of its source, from which it finds other files. */
const program = 'infra/tasks/main.mjs'

/**
 * Dependencies in CommonJS may require Node's own modules; everything else is in the bundle. Whoever runs it cannot update
 * the SDK in it by taking another Node, so its warning about Node 20 is left out.
 */
const beginning = `#!/usr/bin/env node
import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'`

/** Bundles the command line with the service, each module once, so that npm installs none of their packages. */
async function bundleProgram(folder: string): Promise<void> {
  const imports = [...lacking, '../tasks/main.ts'].map((name) => `import '${name}'`)
  const file = join(folder, program)
  await build({
    ...bundleOptions,
    target: 'node20.12',
    minify: false, // a message of Node names a line of the file: each line is short enough to read
    sourcemap: false,
    legalComments: 'eof',
    banner: { js: beginning },
    plugins: [replaced, functionFiles],
    stdin: { contents: imports.join('\n'), resolveDir: import.meta.dirname },
    outfile: file,
  })
  chmodSync(file, 0o755)
}

/** Puts into a folder what the npm package runs: the program, and the web interface and the documentation, built. */
export async function fillPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await bundleProgram(folder)
  cpSync(fileOf('../local/OnLoopback.java'), join(folder, program, '../OnLoopback.java'))
  cpSync(await builtWeb(), join(folder, 'dist/web'), { recursive: true })
  cpSync(await builtDocs(), join(folder, 'dist/docs'), { recursive: true })
}
