import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../../functions/index.ts'
import { createToken } from '../../../lib/tokens/format.ts'
import { pathOf } from '../../harness/sample-requests.ts'
import { send, tap } from '../../support/api.ts'
import { captureLog } from '../../support/log.ts'
import { goodBody, idsFor } from '../../support/requests.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

interface Keys {
  RequestItems?: Record<string, { Keys: { sk: { S: string } }[] }>
}

/** The sort keys that a BatchGetItem asks for, without what is different in each. */
const kindsOf = (request: unknown): string[] =>
  Object.values((request as Keys).RequestItems ?? {}).flatMap(({ Keys }) =>
    Keys.map(({ sk }) => sk.S.split('#')[0] ?? ''),
  )

/** Records the exchanges from now on: the kinds of items that a look-up asked for, or the operation of another. */
function record(recorded = tap, answer: () => Promise<undefined> | undefined = () => undefined) {
  const asked: (string[] | string)[] = []
  recorded.reset()
  recorded.answerInstead = (operation, request) => {
    asked.push(operation === 'BatchGetItem' ? kindsOf(request) : operation)
    return answer()
  }
  return asked
}

const startedMs = Date.now()
let minutes = 0

/** Sets the clock forward: after a refusal, nothing is read ahead for a minute. */
const skipMinute = () => {
  minutes += 1
  vi.useFakeTimers({ toFake: ['Date'], now: startedMs + minutes * 61_000 })
}

beforeEach(skipMinute)
afterEach(() => {
  tap.reset()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

const lookUp = ['ACCOUNT', 'TOKEN']
const withTask = [...lookUp, 'TASK']

/** A well-formed token that names an account, but that nobody has made. */
const unknownToken = ({ accountId }: TestTenant) => createToken(accountId).token

/** What a path may name. Each returns the id. */
const things: Record<string, (tenant: TestTenant) => Promise<string>> = {
  existing: async ({ createTask }) => (await createTask()).id,
  large: async ({ createTask }) => (await createTask({ description: 'x'.repeat(10_000) })).id,
  trashed: async ({ createTask, send }) => {
    const { id } = await createTask()
    await send('DELETE', `/tasks/${id}`)
    return id
  },
  foreign: async () => (await (await newTenant()).createTask()).id,
  absent: () => Promise.resolve(randomUUID()),
}

describe('a request for a task with a token that is not known yet', () => {
  it('reads the task together with the token, and then alone', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask({ externalId: 'order-17' })
    for (const path of [`/tasks/${id}`, '/tasks/ext:order-17']) {
      const token = await tenant.newToken(['read'])
      const asked = record()
      for (let count = 0; count < 2; count++) {
        expect(await send('GET', path, { token })).toMatchObject({ status: 200, body: { task: { id } } })
      }
      expect(asked).toEqual([withTask, 'GetItem'])
    }
  })

  it('reads only the token where the id is none, and answers 400 after it', async () => {
    const token = await (await newTenant()).newToken(['read'])
    const asked = record()
    expect(await send('GET', '/tasks/none', { token })).toMatchObject({ status: 400 })
    expect(asked).toEqual([lookUp])
  })

  it('reads the token alone where the table is too busy for both, and a refusal still waits and counts', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const token = await tenant.newToken(['read'])
    const asked: string[][] = []
    tap.answerInstead = (_, request) => {
      asked.push(kindsOf(request))
      const { RequestItems } = request as Keys // the SDK made it
      return asked.length === 1 ? { Responses: {}, UnprocessedKeys: RequestItems } : undefined
    }
    expect(await send('GET', `/tasks/${id}`, { token })).toMatchObject({ status: 200 })
    expect(asked.splice(0)).toEqual([withTask, lookUp, []])
    const beganMs = performance.now()
    for (let count = 0; count < 2; count++) {
      const unknown = unknownToken(tenant)
      expect(await send('GET', `/tasks/${id}`, { token: unknown })).toMatchObject({ status: 401 })
    }
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(249) // timers may be a millisecond early
    expect(asked).toEqual([withTask, lookUp, lookUp])
  })

  it('reads nothing ahead for a minute after a refusal', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const ask = (token: string) => send('GET', `/tasks/${id}`, { token })
    const tokens = await Promise.all([1, 2].map(() => tenant.newToken(['read'])))
    const asked = record()
    for (let count = 0; count < 3; count++) {
      expect(await ask(unknownToken(tenant))).toMatchObject({ status: 401 })
    }
    expect(await ask(tokens[0] ?? '')).toMatchObject({ status: 200 })
    expect(asked).toEqual([withTask, lookUp, lookUp, lookUp, 'GetItem'])
    skipMinute()
    expect(await ask(tokens[1] ?? '')).toMatchObject({ status: 200 })
    expect(asked.slice(5)).toEqual([withTask])
  })
})

