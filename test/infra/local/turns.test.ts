import { HttpRequest } from '@smithy/core/protocols'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { EngineHandler } from '../../../infra/local/engine-handler.ts'
import { Turns } from '../../../infra/local/turns.ts'

const maxInFlight = 32 // engine-handler.ts

it('gives the next turn to the longest waiter, and skips those that have given up', async () => {
  const turns = new Turns(1)
  const order: string[] = []
  const giving = new AbortController()
  const take = async (name: string, signal?: AbortSignal) => {
    if (await turns.take(() => signal)) order.push(name)
    else order.push(`not ${name}`)
  }
  await take('a')
  const others = [take('b'), take('c', giving.signal), take('d'), take('e', AbortSignal.abort())]
  giving.abort()
  await Promise.all([others[1], others[3]])
  expect(order.sort()).toEqual(['a', 'not c', 'not e'])
  order.length = 0
  for (const waiting of [others[0], others[2]]) {
    turns.leave()
    await waiting
  }
  turns.leave()
  await take('f')
  expect(order).toEqual(['b', 'd', 'f'])
})

it('sends the engine a bounded number of requests at once, and loses no turn to failed ones', async () => {
  const held: ServerResponse[] = []
  const server = createServer((_, response) => held.push(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const handler = new EngineHandler()
  onTestFinished(() => {
    handler.destroy()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  const send = (abortSignal = new AbortController().signal) =>
    handler
      .handle(new HttpRequest({ protocol: 'http:', hostname: '127.0.0.1', port, method: 'POST' }), {
        abortSignal,
      })
      .then(
        ({ response }) => response.statusCode,
        (error: unknown) => (error instanceof Error ? error.name : error),
      )
  for (let round = 0; round < 3; round++) {
    const stop = new AbortController()
    // when the first are sent and the others wait, abort all of them
    const aborted = Array.from({ length: maxInFlight * 2 }, () => send(stop.signal))
    await expect.poll(() => held.length).toBe(maxInFlight)
    stop.abort()
    expect(new Set(await Promise.all(aborted))).toEqual(new Set(['AbortError']))
    held.length = 0
  }
  const answers = Array.from({ length: maxInFlight + 1 }, () => send())
  await expect.poll(() => held.length).toBe(maxInFlight)
  for (const response of held.splice(0)) response.end()
  await expect.poll(() => held.length).toBe(1)
  held[0]?.end()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
})
