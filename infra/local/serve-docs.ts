import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { sitePath } from '../../lib/contract/routes.ts'
import { apiCatalog, llmsPath } from '../web-assets/api-catalog.ts'
import { readDocs, type Assets } from '../web-assets/assets.ts'
import { builtDocs } from '../web-assets/built.ts'
import { docsHeaders } from '../web-assets/headers.ts'
import { pathOf, serveAsset } from './serve-assets.ts'

/** How long a request waits for the files: reading them takes less, building them much longer. */
const patienceMs = 1_000

/** After how many seconds a browser asks again while the documentation is being built. */
const againSeconds = 2

const pageOf = (title: string, text: string, head = '') => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />${head}
    <title>${title}</title>
    <style>body { font: 1.1rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto; padding: 0 1rem }</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
    </main>
  </body>
</html>
`

const buildingPage = pageOf(
  'The documentation is being built',
  'This happens once for each version, and takes about half a minute. This page shows it by itself then.',
  `\n    <meta http-equiv="refresh" content="${againSeconds}" />`,
)

const brokenPage = pageOf(
  'There is no documentation here',
  'It could not be built. The terminal of the service says why. The texts are also in the folder docs of the project.',
)

/** Whether a path is one of the documentation, or of what programs read of it. */
const isOfDocs = (path: string): boolean =>
  [sitePath, llmsPath, apiCatalog.path].includes(path) || path.startsWith(`${sitePath}/`)

/** The page that says that an address has no page. It has the search. */
const missingPage = `${sitePath}/404`

/** Whether a person would see the answer. Programs get the API's error. */
const isOfBrowser = ({ headers: { accept = '' } }: IncomingMessage): boolean => accept.includes('text/html')

/**
 * Answers requests for the documentation. Returns false for other requests, and for those of programs if the file does
 * not exist.
 */
export type ServeDocs = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Serves the documentation of a service on one machine. It is built at the first request for it, unless an earlier
 * start has built the same texts: the service does not wait for it, and a service whose documentation nobody reads
 * never builds it.
 * @param build returns the folder of the built documentation
 */
export function docsServer(build: () => Promise<string> = builtDocs): ServeDocs {
  let assets: Promise<Assets | undefined> | undefined
  const open = async () => {
    try {
      return readDocs(await build())
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      return undefined
    }
  }
  return async (request, response) => {
    if (!isOfDocs(pathOf(request))) return false
    assets ??= open()
    const found = await Promise.race([assets, after(patienceMs, 'building' as const, { ref: false })])
    if (found && found !== 'building')
      return serveAsset(found, request, response, isOfBrowser(request) ? missingPage : '')
    const body = Buffer.from(found ? buildingPage : brokenPage)
    response.writeHead(503, {
      ...docsHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': body.length,
      'Cache-Control': 'no-store',
      ...(found && { 'Retry-After': againSeconds }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}