/** Takes out of a text what differs between any two answers: ids, times, and what takes time. */
const withoutIds = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replace(/"(duration_ms|Latency|Timestamp|ColdStarts)":\d+|"cold_start":\w+/g, '"$1"')

describe('a refusal', () => {
  it.each([
    ['a token that nobody has made', 401, (tenant: TestTenant) => Promise.resolve(unknownToken(tenant))],
    ['a token that may not read', 403, (tenant: TestTenant) => tenant.newToken(['write'])],
  ])(
    'of %s shows nothing of the task: no answer, line or time tells one from another',
    async (_, status, tokenOf) => {
      const lines = captureLog({ POWERTOOLS_METRICS_DISABLED: 'false' })
      const own = {
        ...(await import('../../support/api.ts')),
        ...(await import('../../support/tenant.ts')),
      }
      const seen = new Map<string, string>()
      for (const [name, make] of Object.entries(things)) {
        skipMinute()
        const tenant = await own.newTenant()
        const id = await make(tenant)
        const token = await tokenOf(tenant)
        const [read, begun] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
        const asked = record(own.tap, () => {
          begun.resolve(undefined)
          return read.promise
        })
        const linesBefore = lines().length
        let isAnswered = false
        const answer = own.send('GET', `/tasks/${id}`, { token }).finally(() => (isAnswered = true))
        await begun.promise
        // it waits for the read, even if that takes longer than refusals do
        await sleep(300)
        expect({ name, isAnswered }).toEqual({ name, isAnswered: false })
        read.resolve(undefined)
        const { status: given, body, headers } = await answer
        expect(given).toBe(status)
        expect({ name, asked }).toEqual({ name, asked: [withTask] })
        const texts = [JSON.stringify(body), JSON.stringify(headers), ...lines().slice(linesBefore)]
        seen.set(name, texts.map(withoutIds).join('\n'))

        // and where the read is quick, it waits for its time
        skipMinute()
        const another = await own.newTenant()
        const path = `/tasks/${await make(another)}`
        const otherToken = await tokenOf(another)
        const quickMs = performance.now()
        expect(await own.send('GET', path, { token: otherToken })).toMatchObject({ status })
        expect(performance.now() - quickMs).toBeGreaterThanOrEqual(249) // timers may be a millisecond early
      }
      expect(seen.get('absent')).toContain('"round_trips":1,"read_units":3')
      for (const text of seen.values()) expect(text).toBe(seen.get('absent'))
    },
  )
})

describe('for a token that does not hold,', () => {
  it.each(
    endpoints.filter(({ auth }) => auth.kind === 'token').map((endpoint) => ({ endpoint, id: endpoint.id })),
  )('$id does nothing but the look-up, and tasks.get reads ahead', async ({ endpoint, id }) => {
    const tenant = await newTenant()
    const ids = await idsFor(endpoint, tenant)
    const asked = record()
    const token = unknownToken(tenant)
    const { body, headers = {} } = goodBody(endpoint, ids)
    const sending = { token, headers, ...(body !== undefined && { body }) }
    expect(await send(endpoint.method, pathOf(endpoint, ids), sending)).toMatchObject({
      status: 401,
      body: errorBody('invalid_token', expect.any(String)),
    })
    expect(asked).toEqual([id === 'tasks.get' ? withTask : lookUp])
  })
})
