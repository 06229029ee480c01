import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { receive, receiveTcp } from './receiver.ts'
import { body, resolveTo, send } from './send.ts'

describe('an answer', () => {
  it('has status, excerpt and duration; the receiver gets the delivery', async () => {
    let received: IncomingMessage | undefined
    let text = ''
    const port = await receive((request, response) => {
      received = request
      request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      request.on('end', () => response.writeHead(202).end('thanks'))
    })
    const headers = { Authorization: 'Bearer x', 'webhook-id': 'evt_1' }
    expect(await send(`http://receiver.example:${port}/hook?a=1`, { headers })).toEqual({
      kind: 'answer',
      status: 202,
      excerpt: 'thanks',
      durationMs: expect.any(Number) as number,
    })
    expect(text).toBe(body)
    expect([received?.method, received?.url]).toEqual(['POST', '/hook?a=1'])
    expect(received?.headers).toEqual({
      host: `receiver.example:${port}`,
      authorization: 'Bearer x',
      'webhook-id': 'evt_1',
      'content-type': 'application/json',
      'content-length': '16',
      'user-agent': 'Tasks-API-Webhooks/1',
      'accept-encoding': 'identity',
      connection: 'close',
    })
  })

  it("has the receiver's headers in place of nothing that the service sets", async () => {
    let received: IncomingMessage | undefined
    const port = await receive((request, response) => {
      received = request
      response.end()
    })
    const headers = {
      Host: 'internal',
      'Content-Length': '1',
      'Transfer-Encoding': 'chunked',
      Connection: 'keep-alive',
      'User-Agent': 'x',
      'Webhook-Id': 'forged',
      'webhook-id': 'evt_1',
    }
    expect(await send(`http://127.0.0.1:${port}`, { headers })).toMatchObject({ kind: 'answer', status: 200 })
    expect(received?.headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      'content-length': '16',
      connection: 'close',
    })
    expect(received?.headers).toMatchObject({ 'user-agent': 'Tasks-API-Webhooks/1', 'webhook-id': 'evt_1' })
    expect(received?.headers).not.toHaveProperty('transfer-encoding')
  })

  it('does not show the values of the webhook’s headers, should the receiver repeat them', async () => {
    const port = await receive((request, response) => {
      response.end(JSON.stringify({ headers: request.headers }))
    })
    const headers = { Authorization: 'Bearer topsecret', 'X-Key': 'say "friend"', 'X-Short': 'on' }
    const answer = await send(`http://127.0.0.1:${port}`, { headers })
    const { excerpt } = answer.kind === 'answer' ? answer : { excerpt: '' }
    expect(excerpt).toContain('"authorization":"(hidden)","x-key":"(hidden)","x-short":"on"')
    const plain = await receive((_request, response) => response.end('Unknown token topsecret'))
    expect(await send(`http://127.0.0.1:${plain}`, { headers })).toMatchObject({
      excerpt: 'Unknown token (hidden)',
    })
  })

  it.each([204, 400, 410, 500])('may have the status %i', async (status) => {
    const port = await receive((_request, response) => response.writeHead(status).end())
    expect(await send(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'answer', status, excerpt: '' })
  })

  it('says how long to wait', async () => {
    const port = await receive((_request, response) => response.writeHead(429, { 'retry-after': '30' }).end())
    expect(await send(`http://127.0.0.1:${port}`)).toMatchObject({ status: 429, retryAfterMs: 30_000 })
  })

  it('may be a redirect, which is not followed', async () => {
    let requests = 0
    const port = await receive((_request, response) => {
      requests += 1
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end('elsewhere')
    })
    expect(await send(`http://127.0.0.1:${port}`)).toMatchObject({ status: 302, excerpt: 'elsewhere' })
    expect(requests).toBe(1)
  })

  it('may be compressed or in another encoding', async () => {
    const port = await receive(({ url }, response) => {
      if (url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('thanks'))
      else
        response
          .writeHead(200, { 'content-type': 'text/plain; charset=latin1' })
          .end(Buffer.from('Zoë', 'latin1'))
    })
    expect(await send(`http://127.0.0.1:${port}/gzip`)).toMatchObject({
      excerpt: '(The body is compressed: gzip.)',
    })
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ excerpt: 'Zo\uFFFD' })
  })

  it('may come before the request has been read', async () => {
    const port = await receiveTcp((socket) =>
      socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n'),
    )
    expect(await send(`http://127.0.0.1:${port}`)).toMatchObject({ status: 413 })
  })

  it('may come from the second address, when nothing listens at the first', async () => {
    const port = await receive((_request, response) => response.end('here'))
    const resolve = resolveTo('::1', '127.0.0.1')
    expect(await send(`http://receiver.example:${port}`, { resolve })).toMatchObject({
      status: 200,
      excerpt: 'here',
    })
  })
})

describe('an answer whose status has arrived counts', () => {
  const brief = { timeouts: { connectMs: 2_000, totalMs: 2_000 } }

  it('when its body drips', async () => {
    const port = await receive((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => {
        clearInterval(timer)
      })
    })
    const answer = await send(`http://127.0.0.1:${port}`, brief)
    expect(answer).toMatchObject({
      kind: 'answer',
      status: 200,
      excerpt: expect.stringMatching(/^x+$/) as string,
    })
    expect(answer.durationMs).toBeGreaterThanOrEqual(1_990)
    expect(answer.durationMs).toBeLessThan(5_000)
  })

  it('when its body does not end: 4 KiB are read', async () => {
    const port = await receive((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', write)
      write()
    })
    const slow = { timeouts: { connectMs: 20_000, totalMs: 20_000 } }
    const answer = await send(`http://127.0.0.1:${port}`, slow)
    expect(answer).toMatchObject({ kind: 'answer', status: 200, excerpt: 'x'.repeat(1024) })
    expect(answer.durationMs).toBeLessThan(10_000)
  })

  it('when its body never comes, or breaks off', async () => {
    const port = await receive(({ url }, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('thanks', () => {
        if (url === '/reset') response.socket?.resetAndDestroy()
      })
    })
    expect(await send(`http://127.0.0.1:${port}/`, brief)).toMatchObject({ status: 200, excerpt: 'thanks' })
    expect(await send(`http://127.0.0.1:${port}/reset`)).toMatchObject({ status: 200 })
  })
})
