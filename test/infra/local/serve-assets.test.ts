import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadFunctions } from '../../../infra/local/functions.ts'
import { createGateway } from '../../../infra/local/gateway.ts'
import { openWebInterface } from '../../../infra/local/serve-assets.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import type { Assets } from '../../../infra/web-assets/assets.ts'
import { securityHeaders } from '../../../infra/web-assets/headers.ts'
import { errorBody } from '../../support/tenant.ts'
import { write } from '../web-assets/project.ts'

const functions = await loadFunctions()
const files = { 'index.html': '<p>Page</p>', 'assets/app-1.js': 'app()', 'secret.txt': 'secret' }

function makeBuild(): string {
  const folder = newTempFolder()
  write(folder, files)
  return folder
}

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Serves the API with a web interface. Paths are sent as they are, while fetch would normalise them. */
async function serve(web: Promise<Assets>) {
  const server = createGateway(functions, { web }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  return async (method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers }).end()
    const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }
}

const serveBuild = () => serve(openWebInterface(Promise.resolve(makeBuild())).then(({ assets }) => assets))

const lowerCased = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as unknown]))

describe('the web interface of npm start', () => {
  it('serves the page at / with any query, revalidated each time and with the security policy', async () => {
    const send = await serveBuild()
    const { status, headers, body } = await send('GET', '/')
    expect({ status, body }).toEqual({ status: 200, body: '<p>Page</p>' })
    expect(headers).toMatchObject(lowerCased(securityHeaders))
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    expect((await send('GET', '/?from=mail')).body).toBe(body)
  })

  it('serves assets that a browser may cache forever', async () => {
    const send = await serveBuild()
    const { status, headers, body } = await send('GET', '/assets/app-1.js')
    expect({ status, body }).toEqual({ status: 200, body: 'app()' })
    expect(headers).toMatchObject({
      ...lowerCased(securityHeaders),
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '5',
    })
  })

  it('answers HEAD with only the headers, and 304 to a browser that has the file', async () => {
    const send = await serveBuild()
    const { headers } = await send('GET', '/')
    const head = await send('HEAD', '/')
    expect(head).toMatchObject({ status: 200, body: '' })
    expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' })
    const again = await send('GET', '/', { 'If-None-Match': String(headers.etag) })
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag: headers.etag } })
    expect((await send('GET', '/', { 'If-None-Match': '"other"' })).status).toBe(200)
  })

  it.each([
    ...['/index.html', '/assets', '/assets/', '/assets/app-2.js', '/favicon.ico', '//'],
    ...['/secret.txt', '/assets/../secret.txt', '/assets/%2e%2e/secret.txt', '/assets/..%2fsecret.txt'],
    ...['/../package.json', '/assets//app-1.js', '/assets/app-1.js/', '/assets/app-1.js%00', '/v1'],
  ])('serves no other file: %s gets the API’s 404', async (path) => {
    const { status, headers, body } = await (await serveBuild())('GET', path)
    expect({ status, body: JSON.parse(body) as unknown }).toEqual({
      status: 404,
      body: errorBody('route_not_found', expect.any(String)),
    })
    expect(headers['content-type']).toBe('application/json')
  })

  it('accepts no other method', async () => {
    const send = await serveBuild()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await send(method, '/')).status).toBe(404)
    }
  })

  it('makes only requests for its files wait while it is being built, not the API', async () => {
    const build = Promise.withResolvers<string>()
    const send = await serve(openWebInterface(build.promise).then(({ assets }) => assets))
    const page = send('GET', '/')
    expect((await send('GET', '/v1/openapi.json')).status).toBe(200)
    expect((await send('GET', '/v1')).status).toBe(404)
    build.resolve(makeBuild())
    expect(await page).toMatchObject({ status: 200, body: '<p>Page</p>' })
  })

  it('is absent when it cannot be built, with the reason, and the API still works', async () => {
    const web = await openWebInterface(
      Promise.reject(new Error('The web interface could not be built: no reason')),
    )
    expect(web.problem).toBe('The web interface could not be built: no reason')
    const send = await serve(Promise.resolve(web.assets))
    expect((await send('GET', '/')).status).toBe(404)
    expect((await send('GET', '/v1/openapi.json')).status).toBe(200)
  })
})
