import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadFunctions } from '../../../infra/local/functions.ts'
import { createGateway } from '../../../infra/local/gateway.ts'
import { parseTrustProxy } from '../../../infra/local/trust-proxy.ts'
import { send, testPort } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

async function sendRaw(raw: string): Promise<string> {
  const socket = connect(testPort, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(raw)
  return text(socket)
}

describe('the gateway', () => {
  it.each([10_300, 100_000])(
    'answers 431 in the shape of all errors when headers take %d bytes',
    async (bytes) => {
      const answer = await sendRaw(
        `GET /v1/tasks HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(bytes)}\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1.1 431 /)
      expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual(
        errorBody('headers_too_large', 'All headers together must be at most 10,240 bytes.'),
      )
    },
  )

  it.each([
    ['no Host', '', 'The request must have one header Host.'],
    ['two of them', 'Host: a\r\nHost: b\r\n', 'The request must have one header Host.'],
    ['a wish', 'Host: a\r\nExpect: x\r\n', 'The header Expect can only ask for 100-continue.'],
    ...['[', 'a b', 'a:b', '%zz', '[::1'].map((host): [string, string, string] => [
      `the Host ${host}`,
      `Host: ${host}\r\n`,
      'The header Host must be the name of a host, with its port if it has one.',
    ]),
  ])('answers 400 with that body to headers with %s', async (_, lines, message) => {
    const answer = await sendRaw(`GET /v1/tokens/self HTTP/1.1\r\n${lines}\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('\r\nConnection: close\r\n')
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual(errorBody('invalid_request', message))
  })

  it('accepts a request of HTTP/1.0, which has no Host', async () => {
    const answer = await sendRaw('GET /v1/openapi.json HTTP/1.0\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  it.each([
    ['the head', () => 'GET /v1/tasks HTTP/1.1\r\nHost: a\r\nX-Sl'],
    [
      'the body',
      (token: string) =>
        `POST /v1/tasks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: 9\r\n\r\n{"label"`,
    ],
  ])('answers 400 with that body when %s takes too long to arrive', async (_, sentWith) => {
    const { token } = await newTenant()
    const server = createGateway(await loadFunctions()).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    server.headersTimeout = server.requestTimeout = 100
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1') // a TCP server has an address of this type
    socket.write(sentWith(token))
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual(
      errorBody('invalid_request', 'The request took too long to arrive.'),
    )
  })

  it('answers a valid request before it refuses the bytes after it', async () => {
    const { token, projectId } = await newTenant()
    const body = JSON.stringify({ projectId, label: 'Done' })
    const head = `POST /v1/tasks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}`
    const answer = await sendRaw(
      `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}NONSENSE\r\n\r\n`,
    )
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 400'])
    expect((await send('GET', `/projects/${projectId}/tasks`, { token })).body).toMatchObject({
      tasks: [{ label: 'Done' }],
    })
  })

  it('answers 400 at once to invalid bytes in the middle of a body', async () => {
    const { token } = await newTenant()
    const head = `POST /v1/tasks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}`
    const answer = await sendRaw(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nNONSENSE\r\n`)
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400'])
  })

  it('answers 400 to what is not HTTP', async () => {
    const answer = await sendRaw('HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('"code":"invalid_request"')
  })

  it('answers 400 to a path that is not valid percent-encoding', async () => {
    const { token } = await newTenant()
    const { status, body } = await send('GET', '/tasks/%zz', { token })
    expect(status).toBe(400)
    expect(body).toEqual(
      errorBody('invalid_request', 'The path contains a percent sign that encodes nothing.'),
    )
  })

  it('accepts a target with the origin in front, as proxies send it', async () => {
    const { token } = await newTenant()
    for (const target of [
      'http://tasks.example/v1/tokens/self',
      'HTTPS://tasks.example:8443/v1/tokens/self',
    ]) {
      const socket = connect(testPort, '127.0.0.1')
      const headers = [`Host: tasks.example`, `Authorization: Bearer ${token}`, 'Connection: close']
      socket.write([`GET ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
      const answer = await text(socket)
      expect(answer).toMatch(/^HTTP\/1.1 200 /)
    }
  })

  it('survives callers that close the connection in the middle of a request', async () => {
    const { token, projectId } = await newTenant()
    for (let count = 0; count < 5; count++) {
      const socket = connect(testPort, '127.0.0.1')
      await once(socket, 'connect')
      socket.write('POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"label"')
      socket.destroy()
    }
    expect((await send('GET', `/projects/${projectId}/tasks`, { token })).status).toBe(200)
  })

  it('says that the service answers while as many requests as it works on at once for one caller are stuck', async () => {
    const begun: string[] = []
    const server = createGateway({
      invoke: (id) => {
        begun.push(id)
        return id === 'health.get' ? Promise.resolve({ statusCode: 200 }) : new Promise(() => undefined)
      },
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` // a TCP server has an address of this type
    const stuck = Array.from({ length: 100 }, () => fetch(`${origin}/openapi.json`).catch(() => undefined))
    await expect.poll(() => begun.length).toBeGreaterThanOrEqual(8)
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    expect(begun.filter((id) => id !== 'health.get')).toHaveLength(8)
    server.closeAllConnections()
    await Promise.all(stuck)
  })

  it.each([
    ['sign-ins', 'POST', '/sessions'],
    ['questions how people sign in', 'GET', '/sign-in'],
  ])('answers others while %s from everywhere wait for the identity provider', async (_, method, path) => {
    let waiting = 0
    const server = createGateway(
      {
        invoke: (id) => {
          if (id === 'docs.openapi') return Promise.resolve({ statusCode: 200, body: '{}' })
          waiting++
          return new Promise(() => undefined)
        },
      },
      {},
      undefined,
      parseTrustProxy('1'),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` // a TCP server has an address of this type
    const send = (n: number) =>
      fetch(`${origin}${path}`, {
        method,
        headers: { 'X-Forwarded-For': `192.0.2.${n}`, 'Content-Type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      }).catch(() => undefined)
    const stuck = Array.from({ length: 40 }, (_, n) => send(n))
    await expect.poll(() => waiting).toBeGreaterThan(8)
    const answered = await fetch(`${origin}/openapi.json`, {
      headers: { 'X-Forwarded-For': '198.51.100.1' },
      signal: AbortSignal.timeout(5_000),
    })
    expect(answered.status).toBe(200)
    server.closeAllConnections()
    await Promise.all(stuck)
  })
})
