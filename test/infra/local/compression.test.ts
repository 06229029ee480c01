import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { acceptedEncoding } from '../../../lib/http/compression.ts'
import { loadFunctions } from '../../../infra/local/functions.ts'
import { createGateway } from '../../../infra/local/gateway.ts'
import { readAssets } from '../../../infra/web-assets/assets.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { newTenant } from '../../support/tenant.ts'
import { write } from '../web-assets/project.ts'

const functions = await loadFunctions()
const script = `console.log('${'many words '.repeat(400)}')`

async function serve() {
  const folder = newTempFolder()
  write(folder, { 'index.html': '<p>Page</p>', 'assets/app-1.js': script })
  const server = createGateway(functions, { web: Promise.resolve(readAssets(folder)) }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

describe('the files of the web interface', () => {
  it.each(['br', 'gzip'] as const)('are sent in %s to those who take it', async (encoding) => {
    const send = await serve()
    const { headers, body } = await send('/assets/app-1.js', { 'Accept-Encoding': encoding })
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    expect(headers['content-length']).toBe(String(body.length))
    expect(body.length).toBeLessThan(script.length / 10)
    expect(decoders[encoding](body).toString()).toBe(script)
    const head = await send('/assets/app-1.js', { 'Accept-Encoding': encoding }, 'HEAD')
    expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' })
    expect(head.body).toHaveLength(0)
    const again = { 'Accept-Encoding': encoding, 'If-None-Match': headers.etag ?? '' }
    expect(await send('/assets/app-1.js', again)).toMatchObject({
      status: 304,
      headers: { etag: headers.etag, vary: 'Accept-Encoding' },
    })
  })

  it('are sent as they are to others, under a strong ETag, and small ones to all', async () => {
    const send = await serve()
    const plain = await send('/assets/app-1.js')
    expect(plain.headers).toMatchObject({
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"/) as unknown,
    })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.body.toString()).toBe(script)
    const small = await send('/', { 'Accept-Encoding': 'br' })
    expect(small.body.toString()).toBe('<p>Page</p>')
    expect(small.headers).not.toHaveProperty('content-encoding')
  })
})

describe('the answers of the API', () => {
  const json = ({ body }: { body: Buffer }) => JSON.parse(body.toString()) as unknown

  it('are compressed when they are long or have an ETag, which stays, and else sent as they are', async () => {
    const send = await serve()
    const { token, projectId, createTask } = await newTenant()
    const description = 'all the same '.repeat(200)
    const task = await createTask({ description })
    const caller = { Authorization: `Bearer ${token}` }
    const list = `/v1/projects/${projectId}/tasks`
    const plain = await send(list, caller)
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    for (const encoding of ['br', 'gzip'] as const) {
      const { status, headers, body } = await send(list, { ...caller, 'Accept-Encoding': encoding })
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
      expect(headers['content-length']).toBe(String(body.length))
      expect(body.length).toBeLessThan(plain.body.length / 2)
      expect(json({ body: decoders[encoding](body) })).toEqual(json(plain))
    }
    const one = await send(`/v1/tasks/${task.id}`, { ...caller, 'Accept-Encoding': 'br, gzip' })
    expect(one.headers).toMatchObject({ etag: '"1"', 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(json({ body: brotliDecompressSync(one.body) })).toMatchObject({ task: { description } })
    const short = await createTask()
    const brief = await send(`/v1/tasks/${short.id}`, { ...caller, 'Accept-Encoding': 'gzip' })
    expect(brief.headers).toMatchObject({ etag: '"1"', 'content-encoding': 'gzip' })
    expect(json({ body: gunzipSync(brief.body) })).toMatchObject({ task: { id: short.id } })
    const same = { ...caller, 'Accept-Encoding': 'gzip', 'If-None-Match': '"1"' }
    expect(await send(`/v1/tasks/${short.id}`, same)).toMatchObject({ status: 304, body: { length: 0 } })
    const whole = await send(`/v1/tasks/${short.id}`, caller)
    expect(whole.headers).toMatchObject({ etag: '"1"', vary: 'Accept-Encoding' })
    expect(whole.headers).not.toHaveProperty('content-encoding')
    const small = await send(`/v1/projects/${projectId}`, { ...caller, 'Accept-Encoding': 'gzip' })
    expect(small.headers).not.toHaveProperty('content-encoding')
    const exported = await send(`/v1/projects/${projectId}/export?format=csv`, {
      ...caller,
      'Accept-Encoding': 'gzip',
    })
    expect(exported.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(gunzipSync(exported.body).toString()).toContain(description)
  })
})

describe('Accept-Encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['br;q=nonsense', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s means %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })
})
