import { afterEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../harness/engine-tap.ts'
import { limits, tap } from '../../support/api.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { create, tableOf } from './try.ts'

afterEach(() => {
  tap.reset()
  limits.functionTimeoutMs = 10_000
})

type Request = readonly [method: string, path: string, sending: { body: object }]

const requests: [name: string, prepare: (tenant: TestTenant) => Promise<Request>][] = [
  ['a create', (tenant) => Promise.resolve(create(tenant) as Request)],
  [
    'a change',
    async (tenant) => ['PATCH', `/tasks/${(await tenant.createTask()).id}`, { body: { status: 1 } }],
  ],
  [
    'a move to another project',
    async (tenant) => {
      const body = { projectId: await tenant.newProject() }
      return ['PATCH', `/tasks/${(await tenant.createTask()).id}`, { body }]
    },
  ],
]

const passing: [Fault, number][] = [
  ['throttle', 1],
  ['server-error', 2],
  ['timeout', 2],
  ['connection-reset', 2],
  ['conflict', 3],
  ['lost-answer', 1],
]

const lasting: Fault[] = [
  'throttle',
  'server-error',
  'timeout',
  'connection-reset',
  'conflict',
  'lost-answer',
]

describe.each(requests)('a dry run of %s', (_, prepare) => {
  /** Sends the dry run with faults in its transaction. */
  const meet = async (fault: Fault, times: number) => {
    const tenant = await newTenant()
    const [method, path, sending] = await prepare(tenant)
    await tenant.send('GET', '/tokens/self') // the token is known from now on
    const before = await tableOf(tenant)
    tap.reset()
    tap.failNext('TransactWriteItems', ...Array<Fault>(times).fill(fault))
    const { status, headers, body } = await tenant.send(method, `${path}?dryRun=true`, sending)
    const met = tap.exchanges.filter(({ operation }) => operation === 'TransactWriteItems').length
    tap.reset()
    expect(await tableOf(tenant)).toEqual(before)
    return { status, headers, body, met }
  }

  it.each(passing)('outlasts %s ×%d, and writes nothing', async (fault, times) => {
    const { status, headers, met } = await meet(fault, times)
    expect([status, headers['dry-run'], met]).toEqual([200, 'true', times + 1])
  })

  it.each(lasting)(
    'gives up on lasting %s with a 503 or, after conflicts, a 429, and writes nothing',
    async (fault) => {
      if (fault === 'conflict') limits.functionTimeoutMs = 1_500 // only its deadline ends these
      const { status, headers, body } = await meet(fault, 1_000)
      const contended = 'Too many writes of the same project or object at once. Try again in 1 s.'
      expect({ status, body }).toEqual(
        fault === 'conflict'
          ? { status: 429, body: errorBody('rate_limited', contended) }
          : {
              status: 503,
              body: errorBody('service_unavailable', 'The service is busy. Try again in a moment.'),
            },
      )
      expect(headers).toMatchObject({ 'retry-after': '1' })
      expect(headers).not.toHaveProperty('dry-run')
    },
  )
})
