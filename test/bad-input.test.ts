import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../lib/contract/endpoint.ts'
import { endpoints } from '../lib/contract/index.ts'
import type { Sending } from './support/api.ts'
import {
  bodySchema,
  idsFor,
  pathOf,
  smallestBody,
  snapshot,
  typesOf,
  type FieldSchema,
} from './support/requests.ts'
import { newTenant } from './support/tenant.ts'

const json = { 'Content-Type': 'application/json' }
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** Bodies that no endpoint takes, as they go over the wire. */
const badBodies: [name: string, sending: Sending, status: number][] = [
  ['no body', {}, 400],
  ['an empty body', { body: '', headers: json }, 400],
  ['malformed JSON', { body: '{"label": ', headers: json }, 400],
  ['JSON with a byte order mark', { body: '\uFEFF{}' }, 400],
  ['bytes that are no UTF-8', { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) }, 400],
  ['null', { body: 'null' }, 400],
  ['an array', { body: '[]' }, 400],
  ['a string', { body: '"text"' }, 400],
  ['a number', { body: '1' }, 400],
  ['10,000 nested arrays', { body: nested(10_000) }, 400],
  ['10,000 nested arrays in a field', { body: `{"label": ${nested(10_000)}}` }, 400],
  ['a __proto__ key', { body: '{"__proto__": {"label": "x", "projectId": "x"}}' }, 400],
  ['a constructor key', { body: '{"constructor": {"prototype": {}}}' }, 400],
  ['more than 256 KiB', { body: JSON.stringify({ label: 'x'.repeat(256 * 1024) }) }, 413],
  ['more than 10 MB', { body: JSON.stringify({ label: 'x'.repeat(10 * 1024 * 1024) }) }, 413],
  ['no content type', { body: '{}', headers: { 'Content-Type': '' } }, 415],
  ['text/plain', { body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415],
  ['a form', { body: 'label=x', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415],
  ['packed', { body: '{}', headers: { ...json, 'Content-Encoding': 'gzip' } }, 415],
  ['another charset', { body: '{}', headers: { 'Content-Type': 'application/json; charset=utf-16' } }, 415],
]

const codes: Record<number, string> = {
  400: 'invalid_request',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
}

/** Values that a field refuses, by what its schema says. */
function badValues(name: string, schema: FieldSchema): [name: string, value: unknown][] {
  const common: [string, unknown][] = [
    ['an object', {}],
    ['an array', ['x']],
    ...(typesOf(schema).includes('null') ? [] : ([['null', null]] as [string, unknown][])),
  ]
  if (!typesOf(schema).includes('string'))
    return [
      ...common,
      ['a string', '1'],
      name === 'rateLimit' ? ['0', 0] : ['3', 3],
      ['1.5', 1.5],
      ['-1', -1],
    ]
  return [
    ...common,
    ['a number', 1],
    ['a boolean', true],
    ['half a surrogate pair', 'x\uD800y'],
    ['10,001 characters', 'x'.repeat(10_001)],
    ...(name === 'description'
      ? []
      : ([
          ['nothing', ''],
          ['blanks', ' \t\n\u00A0 '],
          ['nothing that shows', '\u200B\u2060'],
        ] as [string, unknown][])),
    ...(name.endsWith('Id') && name !== 'externalId'
      ? ([['a malformed UUID', '1111-1']] as [string, unknown][])
      : []),
  ]
}

interface ErrorAnswer {
  error: { code: string; message: string; details?: { path: string }[] }
}

/** An account for an endpoint with all that its path names. What is refused changes nothing, so it serves many tests. */
async function makeGround(endpoint: Endpoint) {
  const tenant = await newTenant()
  const ids = await idsFor(endpoint, tenant)
  return { tenant, ids, before: await snapshot(tenant) }
}
const grounds = new Map<string, ReturnType<typeof makeGround>>()

/** Sends a bad request and shows that it is refused for the right reason and leaves no trace. */
async function expectRefused(endpoint: Endpoint, status: number, sending: (body: object) => Sending) {
  const ground = grounds.get(endpoint.id) ?? makeGround(endpoint)
  grounds.set(endpoint.id, ground)
  const { tenant, ids, before } = await ground
  const reply = await tenant.send(
    endpoint.method,
    pathOf(endpoint, ids),
    sending(smallestBody(endpoint, ids) ?? {}),
  )
  expect(reply.status).toBe(status)
  const { error } = reply.body as ErrorAnswer // what follows shows it
  expect(error.code).toBe(codes[status])
  expect(error.message).not.toMatch(/zod|SyntaxError|undefined|at position|Unexpected/i)
  expect(await snapshot(tenant)).toEqual(before)
  return error
}

const named = endpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))

