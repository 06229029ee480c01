import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parsePolicy } from '../../../../lib/webhooks/sending/network.ts'
import type { Resolve } from '../../../../lib/webhooks/sending/resolve.ts'
import { certificate, receive, receiveTcp, receiveTls } from './receiver.ts'
import { resolveTo, send, short } from './send.ts'

const none = parsePolicy('')

const unreachable = (error: string) => ({
  kind: 'unreachable',
  error,
  durationMs: expect.any(Number) as number,
})

describe('a receiver is unreachable', () => {
  it('when it does not answer', async () => {
    const port = await receive(() => undefined)
    expect(await send(`http://127.0.0.1:${port}`, short)).toEqual(
      unreachable('The receiver did not answer within 0.6 s.'),
    )
  })

  it('when its head drips, or interim answers do not end', async () => {
    const port = await receiveTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('a: b\r\n'), 20)
      socket.on('close', () => {
        clearInterval(timer)
      })
    })
    expect(await send(`http://127.0.0.1:${port}`, short)).toEqual(
      unreachable('The receiver did not answer within 0.6 s.'),
    )
    const interim = await receiveTcp((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20)
      socket.on('close', () => {
        clearInterval(timer)
      })
    })
    expect(await send(`http://127.0.0.1:${interim}`, short)).toEqual(
      unreachable('The receiver did not answer within 0.6 s.'),
    )
  })

  it.each<[string, (socket: Socket) => unknown, string]>([
    ['it closes the connection', (socket) => socket.end(), 'closed the connection before it answered.'],
    [
      'it resets the connection',
      (socket) => socket.resetAndDestroy(),
      'closed the connection before it answered.',
    ],
    [
      'it changes the protocol',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'closed the connection before it answered.',
    ],
  ])('when %s', async (_name, act, error) => {
    const port = await receiveTcp((socket) => socket.once('data', () => act(socket)))
    expect(await send(`http://127.0.0.1:${port}`)).toEqual(unreachable(`The receiver ${error}`))
  })

  it('when its headers are huge, or its answer is not HTTP', async () => {
    const huge = await receiveTcp((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\na: ${'x'.repeat(20_000)}\r\n\r\n`)),
    )
    expect(await send(`http://127.0.0.1:${huge}`)).toEqual(
      unreachable('The headers of the answer are larger than 16 KiB.'),
    )
    const port = await receiveTcp((socket) => socket.once('data', () => socket.write('220 mail ready\r\n')))
    expect(await send(`http://127.0.0.1:${port}`)).toEqual(unreachable('The answer is not valid HTTP.'))
  })

  it('when nothing listens, at one address or several', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    for (const resolve of [resolveTo('127.0.0.1'), resolveTo('127.0.0.1', '127.0.0.2')]) {
      const answer = await send(`http://receiver.example:${port}`, { resolve })
      expect(answer).toEqual(unreachable('The receiver refused the connection.'))
    }
  })

  it('when its name has no address, or its name servers fail or do not answer', async () => {
    const url = 'https://receiver.example'
    expect(await send(url, { resolve: resolveTo() })).toEqual(
      unreachable('The name receiver.example has no address.'),
    )
    expect(await send(url, { resolve: () => Promise.reject(new Error('queryA ESERVFAIL')) })).toEqual(
      unreachable('The name receiver.example could not be resolved.'),
    )
    let isAborted = false
    const hang: Resolve = (_name, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => (isAborted = true))
      })
    expect(await send(url, { ...short, resolve: hang })).toEqual(
      unreachable('No connection was made within 0.3 s.'),
    )
    expect(isAborted).toBe(true)
  })

  it('when a header of the webhook cannot be sent', async () => {
    expect(await send('http://127.0.0.1:1', { headers: { 'x-key': 'a\nb' } })).toEqual(
      unreachable('A header of the webhook is not valid.'),
    )
  })
})

