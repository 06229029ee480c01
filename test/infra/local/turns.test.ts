import { HttpRequest } from '@smithy/core/protocols'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EngineHandler } from '../../../infra/local/engine-handler.ts'
import { workFor } from '../../../infra/local/working-for.ts'
import { Turns, type Turn } from '../../../infra/local/turns.ts'

const maxInFlight = 6 // engine-handler.ts
const ofOne = 3 // turns.ts: half of them

/** Lets everything that is ready run, also what is given in later rounds of the event loop. */
async function settle(): Promise<void> {
  for (let round = 0; round < 10; round++) await new Promise((resolve) => setImmediate(resolve))
}

/** Turns, and who holds some: the turns of a name, in the order in which they were given. */
function sharedTurns(max: number) {
  const turns = new Turns(max)
  const held: { name: string; turn: Turn }[] = []
  const names = () => held.map(({ name }) => name).join('')
  const take = async (name: string, signal?: AbortSignal) => {
    const turn = await turns.take(name, signal)
    if (turn) held.push({ name, turn })
    return turn !== undefined
  }
  const takeMany = async (name: string, count: number) => {
    for (let taken = 0; taken < count; taken++) void take(name)
    await settle()
    return names()
  }
  const first = (name: string) => held.find((one) => one.name === name)
  /** Ends the first turn that a name holds, and says who holds turns then. */
  const end = async (name: string) => {
    const [one] = held.splice(
      held.findIndex((other) => other === first(name)),
      1,
    )
    one?.turn.end()
    await settle()
    return names()
  }
  const pause = async (name: string) => {
    first(name)?.turn.pause()
    await settle()
    return names()
  }
  return { take, takeMany, end, pause, names }
}

describe('turns', () => {
  it('go to the longest waiter, and not to those that have given up', async () => {
    const { take, end, names } = sharedTurns(1)
    const giving = new AbortController()
    expect(await take('a')).toBe(true)
    const left = take('a', giving.signal)
    const others = [take('a'), take('a')]
    giving.abort()
    expect(await left).toBe(false)
    expect(await take('a', AbortSignal.abort())).toBe(false)
    expect(await end('a')).toBe('a')
    expect(await end('a')).toBe('a')
    expect(await Promise.all(others)).toEqual([true, true])
    expect(await end('a')).toBe('')
    await take('b')
    expect(names()).toBe('b')
  })

  it('are left for whoever comes next: a group has at most half of them', async () => {
    const { takeMany, end } = sharedTurns(6)
    expect(await takeMany('a', 10)).toBe('aaa')
    expect(await takeMany('b', 1)).toBe('aaab')
    expect(await end('a')).toBe('aaba')
    expect(await takeMany('c', 10)).toBe('aabacc')
  })

  it('are given one by one to the groups that wait, however much waits of one of them', async () => {
    const { takeMany, end } = sharedTurns(2)
    await takeMany('a', 9)
    await takeMany('b', 9)
    await takeMany('c', 1)
    expect(await end('a')).toBe('ba')
    expect(await end('a')).toBe('bc')
    expect(await end('c')).toBe('ba')
    expect(await end('b')).toBe('ab')
  })

  it('that only wait let others begin, but count for their group', async () => {
    const { takeMany, pause, end } = sharedTurns(4)
    await takeMany('a', 9)
    await takeMany('b', 9)
    expect(await takeMany('c', 1)).toBe('aabb')
    expect(await pause('a')).toBe('aabbc')
    expect(await pause('a')).toBe('aabbc') // once each
    expect(await end('a')).toBe('abbc')
    expect(await end('b')).toBe('abca')
  })
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
    const aborted = Array.from({ length: maxInFlight }, () => send(stop.signal))
    await expect.poll(() => held.length).toBe(ofOne)
    stop.abort()
    expect(new Set(await Promise.all(aborted))).toEqual(new Set(['AbortError']))
    held.length = 0
  }
  // those of one group wait for each other, and not those of others
  const answers = ['a', 'b', 'c'].map((group) => workFor(group, () => [send(), send(), send()]))
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(5)
  await settle()
  expect(held.length).toBeLessThanOrEqual(maxInFlight)
  const ending = setInterval(() => held.shift()?.end(), 1)
  expect(new Set(await Promise.all(answers.flat()))).toEqual(new Set([200]))
  clearInterval(ending)
})