describe.each(named.filter(({ endpoint }) => !endpoint.body))(
  '$name, which reads no body,',
  ({ endpoint }) => {
    it.each(['{"force": true}', '[]', 'yes'])('refuses %s', async (body) => {
      const error = await expectRefused(endpoint, 400, () => ({ body }))
      expect(error.message).toBe('The body must be left out: this request takes none')
    })
  },
)

describe.each(named.filter(({ endpoint }) => endpoint.body))('the body of $name', ({ endpoint }) => {
  it.each(badBodies)('is refused when it is %s', async (_, sending, status) => {
    await expectRefused(endpoint, status, () => sending)
  })

  const { properties, required = [] } = bodySchema(endpoint)
  const fields = Object.entries(properties)

  it.each(required)('is refused without %s', async (field) => {
    const error = await expectRefused(endpoint, 400, (body) => ({ body: { ...body, [field]: undefined } }))
    expect(error.message).toBe(`${field} is required`)
  })

  const table = fields.flatMap(([field, schema]) =>
    badValues(field, schema).map(([what, value]) => ({ field, what, value })),
  )
  it.each(table)('is refused when $field is $what', async ({ field, value }) => {
    const error = await expectRefused(endpoint, 400, (body) => ({ body: { ...body, [field]: value } }))
    expect(error.details?.map(({ path }) => path.split('.')[0])).toContain(field)
    expect(error.message).toMatch(new RegExp(`^${field}[.0-9]* (must|is)`))
  })

  it('is refused with an unknown field, which the error names', async () => {
    const error = await expectRefused(endpoint, 400, (body) => ({ body: { ...body, labell: 'x' } }))
    expect(error.details).toEqual([
      { path: 'labell', message: expect.stringContaining('it takes') as unknown },
    ])
  })

  it('is refused with 1,000 unknown fields by an error that stays small', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${'x'.repeat(100)}${n}`, n]))
    const error = await expectRefused(endpoint, 400, (body) => ({ body: { ...body, ...unknown } }))
    expect(JSON.stringify(error).length).toBeLessThan(8_000)
  })
})

describe.each(named)('the path and query of $name', ({ endpoint }) => {
  it('are refused with an unknown query parameter', async () => {
    const tenant = await newTenant()
    const ids = await idsFor(endpoint, tenant)
    const before = await snapshot(tenant)
    const path = `${pathOf(endpoint, ids)}?sort=label`
    const reply = await tenant.send(endpoint.method, path, { body: smallestBody(endpoint, ids) })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ error: { code: 'invalid_request', details: [{ path: 'sort' }] } })
    expect(await snapshot(tenant)).toEqual(before)
  })

  const parameters = Object.keys(endpoint.params.shape)
  const malformed = [
    '1',
    'null',
    '11111111-1111-1111-1111-11111111111',
    '11111111111111111111111111111111',
    '%00',
    '%20',
  ]
  it.each(parameters.flatMap((name) => malformed.map((value) => ({ name, value }))))(
    'are refused when $name is $value',
    async ({ name, value }) => {
      const tenant = await newTenant()
      const ids = await idsFor(endpoint, tenant)
      const path = pathOf(endpoint, { ...ids, [name]: value })
      const reply = await tenant.send(endpoint.method, path, { body: smallestBody(endpoint, ids) })
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ error: { code: 'invalid_request', details: [{ path: name }] } })
    },
  )
})
