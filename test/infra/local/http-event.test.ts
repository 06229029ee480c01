import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { toEvent, type MatchedRoute } from '../../../infra/local/http-event.ts'
import type { ApiEvent } from '../../../lib/http/types.ts'

/** The event for a raw HTTP request. */
async function eventOf(
  raw: string,
  route: Partial<MatchedRoute> = {},
  body = Buffer.alloc(0),
): Promise<ApiEvent> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const arrival = once(server, 'request') as Promise<[IncomingMessage]>
  socket.write(Buffer.concat([Buffer.from(`${raw}\r\nContent-Length: ${body.length}\r\n\r\n`), body]))
  const [request] = await arrival
  const event = toEvent(request, await buffer(request), {
    routeKey: '$default',
    pathParameters: {},
    ...route,
  })
  socket.destroy()
  server.close()
  return event
}

describe('a request as an event of payload format 2.0', () => {
  it('has lower-case header names, repeated headers joined by a comma, and separate cookies', async () => {
    const event = await eventOf(
      'GET /v1/tasks HTTP/1.1\r\nHost: api\r\nX-One: a\r\nx-ONE: b\r\nAuthorization: x\r\nauthorization: y\r\nCookie: c=1; d=2',
    )
    expect(event.headers).toEqual({
      host: 'api',
      'x-one': 'a,b',
      authorization: 'x,y',
      'content-length': '0',
    })
    expect(event.cookies).toEqual(['c=1', 'd=2'])
  })

  it('has the raw path and query as sent, and also the decoded query', async () => {
    const event = await eventOf('GET /v1/tasks/a%20b?x=1&x=2&y=%26?&z HTTP/1.1\r\nHost: api')
    expect(event).toMatchObject({
      version: '2.0',
      rawPath: '/v1/tasks/a%20b',
      rawQueryString: 'x=1&x=2&y=%26?&z',
      queryStringParameters: { x: '1,2', y: '&?', z: '' },
      requestContext: {
        http: { method: 'GET', path: '/v1/tasks/a%20b', protocol: 'HTTP/1.1' },
        stage: '$default',
      },
    })
    expect(event.body).toBeUndefined()
    expect(event.isBase64Encoded).toBe(false)
  })

  it('has decoded path parameters', async () => {
    const route = { routeKey: 'GET /v1/tasks/{id}', pathParameters: { id: 'a%2Fb%20%C3%A9' } }
    const event = await eventOf('GET /v1/tasks/a%2Fb%20%C3%A9 HTTP/1.1\r\nHost: api', route)
    expect(event.pathParameters).toEqual({ id: 'a/b é' })
    expect(event.routeKey).toBe('GET /v1/tasks/{id}')
  })

  it('has a JSON body as text and any other, or broken UTF-8, in base64', async () => {
    const head = 'POST /v1/tasks HTTP/1.1\r\nHost: api\r\nContent-Type: '
    const json = Buffer.from('{"label": "é"}')
    const text = await eventOf(`${head}application/json`, {}, json)
    expect([text.body, text.isBase64Encoded]).toEqual(['{"label": "é"}', false])
    const binary = await eventOf(`${head}application/octet-stream`, {}, json)
    expect([binary.body, binary.isBase64Encoded]).toEqual([json.toString('base64'), true])
    const broken = Buffer.from([0x22, 0xff, 0x22])
    const base64 = await eventOf(`${head}application/json`, {}, broken)
    expect([base64.body, base64.isBase64Encoded]).toEqual([broken.toString('base64'), true])
  })
})
