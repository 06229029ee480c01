import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { idleLimits } from '../../../infra/local/connections.ts'
import { createGateway } from '../../../infra/local/gateway.ts'
import { parseTrustProxy } from '../../../infra/local/trust-proxy.ts'

const before = { ...idleLimits }
afterEach(() => Object.assign(idleLimits, before))

const mebibyte = 1024 * 1024
const answerBytes = 6 * mebibyte

/** A gateway whose every answer has 6 MiB, and how many of them it has made. */
async function serve(trustProxy = '') {
  let answers = 0
  const body = 'x'.repeat(answerBytes)
  const invoke = () => Promise.resolve({ statusCode: 200, body, headers: { n: ++answers } })
  const server = createGateway({ invoke }, {}, undefined, parseTrustProxy(trustProxy)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  /** Opens a connection, and sends these requests. It reads nothing. */
  const open = async (requests = 0) => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => undefined) // the gateway may reset it
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write('GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests))
    return socket
  }
  const openCount = () =>
    new Promise<number>((resolve) => {
      server.getConnections((_, count) => {
        resolve(count)
      })
    })
  return { port, open, openCount, answers: () => answers }
}

/** An answer to a caller who reads it. */
async function read(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/openapi.json`, {
    headers: { Connection: 'close' },
  })
  return (await response.text()).length
}

describe('answers that nobody reads', () => {
  it('are bounded in all: those that have waited longest end, and others are answered', async () => {
    const { port, open, openCount, answers } = await serve()
    const count = 30 // each leaves 12 MiB, less what the kernel takes
    for (let n = 0; n < count; n++) await open(2)
    await expect.poll(answers, { timeout: 10_000 }).toBe(2 * count)
    await expect.poll(openCount).toBeLessThanOrEqual(idleLimits.unreadInAll / answerBytes)
    expect(await openCount()).toBeGreaterThan(0)
    expect(await read(port)).toBe(answerBytes)
  })

  it('are bounded on one connection', async () => {
    const { open, openCount } = await serve()
    await open(5)
    await expect.poll(openCount).toBe(0)
  })

  it('end after a while', async () => {
    idleLimits.readMs = 300
    const { port, open, openCount } = await serve()
    await open(2)
    await expect.poll(openCount, { timeout: 3_000 }).toBe(0)
    idleLimits.readMs = 60_000 // a busy machine does not read within so little
    expect(await read(port)).toBe(answerBytes)
  })

  it('are read to the end by a caller who takes a moment', async () => {
    const { open } = await serve()
    const socket = await open(1)
    await once(socket, 'readable')
    await sleep(200)
    let bytes = 0
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume()
    await expect.poll(() => bytes, { timeout: 5_000 }).toBeGreaterThan(answerBytes)
  })
})

describe('connections of one address that send nothing', () => {
  it('end for newer ones, so that newcomers are answered', async () => {
    idleLimits.ofAddress = 20
    const { port, open, openCount } = await serve()
    const first = (await open()).resume()
    const ended = once(first, 'close')
    for (let n = 0; n < 60; n++) await open()
    await ended
    expect(await openCount()).toBe(20)
    expect(await read(port)).toBe(answerBytes)
  })

  it('do not end one that has sent a request', async () => {
    idleLimits.ofAddress = 3
    const { open, openCount, answers } = await serve()
    const busy = [await open(1), await open(1), await open(1)]
    await expect.poll(answers).toBe(3)
    const late = await open()
    expect(await text(late)).toBe('')
    expect(busy.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
    expect(await openCount()).toBe(3)
  })

  it('are not counted for a trusted proxy, behind which there are many callers', async () => {
    idleLimits.ofAddress = 3
    const { open, openCount } = await serve('127.0.0.1')
    for (let n = 0; n < 10; n++) await open()
    expect(await openCount()).toBe(10)
  })
})
