import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { limits, tap, type Reply } from './support/api.ts'
import { errorBody, newTenant } from './support/tenant.ts'

const busy = errorBody('service_unavailable', 'The service is busy. Try again in a moment.')

afterEach(() => {
  tap.reset()
  limits.functionTimeoutMs = 10_000
})

/**
 * Runs a request in a function with this timeout, and returns its answer, and whether the function ended first. Timers fire in
 * the order of their times, also late: on a busy machine, it is this order that counts.
 */
async function within(functionTimeoutMs: number, request: () => Promise<Reply>) {
  limits.functionTimeoutMs = functionTimeoutMs
  let hasEnded = false
  const end = setTimeout(() => (hasEnded = true), functionTimeoutMs)
  const reply = await request()
  clearTimeout(end)
  return { ...reply, hasEnded }
}

/** The number of exchanges with the engine that begin from now on, within the time of a retry of the SDK. */
async function startedLater(): Promise<number> {
  const before = tap.exchanges.length
  await sleep(1_500)
  return tap.exchanges.length - before
}

describe('at the deadline of a request', () => {
  it('a write that storage does not answer is aborted, and answers 503 before the function ends', async () => {
    const { send, projectId } = await newTenant()
    await send('GET', '/tokens/self')
    tap.faults = (operation) => (operation === 'TransactWriteItems' ? 'no-answer' : undefined)
    const body = { projectId, label: 'New' }
    const { status, body: answer, hasEnded } = await within(1_000, () => send('POST', '/tasks', { body }))
    expect(status).toBe(503)
    expect(answer).toEqual(busy)
    expect(hasEnded).toBe(false)
    expect(await startedLater()).toBe(0)
  })

  it('nothing of a refused request starts any more, even if the SDK was about to retry', async () => {
    const { send, createTask } = await newTenant()
    const { id } = await createTask()
    // the first try takes longer than the function may run; later tries would succeed
    let tries = 0
    tap.faults = (operation) => (operation === 'UpdateItem' && ++tries === 1 ? 'slow-throttle' : undefined)
    const patch = () => send('PATCH', `/tasks/${id}`, { body: { label: 'Refused' } })
    expect((await within(700, patch)).status).toBe(503)
    limits.functionTimeoutMs = 10_000
    expect(await startedLater()).toBe(0)
    expect((await send('GET', `/tasks/${id}`)).body).toMatchObject({ task: { label: 'A task' } })
  })

  it('a request starts nothing when no time is left', async () => {
    const { send } = await newTenant()
    const { status, body } = await within(200, () => send('GET', '/projects'))
    expect(status).toBe(503)
    expect(body).toEqual(busy)
    expect(tap.exchanges).toEqual([])
  })
})

describe('keys that DynamoDB leaves unprocessed', () => {
  const leaveUnprocessed = (times: number) => {
    let asked = 0
    tap.answerInstead = (operation, request) => {
      if (operation !== 'BatchGetItem' || asked >= times) return undefined
      asked += 1
      const { RequestItems } = request as { RequestItems: object } // a request of the SDK has it
      return { Responses: {}, UnprocessedKeys: RequestItems }
    }
    return () => asked
  }

  it('are requested again', async () => {
    const { send } = await newTenant()
    const asked = leaveUnprocessed(3)
    expect((await send('GET', '/projects')).status).toBe(200)
    expect(asked()).toBe(3)
  })

  it('answer 503 after few tries when they stay unprocessed until the deadline', async () => {
    const { send } = await newTenant()
    const asked = leaveUnprocessed(Infinity)
    const { status, body, hasEnded } = await within(2_000, () => send('GET', '/projects'))
    expect(status).toBe(503)
    expect(body).toEqual(busy)
    expect(hasEnded).toBe(false)
    expect(asked()).toBeLessThan(100)
  })
})

describe('a transaction with a conflict on one item and a failed condition on another', () => {
  const cancelOnce = (...codes: string[]) => {
    let cancelled = false
    tap.cancelTransaction = () => {
      if (cancelled) return undefined
      cancelled = true
      return codes
    }
  }

  it('is tried again, so a create does not answer 429', async () => {
    const { send, projectId } = await newTenant()
    cancelOnce('ConditionalCheckFailed', 'TransactionConflict')
    expect((await send('POST', '/tasks', { body: { projectId, label: 'New' } })).status).toBe(201)
  })

  it('is tried again, so a delete answers neither 404 nor 500', async () => {
    const { send, createTask, taskCount } = await newTenant()
    const { id } = await createTask()
    cancelOnce('TransactionConflict', 'ConditionalCheckFailed')
    expect((await send('DELETE', `/tasks/${id}`)).status).toBe(200)
    expect(await taskCount()).toBe(0)
  })

  it('is tried again when a part was throttled', async () => {
    const { send, projectId } = await newTenant()
    cancelOnce('ThrottlingError', 'ConditionalCheckFailed')
    expect((await send('POST', '/tasks', { body: { projectId, label: 'New' } })).status).toBe(201)
  })
})

describe('conflicts that do not end', () => {
  it('are retried after longer and longer pauses, also when a write has got a new stamp', async () => {
    const { send, projectId } = await newTenant()
    await send('GET', '/tokens/self')
    tap.faults = (operation) => (operation === 'TransactWriteItems' ? 'conflict' : undefined)
    const { status } = await within(8_000, () =>
      send('POST', '/tasks', { body: { projectId, label: 'New' } }),
    )
    expect(status).toBe(429)
    // a pause is 250 ms on average; when pauses began anew every 2 s, without a wait at the end, there were 65 or more
    expect(tap.exchanges.length).toBeLessThan(55)
  }, 20_000)
})
