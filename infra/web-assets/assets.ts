import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { signInPath, sitePath } from '../../lib/contract/routes.ts'
import { apiCatalog } from './api-catalog.ts'
import { cacheControl, docsHeaders, securityHeaders } from './headers.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.py': 'text/x-python; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

/** A file with the headers that it is sent with. */
export interface Asset {
  headers: Record<string, string> & { ETag: string }
  body: Buffer
}

/** Files by URL path. Requests never read any other file. */
export type Assets = ReadonlyMap<string, Asset>

/** @throws Error when the file's extension has no content type here */
function readAsset(file: string, cached: string, security: Record<string, string>): Asset {
  const isCatalog = file.replaceAll('\\', '/').endsWith(apiCatalog.path)
  const contentType = isCatalog ? apiCatalog.contentType : contentTypes[extname(file)]
  if (contentType === undefined)
    throw new Error(`infra/web-assets/assets.ts has no content type for ${file}.`)
  const body = readFileSync(file)
  const headers = {
    ...security,
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
  const page = readAsset(join(folder, 'index.html'), cacheControl.page, securityHeaders)
  return new Map([
    ['/', page],
    [signInPath, page],
    ...names.map(
      (name) =>
        [
          `/assets/${name}`,
          readAsset(join(folder, 'assets', name), cacheControl.assets, securityHeaders),
        ] as const,
    ),
  ])
}

/** The URL path of a file of the documentation: a page has no extension, and the one of a folder ends with a slash. */
const docsPathOf = (file: string): string =>
  `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$|\.html$/, '$1')}`

/**
 * Reads the built documentation, which is served below `/docs`, and what programs look for elsewhere.
 * @throws Error when there is a file whose extension has no content type here
 */
export function readDocs(folder: string): Assets {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const assets = files.map(({ parentPath, name }) => {
    const file = relative(folder, join(parentPath, name))
    const cached = file.startsWith(join('docs', 'assets')) ? cacheControl.assets : cacheControl.page
    return [docsPathOf(file), readAsset(join(folder, file), cached, docsHeaders)] as const
  })
  const all = new Map(assets)
  const start = all.get(`${sitePath}/`)
  return start ? all.set(sitePath, start) : all
}
