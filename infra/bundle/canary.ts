import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleOptions } from './bundle.ts'

/**
 * Bundles the canary's Lambda into `<folder>/canary.mjs`, as the only file there. It shares nothing with the service's
 * functions. Its name differs from theirs, because .ci/assemblies compares the functions' bundles, and one stage may
 * have a canary and another none.
 */
export async function bundleCanary(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const entryPoints = [fileURLToPath(import.meta.resolve('../canary/handler.ts'))]
  await build({ ...bundleOptions, sourcemap: false, entryPoints, outfile: join(folder, 'canary.mjs') })
}
