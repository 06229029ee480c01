import type { SQSEvent } from 'aws-lambda'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadFunctions } from '../../../infra/local/functions.ts'
import { LocalQueues } from '../../../infra/local/queue.ts'
import { until } from './triggered.ts'

type Act = (event: SQSEvent) => Promise<{ batchItemFailures: { itemIdentifier: string }[] }>

const done = { batchItemFailures: [] }

/** A queue with a function that does `act`, and what the function was given. */
async function queueWith(act: Act) {
  const batches: string[][] = []
  const handler: Act = (event) => {
    batches.push(event.Records.map(({ body }) => body))
    return act(event)
  }
  const functions = await loadFunctions(undefined, () => Promise.resolve(handler), ['tests.deliver'])
  const queues = new LocalQueues(['tests.deliver'], functions)
  const send = (bodies: string[], delaySeconds?: number, group = 'a') =>
    queues.sendMessages(
      'tests.deliver',
      bodies.map((body) => ({ body, group, ...(delaySeconds !== undefined && { delaySeconds }) })),
    )
  return { batches, send, stop: (ms = 1_000) => queues.stop(Date.now() + ms) }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index))

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the queue of one machine', () => {
  it('runs its function with one message, and at most 5 times at once for a group', async () => {
    let running = 0
    let most = 0
    const { batches, send, stop } = await queueWith(async () => {
      most = Math.max(most, ++running)
      await sleep(20)
      running -= 1
      return done
    })
    await send(numbers(123))
    await until(() => batches.length === 123)
    expect(most).toBe(5)
    expect(batches).toEqual(numbers(123).map((body) => [body]))
    await stop()
  })

  it('serves a group while all that others have is slow', async () => {
    const hanging: (() => void)[] = []
    const { batches, send, stop } = await queueWith(async ({ Records }) => {
      if (Records[0]?.body.startsWith('slow')) await new Promise<void>((resolve) => hanging.push(resolve))
      return done
    })
    for (const group of numbers(15)) await send([`slow ${group}`], 0, group)
    await until(() => hanging.length === 10)
    await send(['quick'], 0, 'bystander')
    await until(() => batches.flat().includes('quick'))
    await until(() => hanging.length === 15)
    for (const end of hanging) end()
    await stop()
  })

  it('gives it an event of SQS', async () => {
    const events: SQSEvent[] = []
    const { send, stop } = await queueWith((event) => {
      events.push(event)
      return Promise.resolve(done)
    })
    await send(['{"account": 1}'])
    await until(() => events.length === 1)
    expect(events[0]?.Records).toEqual([
      expect.objectContaining({
        body: '{"account": 1}',
        eventSource: 'aws:sqs',
        attributes: expect.objectContaining({ ApproximateReceiveCount: '1', MessageGroupId: 'a' }) as unknown,
      }),
    ])
    await stop()
  })

  it('holds a message back for its delay', async () => {
    const { batches, send, stop } = await queueWith(() => Promise.resolve(done))
    const startMs = performance.now()
    await send(['later'], 0.3)
    await send(['now'])
    await until(() => batches.length === 2)
    expect(batches).toEqual([['now'], ['later']])
    expect(performance.now() - startMs).toBeGreaterThan(295)
    await stop()
  })

  it('repeats what failed, after a second and then later and later, at last once a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'Date'] })
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const atSeconds: number[] = []
    const startMs = Date.now()
    const { batches, send, stop } = await queueWith(({ Records }) => {
      const bad = Records.filter(({ body }) => body === 'bad')
      if (bad.length > 0) atSeconds.push(Math.round((Date.now() - startMs) / 1_000))
      return Promise.resolve({
        batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })),
      })
    })
    await send(['good', 'bad'])
    await vi.advanceTimersByTimeAsync(240_000)
    expect(batches).toEqual([['good'], ...atSeconds.map(() => ['bad'])])
    expect(atSeconds).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
    expect(complaints.mock.calls.flat()).toEqual([
      'tasks-api: tests.deliver has failed 5 times on a message. It is tried again until it succeeds.',
    ])
    await stop()
  })

  it('repeats a message whose function failed', async () => {
    let failures = 0
    const { batches, send, stop } = await queueWith(() =>
      failures++ < 1 ? Promise.reject(new Error('Out of reach')) : Promise.resolve(done),
    )
    await send(['one', 'two'])
    await until(() => batches.length === 3)
    expect(batches).toEqual([['one'], ['two'], ['one']])
    await stop()
  })

  it('lets running functions end at the stop, starts no other, and waits no longer than it may', async () => {
    let ended = 0
    const { batches, send, stop } = await queueWith(async ({ Records }) => {
      await sleep(Records[0]?.body === '0' ? 100 : 5_000)
      ended += 1
      return done
    })
    await send(['0'])
    await until(() => batches.length === 1)
    await send(numbers(5), 0.05)
    await stop()
    expect(ended).toBe(1)
    await sleep(100)
    expect(batches).toEqual([['0']])

    const slow = await queueWith(() => new Promise(() => undefined))
    await slow.send(['never'])
    await until(() => slow.batches.length === 1)
    const startMs = performance.now()
    await slow.stop(200)
    expect(performance.now() - startMs).toBeLessThan(1_000)
  })

  it('knows only functions with a queue', async () => {
    const queues = new LocalQueues([], await loadFunctions(undefined, undefined, []))
    await expect(queues.sendMessages('tests.deliver', [{ body: '' }])).rejects.toThrow(
      'no function tests.deliver',
    )
  })
})
