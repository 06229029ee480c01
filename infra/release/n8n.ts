import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

/*
 * Builds the nodes for n8n. n8n loads them with `require`, so that they share its own `n8n-workflow`.
 */

const folder = resolve(import.meta.dirname, '../../integrations/n8n')
const out = join(folder, 'dist')

rmSync(out, { recursive: true, force: true })
await build({
  entryPoints: globSync(['credentials/*.ts', 'nodes/*/*.node.ts'], { cwd: folder }).map((path) =>
    join(folder, path),
  ),
  outbase: folder,
  outdir: out,
  bundle: true,
  external: ['n8n-workflow'],
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
})
cpSync(join(folder, 'icons'), join(out, 'icons'), { recursive: true })
writeFileSync(join(out, 'package.json'), '{"type":"commonjs"}\n')
