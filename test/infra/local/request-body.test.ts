import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createToken } from '../../../lib/tokens/format.ts'
import { send, testPort } from '../../support/api.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import type { Demo } from '../../../infra/local/seed-demo.ts'
import { headersOf, start, withDataDir } from './service-process.ts'

withDataDir()

const limitBytes = 256 * 1024
const tooLarge = errorBody('payload_too_large', 'The body must be at most 256 KiB.')

/** Sends the headers and the given parts, and waits for the answer and the end of the connection. */
async function sendRaw(lines: string[], rest = ''): Promise<{ head: string; body: unknown }> {
  const socket = connect(testPort, '127.0.0.1')
  socket.write(['POST /v1/tasks HTTP/1.1', 'Host: a', ...lines, '', rest].join('\r\n'))
  const answer = await text(socket)
  const start = answer.indexOf('{')
  return { head: answer.slice(0, start), body: JSON.parse(answer.slice(start)) }
}

describe('a body', () => {
  it('of 256 KiB is accepted', async () => {
    const { token, projectId } = await newTenant()
    const body = JSON.stringify({ projectId, label: 'Full' }).padEnd(limitBytes)
    expect((await send('POST', '/tasks', { token, body })).status).toBe(201)
    expect(await send('POST', '/tasks', { token, body: `${body} ` })).toMatchObject({ status: 413 })
  })

  it('whose Content-Length is too long is refused before any of it has arrived', async () => {
    const { token } = await newTenant()
    const lines = [`Authorization: Bearer ${token}`, `Content-Length: ${limitBytes + 1}`]
    for (const more of [[], ['Expect: 100-continue']]) {
      const { head, body } = await sendRaw([...lines, ...more])
      expect(head).toMatch(/^HTTP\/1.1 413 /)
      expect(head).toContain('\r\nConnection: close\r\n')
      expect(body).toEqual(tooLarge)
    }
  })

  it('without Content-Length is refused as soon as it is too long, before it has ended', async () => {
    const { token } = await newTenant()
    const lines = [`Authorization: Bearer ${token}`, 'Transfer-Encoding: chunked']
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
    const { head, body } = await sendRaw(lines, chunk.repeat(5))
    expect(head).toMatch(/^HTTP\/1.1 413 /)
    expect(body).toEqual(tooLarge)
  })

  it('of a caller without a well-formed token is not waited for', async () => {
    for (const token of [[], ['Authorization: Bearer nonsense']]) {
      const { head } = await sendRaw([...token, 'Content-Length: 1000'])
      expect(head).toMatch(/^HTTP\/1.1 401 /)
    }
  })

  it('is requested with 100 Continue when the caller expects that', async () => {
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

  it('is refused after a few bytes when the endpoint reads none', async () => {
    const { token } = await newTenant()
    const reply = await send('GET', '/tokens/self', { token, body: 'x'.repeat(1_000_000) })
    expect(reply).toMatchObject({ status: 400, headers: { connection: 'close' } })
    expect(reply.body).toMatchObject({
      error: { message: expect.stringMatching(/must be left out/) as string },
    })
    expect((await send('GET', '/tokens/self', { token, body: ' {} ' })).status).toBe(200)
    expect((await send('DELETE', '/tasks/x', { token, body: ' '.repeat(5_000) })).status).toBe(400)
  })

  it('that is too long gets its answer, even if the caller sends all of it first', async () => {
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

/** The peak memory of a process. */
async function peakMiB({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

it('keeps no memory for bodies that are too long, even for 30 at once', async () => {
  const service = start()
  const demo = await service.ready()
  const before = await peakMiB(service.child)
  const upload = async (headers: Record<string, string>) => {
    const uploading = httpRequest(`${demo.base_url}/tasks`, { method: 'POST', headers, agent: false })
    // the connection may be closed after the answer
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

/** The status of the answer to a request with a body and this token, on its own connection. */
async function statusOf({ base_url }: Demo, lines: string[], body: string): Promise<string> {
  const socket = connect(Number(new URL(base_url).port), '127.0.0.1')
  const { token } = createToken(randomUUID()) // well-formed, but unknown
  const head = ['POST /v1/tasks HTTP/1.1', 'Host: a', `Authorization: Bearer ${token}`, ...lines, '', '']
  socket.write(head.join('\r\n') + body)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return answer.toString().slice(9, 12)
}

it.each([
  // fewer than one address may hold, so none is ended while it is silent
  ['bodies that are announced and never come', 1_000, 'Content-Length: 300000', ''],
  ['bodies that come in chunks of a byte', 30, 'Transfer-Encoding: chunked', '1\r\n1\r\n'.repeat(100_000)],
])('does not grow with %s', async (_, connections, line, body) => {
  const service = start()
  const demo = await service.ready()
  const before = await peakMiB(service.child)
  const end = body === '' ? '' : '0\r\n\r\n'
  const sending = Array.from({ length: connections }, () => statusOf(demo, [line], body + end))
  // on a busy machine, the turn of some comes when their bodies have already taken too long to arrive
  const isLate = (status: string) => body === '' && status === '400'
  const statuses = (await Promise.all(sending)).filter((status) => !isLate(status))
  expect(new Set(statuses)).toEqual(new Set(['401']))
  expect((await peakMiB(service.child)) - before).toBeLessThan(250)
})
