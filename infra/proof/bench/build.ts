import { buildSync, type BuildOptions } from 'esbuild'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleFile, bundleFunctions, bundleOptions } from '../../bundle/bundle.ts'

/** A bundle on the disk. */
export interface Built {
  id: string
  path: string
  bytes: number
}

const built = (id: string, path: string): Built => ({ id, path, bytes: statSync(path).size })

/** Bundles functions as the deployment does. */
export function buildFunctions(ids: readonly string[], folder: string): Built[] {
  bundleFunctions(ids, folder)
  return ids.map((id) => built(id, join(folder, id, bundleFile)))
}

function buildFile(entryUrl: string, outfile: string, options: BuildOptions): string {
  const entryPoints = [fileURLToPath(entryUrl)]
  buildSync({ ...options, entryPoints, outfile, sourcemap: false })
  return outfile
}

/** What the functions are held against. The plain one is built with esbuild's defaults for Node, as a tutorial has it. */
export function buildBaselines(folder: string): Record<'empty' | 'https' | 'plain', Built> {
  const defaults: BuildOptions = { bundle: true, platform: 'node', logLevel: 'error' }
  const path = (name: string) => join(folder, 'baselines', name)
  const [empty, https, plain] = [
    buildFile(import.meta.resolve('./handlers/empty.ts'), path('empty.mjs'), bundleOptions),
    buildFile(import.meta.resolve('./handlers/https-crypto.ts'), path('https.mjs'), bundleOptions),
    buildFile(import.meta.resolve('./handlers/plain-sdk.ts'), path('plain.cjs'), defaults),
  ]
  return {
    empty: built('empty handler', empty),
    https: built('https + crypto alone', https),
    plain: built('plain SDK handler', plain),
  }
}

/** The program that measures, as JavaScript: type stripping must not be on the clock. */
export const buildProbe = (folder: string): string =>
  buildFile(import.meta.resolve('./probe.ts'), join(folder, 'probe.mjs'), bundleOptions)
