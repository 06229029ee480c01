import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { send, testPort } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

async function sendRaw(raw: string): Promise<string> {
  const socket = connect(testPort, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(raw)
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

  it('answers 400 to what is not HTTP', async () => {
    const answer = await sendRaw('HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('"code":"invalid_request"')
  })

  it('answers 400 to a path that is not valid percent-encoding', async () => {
    const { token } = await newTenant()
    const { status, body } = await send('GET', '/tasks/%zz', { token })
    expect(status).toBe(400)
    expect(body).toEqual(errorBody('invalid_request', 'The path holds a percent sign that encodes nothing.'))
  })

  it('takes a target with the origin before it, as proxies send it', async () => {
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

  it('outlives callers that go away in the middle of a request', async () => {
    const { token, projectId } = await newTenant()
    for (let count = 0; count < 5; count++) {
      const socket = connect(testPort, '127.0.0.1')
      await once(socket, 'connect')
      socket.write('POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"label"')
      socket.destroy()
    }
    expect((await send('GET', `/projects/${projectId}/tasks`, { token })).status).toBe(200)
  })
})
