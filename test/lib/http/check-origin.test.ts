import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { ApiEvent } from '../../../lib/http/types.ts'
import { captureLog } from '../../support/log.ts'

const [older, newer] = ['Older'.padEnd(64, 'o'), 'Newer'.padEnd(64, 'n')]
const header = 'X-Origin-Secret'
const asBrowser = { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' }

const lines = captureLog({ ORIGIN_SECRETS: `${older},${newer}` })
// after the variables are set, because the modules read them
const { newForm } = await import('../../functions/forms/support.ts')
const { send, tap, testPort } = await import('../../support/api.ts')
const { errorBody, newTenant } = await import('../../support/tenant.ts')

afterEach(() => {
  tap.reset()
})

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** A tenant whose requests come through the CDN. */
async function newPublicTenant() {
  const tenant = await newTenant()
  const through: typeof tenant.send = (method, path, { headers, ...sending } = {}) =>
    tenant.send(method, path, { ...sending, headers: { [header]: newer, ...headers } })
  return { ...tenant, send: through }
}

const refusal = errorBody('forbidden', 'Use the public address of this service.')

describe('a service that demands a secret of the CDN', () => {
  it.each([
    ['the one', older],
    ['the other', newer],
  ])('answers as ever with %s', async (_, secret) => {
    const { token, projectId, ...tenant } = await newPublicTenant()
    const headers = { [header]: secret }
    const created = await send('POST', '/tasks', { token, headers, body: { projectId, label: 'New' } })
    expect(created.status).toBe(201)
    const form = await newForm({ ...tenant, token, projectId })
    expect((await form.submit({ name: 'Ada' }, headers)).status).toBe(200)
    expect(await form.submissions()).toHaveLength(1)
    expect((await send('OPTIONS', '/tasks', { headers })).status).toBe(405)
    expect((await send('GET', '/nowhere', { headers })).status).toBe(404)
    const docs = await fetch(`http://127.0.0.1:${testPort}/v1/docs`, { headers, redirect: 'manual' })
    expect(docs.status).toBe(302)
  })

  it.each([
    ['no secret', {}],
    ['an empty one', { [header]: '' }],
    ['a part of one', { [header]: newer.slice(0, -1) }],
    ['one with another character', { [header]: `${newer.slice(0, -1)}x` }],
    ['both in one', { [header]: `${older},${newer}` }],
    ['both, one after the other', { [header]: [older, newer] }],
  ])('answers 403 with %s, whatever is asked for, and reads and stores nothing', async (_, headers) => {
    const { token, projectId, ...tenant } = await newPublicTenant()
    const form = await newForm({ ...tenant, token, projectId })
    tap.reset()
    const replies = await Promise.all([
      send('POST', '/tasks', { token, headers, body: { projectId, label: 'New' } }),
      send('GET', '/tasks', { headers }), // without a token
      send('POST', `/hooks/${form.key}`, { body: '{', headers }),
      send('POST', `/hooks/${form.key}`, { body: 'name=Ada', headers: { ...headers, ...asBrowser } }),
      send('OPTIONS', '/tasks', { headers }),
      send('GET', '/nowhere', { headers }),
      send('GET', '/docs', { headers }),
    ])
    expect(tap.exchanges).toEqual([])
    for (const { status, body, headers: told } of replies) {
      expect({ status, body }).toEqual({ status: 403, body: refusal })
      expect(JSON.stringify(told)).not.toMatch(/origin|access-control|secret/i)
    }
    expect(await form.submissions()).toEqual([])
  })

  it('hands the header on to nothing: not to the handler, and not to the log', async () => {
    const { baseStack, lambda } = await import('../../../lib/http/base-stack.ts')
    const seen: ApiEvent['headers'][] = []
    const handler = lambda(baseStack('test'), ({ headers }) => {
      seen.push(headers)
      return { statusCode: 200 }
    })
    const event = {
      ...{ rawPath: '/v1', rawQueryString: '', headers: { 'x-origin-secret': newer, host: 'a' } },
      requestContext: { requestId: '1', http: { method: 'GET' } },
    }
    // the members that the stack reads
    await handler(
      event as unknown as ApiEvent,
      { getRemainingTimeInMillis: () => 1_000 } as never,
      () => undefined,
    )
    expect(seen).toEqual([{ host: 'a' }])
    const written = lines().filter((line) => line.includes('"message":"request"'))
    expect(written.filter((line) => line.includes('"code":"forbidden"'))).not.toEqual([])
    expect(lines().join('\n')).not.toMatch(/oooo|nnnn|x-origin/i)
  })

  it.each(['', 'short', `${newer},`, '{{resolve:secretsmanager:some:SecretString:::}}'])(
    'does not start with %j: nobody would be refused, or everybody',
    async (secrets) => {
      vi.stubEnv('ORIGIN_SECRETS', secrets)
      vi.resetModules()
      await expect(import('../../../lib/http/check-origin.ts')).rejects.toThrow(
        'ORIGIN_SECRETS must be secrets of at least 32 letters and digits, with commas between them.',
      )
    },
  )
})
