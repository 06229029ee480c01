import { HttpRequest } from '@smithy/core/protocols'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EngineHandler } from '../../../infra/local/engine-handler.ts'
import { workFor } from '../../../infra/local/working-for.ts'
import { Turns, type Leave } from '../../../infra/local/turns.ts'

const maxInFlight = 6 // engine-handler.ts
const ofOne = 3 // turns.ts: half of them

/** Lets everything that is ready run, also what is given in later rounds of the event loop. */
async function settle(): Promise<void> {
  for (let round = 0; round < 10; round++) await new Promise((resolve) => setImmediate(resolve))
}

/** Turns with a clock of their own, and who holds some: the turns of a name, in the order in which they were given. */
function sharedTurns(max: number) {
  let nowMs = 0
  const turns = new Turns(max, () => nowMs)
  const held: { name: string; leave: Leave }[] = []
  const take = async (name: string, signal?: AbortSignal) => {
    const leave = await turns.take(name, signal)
    if (leave) held.push({ name, leave })
    return leave !== undefined
  }
  /** Lets time pass, ends the first turn that a name holds, and says who holds turns then. */
  const end = async (name: string, afterMs = 0) => {
    nowMs += afterMs
    const index = held.findIndex((one) => one.name === name)
    held.splice(index, 1)[0]?.leave()
    await settle()
    return names()
  }
  const names = () => held.map(({ name }) => name).join('')
  const takeMany = async (name: string, count: number) => {
    for (let taken = 0; taken < count; taken++) void take(name)
    await settle()
    return names()
  }
  return { take, takeMany, end, names }
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

  it('are left for whoever comes next: one group has half of them, two have a third each', async () => {
    const { takeMany, end } = sharedTurns(6)
    expect(await takeMany('a', 10)).toBe('aaa')
    expect(await takeMany('b', 10)).toBe('aaabb')
    expect(await end('a')).toBe('aabb') // its share is smaller now
    expect(await takeMany('c', 10)).toBe('aabbc')
    expect(await takeMany('d', 1)).toBe('aabbcd')
  })

  it('grow again when the others have what they wanted', async () => {
    const { takeMany, end } = sharedTurns(6)
    await takeMany('a', 10)
    expect(await takeMany('b', 1)).toBe('aaab')
    expect(await end('a')).toBe('aab')
    expect(await end('b')).toBe('aaa')
  })

  it('are shared out by time when there are not enough: who takes longer gets fewer', async () => {
    let nowMs = 0
    const turns = new Turns(2, () => nowMs)
    const lengthMs = { a: 100, b: 10, c: 25 }
    const given = { a: 0, b: 0, c: 0 }
    let held: { endMs: number; leave: Leave }[] = []
    const ask = async (name: keyof typeof given): Promise<void> => {
      const leave = await turns.take(name)
      if (!leave) return
      given[name]++
      held.push({ endMs: nowMs + lengthMs[name], leave })
      void ask(name) // there is always one more that waits
    }
    for (const name of ['a', 'b', 'c'] as const) void ask(name)
    while (nowMs < 3_000) {
      await settle()
      const [first] = held.toSorted((one, other) => one.endMs - other.endMs)
      held = held.filter((one) => one !== first)
      nowMs = first?.endMs ?? Infinity
      first?.leave()
    }
    // two turns for 3,000 ms: 2,000 ms for each of the three
    for (const name of ['a', 'b', 'c'] as const) {
      expect(Math.abs(given[name] * lengthMs[name] - 2_000)).toBeLessThanOrEqual(100)
    }
  })

  it('are not saved up: a group that comes back has used as much as the others', async () => {
    const { takeMany, end } = sharedTurns(2)
    await takeMany('a', 9)
    await takeMany('b', 9)
    await end('a', 1_000)
    expect(await end('b')).toBe('ab')
    await takeMany('c', 9)
    // `c` has never had a turn, but is not ahead of those that have
    expect(await end('a', 1_000)).toMatch(/^b[bc]$/)
  })

  it('are given one in each round of the event loop, so that others are heard in between', async () => {
    const turns = new Turns(8)
    const held: Leave[] = []
    const take = async () => {
      const leave = await turns.take('a')
      if (leave) held.push(leave)
    }
    for (let taken = 0; taken < 8; taken++) void take()
    await settle()
    for (const leave of held.splice(0, 4)) leave()
    const inRounds: number[] = []
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setImmediate(resolve))
      inRounds.push(held.length)
    }
    expect(inRounds).toEqual([1, 2, 3, 4, 4])
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
