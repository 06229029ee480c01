import { buildSync } from 'esbuild'
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'

/** Bundles and minifies one file beside this one. */
function built(file: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [resolve(import.meta.dirname, file)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  })
  const [output] = outputFiles
  if (!output) throw new Error(`esbuild wrote no output for ${file}`)
  return output.text.trim()
}

/** A Content-Security-Policy source that allows exactly this text (CSP Level 3, section 2.3.1, hash-source). */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The style and the script of the page, and the policy that allows them and requests to the service's own API. */
export function pageAssets(): { style: string; script: string; contentSecurityPolicy: string } {
  const style = built('style/page.css')
  const script = built('browser/main.ts')
  const contentSecurityPolicy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { style, script, contentSecurityPolicy }
}
