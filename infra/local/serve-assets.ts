import type { IncomingMessage, ServerResponse } from 'node:http'
import { basePath } from '../../lib/contract/routes.ts'
import { readAssets, type Assets } from '../web-assets/assets.ts'
import { builtWeb } from '../web-assets/built.ts'

/** The files of the web interface, or the problem why there are none. */
export interface WebInterface {
  assets: Assets
  problem?: string
}

/** Builds the web interface if necessary, and reads its files. It never rejects: the API works without them. */
export async function openWebInterface(folder = builtWeb()): Promise<WebInterface> {
  try {
    return { assets: readAssets(await folder) }
  } catch (error) {
    return { assets: new Map(), problem: error instanceof Error ? error.message : String(error) }
  }
}

const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?')[0] ?? '/'

/** Whether a file could answer a request: it is a GET or HEAD outside the API's path. */
export const mayBeAsset = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !`${pathOf(request)}/`.startsWith(`${basePath}/`)

/** Answers with the file at exactly the request's path. Returns false when there is none. */
export function serveAsset(assets: Assets, request: IncomingMessage, response: ServerResponse): boolean {
  const asset = assets.get(pathOf(request))
  if (!asset) return false
  const { headers, body } = asset
  if (request.headers['if-none-match'] === headers.ETag) {
    response.writeHead(304, headers).end()
  } else {
    response.writeHead(200, { ...headers, 'Content-Length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  return true
}