describe('TLS', () => {
  const trusted = getCACertificates('default')
  afterEach(() => {
    setDefaultCACertificates(trusted)
  })

  it('is spoken with a receiver whose certificate is trusted', async () => {
    setDefaultCACertificates([certificate])
    const port = await receiveTls((_request, response) => response.end('thanks'))
    expect(await send(`https://receiver.example:${port}`)).toMatchObject({ status: 200, excerpt: 'thanks' })
    expect(await send(`https://other.example:${port}`)).toEqual(
      unreachable('The certificate is not valid: it is for another name.'),
    )
  })

  it('is refused with a self-signed certificate, whatever the environment says', async () => {
    const port = await receiveTls((_request, response) => response.end())
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    expect(await send(`https://receiver.example:${port}`)).toEqual(
      unreachable('The certificate is not valid: it is self-signed.'),
    )
    vi.unstubAllEnvs()
  })

  it('is given up when the receiver says nothing, or speaks without TLS', async () => {
    const silent = await receiveTcp(() => undefined)
    expect(await send(`https://receiver.example:${silent}`, short)).toEqual(
      unreachable('No connection was made within 0.3 s.'),
    )
    const plain = await receive((_request, response) => response.end())
    expect(await send(`https://receiver.example:${plain}`)).toEqual(
      unreachable('The receiver does not speak TLS as this service does.'),
    )
  })
})

describe('no connection is made', () => {
  it('to an address that is not public, by name or not', async () => {
    let connections = 0
    const port = await receiveTcp(() => {
      connections += 1
    })
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'receiver.example']) {
      expect(await send(`https://${host}:${port}`, { policy: none })).toEqual(
        unreachable(
          'The address is not public. The operator can allow its network with WEBHOOK_ALLOWED_NETWORKS.',
        ),
      )
    }
    const resolve = resolveTo('1.1.1.1', '127.0.0.1')
    expect(await send(`https://receiver.example:${port}`, { policy: none, resolve })).toEqual(
      unreachable(
        'The address is not public. The operator can allow its network with WEBHOOK_ALLOWED_NETWORKS.',
      ),
    )
    expect(connections).toBe(0)
  })

  it('when a name leads elsewhere the second time: it is resolved once for each attempt', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolve = vi.fn<Resolve>(() => Promise.resolve(answers.shift() ?? []))
    const port = await receive((_request, response) => response.end())
    const url = `http://receiver.example:${port}`
    expect(await send(url, { resolve })).toMatchObject({ status: 200 })
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(await send(url, { resolve })).toEqual(
      unreachable(
        'The address is not public. The operator can allow its network with WEBHOOK_ALLOWED_NETWORKS.',
      ),
    )
    expect(resolve).toHaveBeenCalledTimes(2)
  })
})

describe('a process that sends', () => {
  const sender = `
    import { post } from './lib/webhooks/sending/post.ts'
    import { parsePolicy } from './lib/webhooks/sending/network.ts'
    const policy = parsePolicy('127.0.0.0/8')
    const timeouts = { connectMs: 50_000, totalMs: 50_000 }
    const resolve = () => Promise.resolve(['127.0.0.1'])
    const urls = process.argv.slice(1)
    const send = (url, i) =>
      post({ url, headers: {}, body: '{}', policy, timeouts: { ...timeouts, ...(i === 0 && { totalMs: 500 }) }, resolve })
    const answers = await Promise.all(urls.map(send))
    console.log(answers.map(({ kind }) => kind).join())`

  it('uses no proxy, and ends by itself: no connection, lookup or timer is left', async () => {
    const hang = await receive(() => undefined)
    const drip = await receive((_request, response) => response.writeHead(200).write('x'.repeat(5000)))
    const reset = await receiveTcp((socket) => socket.resetAndDestroy())
    const urls = [hang, drip, reset].map((port) => `http://a.example:${port}`)
    const startedMs = performance.now()
    const run = promisify(execFile)
    const refused = 'https://10.0.0.1'
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', sender, ...urls, refused], {
      env: { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' },
    })
    expect(stdout).toBe('unreachable,answer,unreachable,unreachable\n')
    expect(performance.now() - startedMs).toBeLessThan(30_000)
  })
})
