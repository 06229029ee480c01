import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../../../infra/local/gateway.ts'
import { parseTrustProxy } from '../../../infra/local/trust-proxy.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { headersOf, start, withDataDir } from './service-process.ts'

/** Sends a request over a connection from 127.0.0.1. */
async function sendTo(
  port: number | string,
  path: string,
  headers: Record<string, string | string[]>,
  body?: string,
): Promise<IncomingMessage> {
  const method = body === undefined ? 'GET' : 'POST'
  const sending = request({ host: '127.0.0.1', port, path: `/v1${path}`, method, headers })
  sending.end(body)
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  return response
}

/** What the functions are told of the caller of a request with these lines of X-Forwarded-For. */
async function toldOf(trustProxy: string, lines: string[]): Promise<string> {
  const functions = {
    invoke: (_: string, { requestContext }: { requestContext: { http: { sourceIp: string } } }) =>
      Promise.resolve({ statusCode: 200, body: requestContext.http.sourceIp }),
  }
  const server = createGateway(functions, undefined, undefined, parseTrustProxy(trustProxy))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  return text(await sendTo(port, '/health', lines.length === 0 ? {} : { 'X-Forwarded-For': lines }))
}

const networks = '127.0.0.1, 10.1.0.0/16,2001:db8:5::/48'

describe('the address of the caller', () => {
  it.each([
    ['', ['203.0.113.7'], '127.0.0.1'],
    // one proxy: what stands left of its word may be anything
    ['1', [], '127.0.0.1'],
    ['1', ['203.0.113.7'], '203.0.113.7'],
    ['1', ['198.51.100.1, 203.0.113.7'], '203.0.113.7'],
    ['1', ['198.51.100.1', '203.0.113.7'], '203.0.113.7'],
    ['1', [' 198.51.100.1 ,2001:db8::7 '], '2001:db8::7'],
    ['1', ['203.0.113.7:4711'], '203.0.113.7'],
    ['1', ['[2001:db8::7]:4711'], '2001:db8::7'],
    ['1', ['::ffff:203.0.113.7'], '203.0.113.7'],
    ['1', ['198.51.100.1, unknown'], '127.0.0.1'],
    ['1', ['198.51.100.1,'], '127.0.0.1'],
    ['1', ['198.51.100.1, 203.0.113.7.'], '127.0.0.1'],
    // two proxies
    ['2', ['198.51.100.1, 203.0.113.7, 10.1.0.9'], '203.0.113.7'],
    ['2', ['203.0.113.7'], '203.0.113.7'],
    ['2', ['198.51.100.1, nonsense, 10.1.0.9'], '10.1.0.9'],
    // proxies by address
    [networks, [], '127.0.0.1'],
    [networks, ['203.0.113.7'], '203.0.113.7'],
    [networks, ['198.51.100.1, 203.0.113.7, 10.1.0.9'], '203.0.113.7'],
    [networks, ['198.51.100.1, 203.0.113.7, 2001:db8:5::1, 10.1.255.255'], '203.0.113.7'],
    [networks, ['10.2.0.9, 10.1.0.9'], '10.2.0.9'],
    [networks, ['10.1.0.8, 10.1.0.9'], '10.1.0.8'],
    ['10.1.0.0/16', ['203.0.113.7'], '127.0.0.1'],
    ['127.0.0.1', ['198.51.100.1, 203.0.113.7, 10.1.0.9'], '10.1.0.9'],
    ['::ffff:127.0.0.1', ['198.51.100.1, 203.0.113.7'], '203.0.113.7'],
  ])('with TRUST_PROXY=%s and X-Forwarded-For: %j is %s', async (trustProxy, lines, address) => {
    expect(await toldOf(trustProxy, lines)).toBe(address)
  })
})

describe('TRUST_PROXY', () => {
  it.each([
    '0',
    '10',
    '-1',
    '1.5',
    'true',
    'loopback',
    '127.1',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/16,',
    '1,2',
  ])('is refused when it is %s', (value) => {
    expect(() => parseTrustProxy(value)).toThrow(/^TRUST_PROXY must be the number of proxies .*: "/)
  })
})

describe('the service behind a proxy', () => {
  withDataDir()

  it.each([
    [
      { TRUST_PROXY: 'yes' },
      'TRUST_PROXY must be the number of proxies before the service, from 1 to 9, or ',
    ],
    [{ PUBLIC_ORIGIN: 'tasks.example.com/' }, 'PUBLIC_ORIGIN must be an origin without a path, such as '],
    [{ PUBLIC_ORIGIN: 'https://tasks.example.com?a' }, 'PUBLIC_ORIGIN must be an origin without a path, '],
  ])('does not start with %j, and says why', async (variables, message) => {
    const service = start(variables)
    expect((await service.exited)[0]).toBe(1)
    expect(service.complaint()).toContain(message)
  })

  it('limits submissions by the caller that the proxy names, and shows URLs of the public origin', async () => {
    const demo: Demo = await start({ TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://tasks.example.com' }).ready()
    const { port } = new URL(demo.base_url)
    const settings = { projectId: demo.project_id, name: 'Contact', rateLimit: 600 }
    const made = await sendTo(port, '/forms', headersOf(demo), JSON.stringify(settings))
    const { form } = (await json(made)) as { form: { url: string } }
    expect(form.url).toMatch(/^https:\/\/tasks\.example\.com\/v1\/hooks\/hk_/)
    const path = form.url.slice('https://tasks.example.com/v1'.length)
    const statusesOf = (forwarded: (n: number) => string) =>
      Promise.all(
        Array.from({ length: 25 }, async (_, n) => {
          const headers = { Origin: 'https://shop.example', 'X-Forwarded-For': forwarded(n) }
          const body = JSON.stringify({ name: 'Ada' })
          const answer = await sendTo(port, path, { ...headers, 'Content-Type': 'application/json' }, body)
          answer.resume()
          return answer.statusCode
        }),
      )
    // ten a minute for each address, and 25 requests last for less than two minutes
    expect(await statusesOf((n) => `198.51.100.${n}, 203.0.113.7`)).toContain(429)
    expect(await statusesOf((n) => `198.51.100.1, 203.0.113.${100 + n}`)).not.toContain(429)
  }, 120_000)
})
