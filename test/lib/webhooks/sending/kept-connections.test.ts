import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { KeptConnections } from '../../../../lib/webhooks/sending/connections.ts'
import type { Delivery } from '../../../../lib/webhooks/sending/post.ts'
import type { Resolve } from '../../../../lib/webhooks/sending/resolve.ts'
import { certificate, receive, receiveTcp, receiveTls } from './receiver.ts'
import { send, short } from './send.ts'

/** Sends deliveries of a round one after the other. The servers of these tests end only when all connections have. */
function newRound() {
  const connections = new KeptConnections()
  onTestFinished(() => {
    connections.close()
  })
  return (url: string, options: Partial<Delivery> = {}) => send(url, { connections, ...options })
}

/** Answers to raw requests, in turn. Returns what `receiveTcp` needs, and counts connections and requests. */
function answering(answer: (socket: Socket, ofConnection: number) => void) {
  const seen = { connections: 0, requests: 0 }
  const onConnection = (socket: Socket) => {
    seen.connections++
    let ofConnection = 0
    // each body of these tests comes in one piece with its head
    socket.on('data', (chunk) => {
      if (!chunk.includes('POST ')) return
      seen.requests++
      answer(socket, ++ofConnection)
    })
  }
  return { seen, onConnection }
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

describe('the deliveries of a round', () => {
  it('share a connection, and it is closed with the round', async () => {
    const sockets = new Set<unknown>()
    const bodies: string[] = []
    const port = await receive((request, response) => {
      sockets.add(request.socket)
      void text(request).then((body) => {
        bodies.push(body)
        response.end('thanks')
      })
    })
    const inRound = newRound()
    for (const number of [1, 2, 3]) {
      expect(await inRound(`http://receiver.example:${port}`, { body: `{"n":${number}}` })).toMatchObject({
        status: 200,
        excerpt: 'thanks',
      })
    }
    expect(bodies).toEqual(['{"n":1}', '{"n":2}', '{"n":3}'])
    expect(sockets.size).toBe(1)
    const another = newRound()
    expect(await another(`http://receiver.example:${port}`)).toMatchObject({ status: 200 })
    expect(sockets.size).toBe(2)
  })

  it('share it with TLS, too, and each connection proves itself', async () => {
    const trusted = getCACertificates('default')
    onTestFinished(() => {
      setDefaultCACertificates(trusted)
    })
    setDefaultCACertificates([certificate])
    const sockets = new Set<unknown>()
    const port = await receiveTls((request, response) => {
      sockets.add(request.socket)
      response.end()
    })
    const inRound = newRound()
    for (let n = 0; n < 3; n++)
      expect(await inRound(`https://receiver.example:${port}`)).toMatchObject({ status: 200 })
    expect(sockets.size).toBe(1)
    expect(await inRound(`https://other.example:${port}`)).toMatchObject({
      kind: 'unreachable',
      error: 'The certificate is not valid: it is for another name.',
    })
  })

  it('go to the address that was checked: each new connection is checked anew, a kept one needs no look-up', async () => {
    const found = [['127.0.0.1'], ['10.0.0.1']]
    let lookups = 0
    const resolve: Resolve = () => {
      lookups++
      return Promise.resolve(found.shift() ?? [])
    }
    let closing = false
    const port = await receive((_, response) => {
      if (closing) response.setHeader('connection', 'close')
      response.end()
    })
    const inRound = newRound()
    const url = `http://receiver.example:${port}`
    expect(await inRound(url, { resolve })).toMatchObject({ status: 200 })
    closing = true
    expect(await inRound(url, { resolve })).toMatchObject({ status: 200 })
    expect(lookups).toBe(1)
    expect(await inRound(url, { resolve })).toMatchObject({
      error: expect.stringContaining('The address is not public.') as string,
    })
    expect(lookups).toBe(2)
  })

  it('of another host or port have another connection', async () => {
    let connections = 0
    const listener: RequestListener = (request, response) => {
      request.socket.once('close', () => connections--)
      connections++
      response.end()
    }
    const ports = [await receive(listener), await receive(listener)]
    const inRound = newRound()
    for (const url of [
      `http://a.example:${ports[0]}`,
      `http://b.example:${ports[0]}`,
      `http://a.example:${ports[1]}`,
    ])
      expect(await inRound(url)).toMatchObject({ status: 200 })
    expect(connections).toBe(3)
  })
})

describe('a connection is not used again', () => {
  /** Sends four deliveries, each of which must be answered, and returns what the receiver has seen. */
  async function sendFour(answer: (socket: Socket, ofConnection: number) => void, body?: string) {
    const { seen, onConnection } = answering(answer)
    const port = await receiveTcp(onConnection)
    const inRound = newRound()
    for (let n = 0; n < 4; n++) {
      expect(await inRound(`http://127.0.0.1:${port}`, body === undefined ? {} : { body })).toMatchObject({
        kind: 'answer',
        status: 200,
      })
    }
    return seen
  }

  it('when the receiver says that it closes it', async () => {
    const seen = await sendFour((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
    )
    expect(seen).toEqual({ connections: 4, requests: 4 })
  })

  it('when the receiver speaks HTTP/1.0', async () => {
    const seen = await sendFour((socket) => socket.write('HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'))
    expect(seen).toEqual({ connections: 4, requests: 4 })
  })

  it('when more of a body comes than is read', async () => {
    const long = `HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n${'x'.repeat(9000)}`
    expect(await sendFour((socket) => socket.write(long))).toEqual({ connections: 4, requests: 4 })
  })

  it('when it was answered before the request was read', async () => {
    // more than what the kernel keeps for a receiver that does not read
    const body = JSON.stringify('x'.repeat(20 * 1024 * 1024))
    const unread: Socket[] = []
    const seen = await sendFour((socket) => {
      unread.push(socket.pause())
      socket.write(ok)
    }, body)
    for (const socket of unread) socket.destroy() // one that does not read does not see its end either
    expect(seen.connections).toBe(4)
  })

  it.each([
    ['with the answer', (socket: Socket) => socket.write(`${ok}more than it said`)],
    ['a second answer with it', (socket: Socket) => socket.write(ok + ok)],
    [
      'after the answer',
      (socket: Socket) => {
        socket.write(ok, () => setTimeout(() => socket.write('\r\nmore than it said'), 1))
      },
    ],
  ])('when something comes that nobody asked for: %s', async (_, answer) => {
    await sendFour(answer)
  })

  it('when something has come meanwhile', async () => {
    const { seen, onConnection } = answering((socket) => {
      socket.write(ok, () =>
        setTimeout(() => socket.write('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n'), 1),
      )
    })
    let closed: Promise<unknown> | undefined
    const port = await receiveTcp((socket) => {
      closed ??= once(socket, 'close')
      onConnection(socket)
    })
    const inRound = newRound()
    expect(await inRound(`http://127.0.0.1:${port}`)).toMatchObject({ status: 200 })
    await closed
    expect(await inRound(`http://127.0.0.1:${port}`)).toMatchObject({ status: 200 })
    expect(seen.connections).toBe(2)
  })
})

describe('a kept connection that the receiver has closed without a word', () => {
  it.each([
    ['closes it after the answer', (socket: Socket) => socket.end(ok)],
    [
      'closes it at the next request',
      (socket: Socket, nth: number) => (nth === 1 ? socket.write(ok) : socket.end()),
    ],
    [
      'resets it at the next request',
      (socket: Socket, nth: number) => (nth === 1 ? socket.write(ok) : socket.resetAndDestroy()),
    ],
    [
      'sends what is no HTTP at the next request',
      (socket: Socket, nth: number) => socket.write(nth === 1 ? ok : 'left over from the answer before'),
    ],
  ])('fails nothing: the event is sent on a new one. The receiver %s', async (_, answer) => {
    const { seen, onConnection } = answering(answer)
    const port = await receiveTcp(onConnection)
    const inRound = newRound()
    for (let n = 0; n < 4; n++)
      expect(await inRound(`http://127.0.0.1:${port}`)).toMatchObject({ status: 200, excerpt: 'ok' })
    // it finds out at most once, and then keeps none
    expect(seen.requests).toBeLessThanOrEqual(5)
    expect(seen.connections).toBe(4 - Number(seen.requests < 4))
  })

  it('is replaced once: a receiver that closes each connection has failed', async () => {
    let isWell = true
    const { seen, onConnection } = answering((socket) => (isWell ? socket.write(ok) : socket.end()))
    const port = await receiveTcp(onConnection)
    const inRound = newRound()
    expect(await inRound(`http://127.0.0.1:${port}`)).toMatchObject({ status: 200 })
    isWell = false
    expect(await inRound(`http://127.0.0.1:${port}`)).toMatchObject({
      kind: 'unreachable',
      error: 'The receiver closed the connection before it answered.',
    })
    expect(seen).toEqual({ connections: 2, requests: 3 })
  })

  it('is not replaced when an answer had begun, or none came in time', async () => {
    const { seen, onConnection } = answering((socket, nth) => {
      if (nth === 1) socket.write(ok)
      else if (nth === 2) socket.end('HTTP/1.1 200 OK\r\nContent-')
    })
    const port = await receiveTcp(onConnection)
    const inRound = newRound()
    expect(await inRound(`http://127.0.0.1:${port}`)).toMatchObject({ status: 200 })
    expect(await inRound(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'unreachable' })
    expect(seen).toEqual({ connections: 1, requests: 2 })
    let isWell = true
    const silent = answering((socket) => isWell && socket.write(ok))
    const other = await receiveTcp(silent.onConnection)
    expect(await inRound(`http://127.0.0.1:${other}`)).toMatchObject({ status: 200 })
    isWell = false
    expect(await inRound(`http://127.0.0.1:${other}`, short)).toMatchObject({
      error: 'The receiver did not answer within 0.6 s.',
    })
    expect(silent.seen).toEqual({ connections: 1, requests: 2 })
  })

  it('gives the new one what is left of the time', async () => {
    let isWell = true
    const { onConnection } = answering((socket, nth) => {
      if (isWell) socket.write(ok)
      else if (nth > 1) setTimeout(() => socket.end(), 400) // and the new connection is never answered
    })
    const port = await receiveTcp(onConnection)
    const inRound = newRound()
    await inRound(`http://127.0.0.1:${port}`)
    isWell = false
    const timeouts = { connectMs: 600, totalMs: 600 }
    const startedMs = performance.now()
    const waited = await inRound(`http://127.0.0.1:${port}`, { timeouts })
    expect(waited).toMatchObject({ error: 'The receiver did not answer within 0.6 s.' })
    expect(waited.durationMs).toBeLessThanOrEqual(Math.ceil(performance.now() - startedMs))
    expect(waited.durationMs).toBeGreaterThanOrEqual(590)
  })
})
