import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { loadFunctions, type HttpFunctions } from '../../../infra/local/functions.ts'
import { createGateway } from '../../../infra/local/gateway.ts'
import { workingFor } from '../../../infra/local/working-for.ts'
import { createToken } from '../../../lib/tokens/format.ts'

/** Serves functions, and returns what sends a GET. Answers stay compressed, as `fetch` would not leave them. */
async function serve(functions: HttpFunctions) {
  const server = createGateway(functions).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  return async (path: string, headers: Record<string, string> = {}) => {
    const sending = request({ port, host: '127.0.0.1', path: `/v1${path}`, headers, agent: false }).end()
    const [response] = (await once(sending, 'response')) as [IncomingMessage]
    const { length } = await buffer(response)
    return { status: response.statusCode, encoding: response.headers['content-encoding'], length }
  }
}

/** Functions that answer when they are told to, and for whom each works. */
function held() {
  const running: { group: string; answer: () => void }[] = []
  const invoke: HttpFunctions['invoke'] = (id) => {
    if (id === 'tokens.self') return Promise.resolve({ statusCode: 200, body: '{}' })
    return new Promise((resolve) => {
      const answer = () => {
        running.splice(running.indexOf(one), 1)
        resolve({ statusCode: 200, body: '{}' })
      }
      const one = { group: workingFor(), answer }
      running.push(one)
    })
  }
  return { running, invoke }
}

function newCaller() {
  const accountId = crypto.randomUUID()
  const headers = { Authorization: `Bearer ${createToken(accountId).token}` }
  return { group: `account ${accountId}`, headers }
}

it('lets one account have half of the turns, and begins what another one asks for at once', async () => {
  const { running, invoke } = held()
  const send = await serve({ invoke })
  const [many, one] = [newCaller(), newCaller()]
  for (const { headers } of [many, one]) await send('/tokens/self', headers) // now both are known
  const answers = Array.from({ length: 40 }, () => send('/projects', many.headers))
  await expect.poll(() => running.length).toBe(8)
  expect(new Set(running.map(({ group }) => group))).toEqual(new Set([many.group]))
  answers.push(send('/projects', one.headers))
  await expect.poll(() => running.map(({ group }) => group)).toContain(one.group)
  expect(running).toHaveLength(9)
  const ending = setInterval(() => running[0]?.answer(), 1)
  const all = await Promise.all(answers)
  clearInterval(ending)
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 41 }, () => 200))
})

it('compresses a static answer once, whatever number of callers ask for it', async () => {
  let compressions = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'ZLIB') compressions++
    },
  })
  const send = await serve(await loadFunctions())
  const sizes = async (path: string, encoding: string) => {
    hook.enable()
    const before = compressions
    const sent = Array.from({ length: 20 }, () => send(path, { 'Accept-Encoding': encoding }))
    const answers = await Promise.all(sent)
    hook.disable()
    expect(new Set(answers.map((answer) => answer.encoding))).toEqual(new Set([encoding]))
    return { compressions: compressions - before, sizes: new Set(answers.map(({ length }) => length)).size }
  }
  for (const encoding of ['br', 'gzip']) {
    expect(await sizes('/openapi.json', encoding)).toEqual({ compressions: 1, sizes: 1 })
    expect(await sizes('/openapi.json', encoding)).toEqual({ compressions: 0, sizes: 1 })
  }
})
