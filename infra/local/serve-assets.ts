import type { IncomingMessage, ServerResponse } from 'node:http'
import { basePath } from '../../lib/contract/routes.ts'
import { acceptedEncoding, compress, isCompressible, KeptBodies } from '../../lib/http/compression.ts'
import { readAssets, type Asset, type Assets } from '../web-assets/assets.ts'
import { builtWeb } from '../web-assets/built.ts'

/** The files of the web interface, or the reason why there are none. */
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

/** The path of a request, without its query. */
export const pathOf = ({ url = '/' }: IncomingMessage) => url.split('?')[0] ?? '/'

/** Whether a file could answer a request: it is a GET or HEAD outside the API's path. */
export const mayBeAsset = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !`${pathOf(request)}/`.startsWith(`${basePath}/`)

const compressedAssets = new KeptBodies<Asset>()

/** An asset as a caller takes it. Compressed, its ETag is weak, as CloudFront's is. */
async function variantOf(asset: Asset, request: IncomingMessage): Promise<Pick<Asset, 'headers' | 'body'>> {
  if (!isCompressible(asset.headers['Content-Type'], asset.body)) return asset
  const headers = { ...asset.headers, Vary: 'Accept-Encoding' }
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return { headers, body: asset.body }
  return {
    headers: { ...headers, 'Content-Encoding': encoding, ETag: `W/${asset.headers.ETag}` },
    body: await compressedAssets.get(asset, encoding, () => compress(asset.body, encoding, 'often')),
  }
}

/** Whether the caller has the asset already, in any encoding: the comparison is weak (RFC 9110, section 13.1.2). */
const isKnown = ({ headers: { ETag } }: Asset, { headers }: IncomingMessage) =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === ETag)

/**
 * Answers with the file at exactly the request's path. Returns false when there is none.
 * @param missing the path of the page for a path without a file; its status is 404
 */
export async function serveAsset(
  assets: Assets,
  request: IncomingMessage,
  response: ServerResponse,
  missing = '',
): Promise<boolean> {
  const found = assets.get(pathOf(request))
  const asset = found ?? assets.get(missing)
  if (!asset) return false
  const { headers, body } = await variantOf(asset, request)
  if (found && isKnown(found, request)) {
    response.writeHead(304, headers).end()
  } else {
    response.writeHead(found ? 200 : 404, { ...headers, 'Content-Length': body.length })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  return true
}
