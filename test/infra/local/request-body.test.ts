import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createToken } from '../../../lib/token/format.ts'
import { send, testPort } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { headersOf, start, withDataDir } from './service-process.ts'

withDataDir()

const limitBytes = 256 * 1024
const tooLarge = errorBody('payload_too_large', 'The body must be at most 256 KiB.')

/** Sends a head and what else there is, and waits for the answer and the end of the connection. */
async function sendRaw(lines: string[], rest = ''): Promise<{ head: string; body: unknown }> {
  const socket = connect(testPort, '127.0.0.1')
  socket.write(['POST /v1/tasks HTTP/1.1', 'Host: a', ...lines, '', rest].join('\r\n'))
  const answer = await text(socket)
  const start = answer.indexOf('{')
  return { head: answer.slice(0, start), body: JSON.parse(answer.slice(start)) }
}

describe('a body', () => {
  it('of 256 KiB is taken', async () => {
    const { token, projectId } = await newTenant()
    const body = JSON.stringify({ projectId, label: 'Full' }).padEnd(limitBytes)
    expect((await send('POST', '/tasks', { token, body })).status).toBe(201)
    expect(await send('POST', '/tasks', { token, body: `${body} ` })).toMatchObject({ status: 413 })
  })

  it('that says it is too long is refused before any of it has come', async () => {
    const { token } = await newTenant()
    const lines = [`Authorization: Bearer ${token}`, `Content-Length: ${limitBytes + 1}`]
    for (const more of [[], ['Expect: 100-continue']]) {
      const { head, body } = await sendRaw([...lines, ...more])
      expect(head).toMatch(/^HTTP\/1.1 413 /)
      expect(head).toContain('\r\nConnection: close\r\n')
      expect(body).toEqual(tooLarge)
    }
  })

  it('that does not say how long it is is refused once it is too long, before it has ended', async () => {
    const { token } = await newTenant()
    const lines = [`Authorization: Bearer ${token}`, 'Transfer-Encoding: chunked']
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
    const { head, body } = await sendRaw(lines, chunk.repeat(5))
    expect(head).toMatch(/^HTTP\/1.1 413 /)
    expect(body).toEqual(tooLarge)
  })

  it('of a caller without a token that could be one is not waited for', async () => {
    for (const token of [[], ['Authorization: Bearer nonsense']]) {
      const { head } = await sendRaw([...token, 'Content-Length: 1000'])
      expect(head).toMatch(/^HTTP\/1.1 401 /)
    }
  })

  it('is asked for where the caller waits for that', async () => {
    const { token, projectId } = await newTenant()
    const body = JSON.stringify({ projectId, label: 'Asked for' })
    const asking = httpRequest({
      ...{ port: testPort, host: '127.0.0.1', method: 'POST', path: '/v1/tasks' },
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        Expect: '100-continue',
      },
    })
    asking.flushHeaders()
    await once(asking, 'continue')
    asking.end(body)
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(201)
  })

  it('where none is read is refused after a few bytes', async () => {
    const { token } = await newTenant()
    const reply = await send('GET', '/tokens/self', { token, body: 'x'.repeat(1_000_000) })
    expect(reply).toMatchObject({ status: 400, headers: { connection: 'close' } })
    expect(reply.body).toMatchObject({
      error: { message: expect.stringMatching(/must be left out/) as string },
    })
    expect((await send('GET', '/tokens/self', { token, body: ' {} ' })).status).toBe(200)
    expect((await send('DELETE', '/tasks/x', { token, body: ' '.repeat(5_000) })).status).toBe(400)
  })

  it('that is too long is answered, also to a caller who sends all of it first', async () => {
    const { token } = await newTenant()
    for (const caller of [token, undefined]) {
      const sending = {
        ...(caller !== undefined && { token: caller }),
        body: Buffer.alloc(2 * 1024 * 1024, ' '),
      }
      expect((await send('POST', '/tasks', sending)).status).toBe(caller === undefined ? 401 : 413)
    }
  })
})

/** The most memory that a process has had. */
async function peakMiB({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

it('holds nothing of bodies that are too long: 30 of them at once leave the service as small as it was', async () => {
  const service = start()
  const demo = await service.ready()
  const before = await peakMiB(service.child)
  const upload = async (headers: Record<string, string>) => {
    const uploading = httpRequest(`${demo.base_url}/tasks`, { method: 'POST', headers, agent: false })
    // the connection may be cut once the answer is there
    const answer = new Promise<number | undefined>((resolve) => {
      uploading.on('response', ({ statusCode }) => {
        resolve(statusCode)
      })
      uploading.on('error', () => {
        resolve(undefined)
      })
    })
    uploading.end(Buffer.alloc(9 * 1024 * 1024))
    const status = await answer
    uploading.destroy()
    return status
  }
  const uploads = Array.from({ length: 30 }, (_, n) => upload(n % 2 === 0 ? headersOf(demo) : {}))
  expect(new Set(await Promise.all(uploads))).toEqual(new Set([401, 413]))
  expect((await peakMiB(service.child)) - before).toBeLessThan(150)
})

/** The status of the answer to a request with a body of this token, on a connection of its own. */
async function statusOf({ base_url }: Demo, lines: string[], body: string): Promise<string> {
  const socket = connect(Number(new URL(base_url).port), '127.0.0.1')
  const { token } = createToken(randomUUID()) // well formed, and nobody's
  const head = ['POST /v1/tasks HTTP/1.1', 'Host: a', `Authorization: Bearer ${token}`, ...lines, '', '']
  socket.write(head.join('\r\n') + body)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString().slice(9, 12)
}

it.each([
  ['bodies that are announced and never come', 1_500, 'Content-Length: 300000', ''],
  ['bodies that come in chunks of a byte', 30, 'Transfer-Encoding: chunked', '1\r\n1\r\n'.repeat(100_000)],
])('does not grow with %s', async (_, connections, line, body) => {
  const service = start()
  const demo = await service.ready()
  const before = await peakMiB(service.child)
  const end = body === '' ? '' : '0\r\n\r\n'
  const sending = Array.from({ length: connections }, () => statusOf(demo, [line], body + end))
  expect(new Set(await Promise.all(sending))).toEqual(new Set(['401']))
  expect((await peakMiB(service.child)) - before).toBeLessThan(250)
})
