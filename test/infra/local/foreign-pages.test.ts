import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { headersOf, start, withDataDir } from './service-process.ts'

withDataDir()

/** Starts the service, and returns how it answers an agent's `ping` that has these headers, too. */
async function agentOf(variables: Record<string, string> = {}) {
  const demo = await start(variables).ready()
  const { port } = new URL(demo.base_url)
  return async (headers: OutgoingHttpHeaders, path = '/v1/mcp') => {
    const asking = request({
      ...{ host: '127.0.0.1', port, path },
      ...(path === '/v1/mcp' && { method: 'POST' }),
      headers: { ...headersOf(demo), Accept: 'application/json, text/event-stream', ...headers },
    }).end(path === '/v1/mcp' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }) : undefined)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, body: await json(answer), port }
  }
}

describe('an agent of a service that only its own machine reaches', () => {
  it('names this machine as Host, and an Origin on it if it is a page', async () => {
    const ask = await agentOf()
    const { port } = await ask({})
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
      expect((await ask({ Host: host })).status).toBe(200)
      expect((await ask({ Host: host, Origin: 'http://localhost:6274' })).status).toBe(200)
    }
    const refused = [
      { Host: 'evil.example' },
      { Host: `localhost.evil.example:${port}` },
      { Host: `evil.example#localhost` },
      { Host: `evil.example@localhost` },
      { Origin: 'http://evil.example' },
      { Origin: 'null' },
      { Origin: `http://evil.example:${port}`, Host: `localhost:${port}` },
    ]
    for (const headers of refused) {
      const { status, body } = await ask(headers)
      expect({ headers, status }).toEqual({ headers, status: 403 })
      expect(body).toMatchObject({
        error: {
          code: 'forbidden',
          message:
            'Only this machine may call agents’ tools: Host, and Origin if there is one, must be localhost. Behind a proxy, set PUBLIC_ORIGIN.',
        },
      })
    }
    // what takes no message of an agent is as it was
    expect((await ask({ Host: 'evil.example' }, '/v1/tokens/self')).status).toBe(200)
  })

  it('may name its public origin', async () => {
    const ask = await agentOf({ PUBLIC_ORIGIN: 'https://tasks.example.com' })
    for (const headers of [
      { Host: 'tasks.example.com' },
      { Host: 'localhost' },
      { Host: 'tasks.example.com', Origin: 'https://tasks.example.com' },
    ])
      expect((await ask(headers)).status).toBe(200)
    expect((await ask({ Host: 'evil.example' })).status).toBe(403)
  })
})

describe('an agent of a service that others reach', () => {
  it.each([{ HOST: '0.0.0.0' }, { TRUST_PROXY: '1' }])('with %j names any Host', async (variables) => {
    const ask = await agentOf(variables)
    expect((await ask({ Host: 'tasks.example.com', Origin: 'https://tasks.example.com' })).status).toBe(200)
  })
})
