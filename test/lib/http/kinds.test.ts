import { describe, expect, expectTypeOf, it } from 'vitest'
import { declare, errorsOf, type RawInput } from '../../../lib/contract/endpoint.ts'
import { none, success } from '../../../lib/contract/fields.ts'
import { functionOf } from '../../../functions/index.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { keyAccess } from '../../../lib/http/key-access.ts'
import type { Caller } from '../../../lib/tokens/caller.ts'
import type { Storage } from '../../../lib/table/storage.ts'
import type { Tenant } from '../../../lib/table/tenant.ts'
import * as z from 'zod/mini'
import { tap } from '../../support/api.ts'
import { kindOperation, servedKinds } from '../../support/kinds.ts'
import { pathOf } from '../../harness/sample-requests.ts'
import { type Served } from '../../support/requests.ts'
import { newTenant } from '../../support/tenant.ts'

// test/access.test.ts and test/bad-input.test.ts send these endpoints what they refuse

function kind(id: string): Served {
  const found = servedKinds.find(({ endpoint }) => endpoint.id === id)
  if (!found) throw new Error(`There is no ${id}`)
  return found
}

const [receive, look, ask, upload] = [
  kind('inboxes.receive'),
  kind('inboxes.get'),
  kind('questions.create'),
  kind('files.create'),
]

describe('an endpoint with a key in its path', () => {
  it('acts for whom the key stands, and looks the key up once', async () => {
    const tenant = await newTenant()
    const path = pathOf(look.endpoint, await look.idsFor(tenant)) // the sample makes a second project
    tap.reset()
    const { status, body } = await look.send('GET', path)
    expect({ status, body }).toEqual({ status: 200, body: { name: 'Test', projects: 2 } })
    expect(tap.exchanges.map(({ operation }) => operation)).toEqual(['GetItem', 'Query'])
  })

  it('reads the other parameters of its path, and its headers', async () => {
    const path = pathOf(receive.endpoint, await receive.idsFor(await newTenant()))
    const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': 'x'.repeat(256) }
    const { status, body } = await receive.send('POST', path, { body: 'a', headers })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { details: [{ path: 'Idempotency-Key' }] } })
  })
})

describe('an endpoint that anyone may call', () => {
  it('has storage with a deadline, and that alone', async () => {
    tap.reset()
    const { status, body } = await ask.send('POST', '/questions', { body: { label: ' Why? ' } })
    expect({ status, body }).toEqual({ status: 200, body: { label: 'Why?', is_on_time: true } })
    expect(tap.exchanges).toEqual([])
  })
})

describe('a raw body', () => {
  it.each([
    ['bytes that are no text', Buffer.from([0, 0xff, 0xfe, 0x7b]), 'application/octet-stream'],
    ['nothing', Buffer.alloc(0), 'application/octet-stream'],
    ['as many bytes as it may have', Buffer.alloc(300 * 1024, 0xff), 'APPLICATION/octet-stream; a="b; c"'],
  ])('is handed on with %s, under its whole content type', async (_, body, type) => {
    const { token, accountId } = await newTenant()
    const reply = await upload.send('POST', '/files', { token, body, headers: { 'Content-Type': type } })
    expect(reply).toMatchObject({
      status: 200,
      body: { bytes: body.length, content_type: type, account_id: accountId },
    })
  })

  it('may have each declared type, and needs no token', async () => {
    const tenant = await newTenant()
    const path = pathOf(receive.endpoint, await receive.idsFor(tenant))
    for (const type of ['text/csv; charset=latin1', 'multipart/form-data; boundary=x']) {
      const reply = await receive.send('POST', path, { body: 'ä', headers: { 'Content-Type': type } })
      const body = { bytes: 2, content_type: type, account_id: tenant.accountId }
      expect(reply).toMatchObject({ status: 201, body })
    }
  })
})

describe('the document', () => {
  it('requires a token only for endpoints that need one, and shows the key as a path parameter', () => {
    const security = servedKinds.map((one) => [one.endpoint.id, kindOperation(one.endpoint).security])
    expect(Object.fromEntries(security)).toEqual({
      'inboxes.receive': [],
      'inboxes.get': [],
      'questions.create': [],
      'files.create': [{ bearer: ['write'] }],
    })
    expect(kindOperation(look.endpoint).parameters).toEqual([
      expect.objectContaining({ name: 'inboxKey', in: 'path', required: true, schema: { type: 'string' } }),
    ])
  })

  it('names the types of a body, and the errors of its kind alone', () => {
    const { requestBody, 'x-error-codes': codes } = kindOperation(receive.endpoint)
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['text/csv', 'multipart/form-data'])
    expect(Object.keys(kindOperation(ask.endpoint).requestBody?.content ?? {})).toEqual(['application/json'])
    expect(codes).toEqual(expect.arrayContaining(['route_not_found', 'payload_too_large']))
    const ofToken = ['invalid_token', 'insufficient_scope', 'plan_required']
    for (const { endpoint } of [receive, look, ask]) {
      expect(errorsOf(endpoint).filter((code) => ofToken.includes(code))).toEqual([])
    }
    expect(errorsOf(ask.endpoint)).not.toContain('route_not_found')
    expect(errorsOf(look.endpoint)).not.toContain('payload_too_large')
  })
})

describe('the grants', () => {
  it('have the look-up of a token, and the count of its requests, where there is one', () => {
    const access = servedKinds.map(({ endpoint }) => functionOf(endpoint).access)
    const count = 'UpdateItem:rates'
    expect(access).toEqual([[count, 'GetItem'], [count, 'GetItem', 'Query'], [], ['BatchGetItem', count]])
  })
})

describe('the types', () => {
  const rest = { method: 'POST', path: '/x', params: none, query: none, success: 200 } as const
  const end = { answer: success, errors: [], access: [] } as const
  const done = Promise.resolve({ body: { success: true } as const })

  it('give each handler what its kind of caller and body bring, and ask for what finds a holder', () => {
    const schema = z.string()
    const auth = { kind: 'key', param: 'key', schema } as const
    const body = { contentTypes: ['text/csv'], maxBytes: 1 } as const
    const byToken = declare({ id: 'a.b', auth: { kind: 'token', scope: 'any' }, body, ...rest, ...end })
    const byKey = declare({ id: 'a.b', auth, body: z.strictObject({ label: schema }), ...rest, ...end })
    const byAnyone = declare({ id: 'a.b', auth: { kind: 'none' }, ...rest, ...end })
    const find = (storage: Storage, key: string) =>
      Promise.resolve({ ...storage, accountId: key, projectIds: null, form: 1, rateLimit: { key, limit: 1 } })

    endpoint(byToken, (caller, input) => {
      expectTypeOf(caller).toEqualTypeOf<Caller>()
      expectTypeOf(input.body).toEqualTypeOf<RawInput>()
      return done
    })
    endpoint(
      byKey,
      (holder, input) => {
        expectTypeOf(holder).toExtend<Tenant & { form: number }>()
        expectTypeOf(input.body).toEqualTypeOf<{ label: string }>()
        return done
      },
      keyAccess(find),
    )
    endpoint(byAnyone, (storage, input) => {
      expectTypeOf(storage).toEqualTypeOf<Storage>()
      expectTypeOf(input.body).toEqualTypeOf<undefined>()
      return done
    })
    // @ts-expect-error -- a key without what finds its holder
    endpoint(byKey, () => done)
    // @ts-expect-error -- nothing finds a holder where there is no key
    endpoint(byAnyone, () => done, keyAccess(find))
  })
})
