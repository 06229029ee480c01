import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { signInPath } from '../../lib/contract/routes.ts'
import { cacheControl, securityHeaders } from './headers.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A file with the headers that it is sent with. */
export interface Asset {
  headers: Record<string, string> & { ETag: string }
  body: Buffer
}

/** The files of the web interface by URL path. Requests never read any other file. */
export type Assets = ReadonlyMap<string, Asset>

/** @throws Error when the file's extension has no content type here */
function readAsset(file: string, cached: string): Asset {
  const contentType = contentTypes[extname(file)]
  if (contentType === undefined)
    throw new Error(`infra/web-assets/assets.ts has no content type for ${file}.`)
  const body = readFileSync(file)
  const headers = {
    ...securityHeaders,
    'Content-Type': contentType,
    'Cache-Control': cached,
    ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
  }
  return { headers, body }
}

/**
 * Reads a built web interface: its page, which is served at `/` and where an identity provider sends people back to, and its
 * assets.
 * @throws Error when there is no page, or a file whose extension has no content type here
 */
export function readAssets(folder: string): Assets {
  const names = readdirSync(join(folder, 'assets'))
  const page = readAsset(join(folder, 'index.html'), cacheControl.page)
  return new Map([
    ['/', page],
    [signInPath, page],
    ...names.map(
      (name) => [`/assets/${name}`, readAsset(join(folder, 'assets', name), cacheControl.assets)] as const,
    ),
  ])
}
