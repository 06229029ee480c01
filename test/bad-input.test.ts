import { describe, expect, it } from 'vitest'
import { errorResponses } from '../infra/docs/openapi/responses.ts'
import { isRawBody, takesNullAsAbsent, type Endpoint, type RawBody } from '../lib/contract/endpoint.ts'
import type { Sending } from './support/api.ts'
import { servedKinds } from './support/kinds.ts'
import { bodySchema, jsonBodyOf, typesOf, type FieldSchema } from './harness/body-schema.ts'
import { pathOf, sampleBody, type Ids } from './harness/sample-requests.ts'
import { goodBody, served, snapshot, type Served } from './support/requests.ts'
import { newTenant } from './support/tenant.ts'

const json = { 'Content-Type': 'application/json' }
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** Bodies that no endpoint takes as JSON, as they go over the wire. */
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

/** Texts that say nothing are a text too there. */
const mayBeEmpty = ['description', 'body']

/** Numbers outside of what a field takes; 3 is no status. */
function badNumbers({ anyOf = [], ...schema }: FieldSchema): [name: string, value: unknown][] {
  const { minimum, maximum } = [schema, ...anyOf].find((one) => one.maximum !== undefined) ?? {}
  const outside = minimum === undefined || maximum === undefined ? [3] : [minimum - 1, maximum + 1]
  return [1.5, -1, ...outside].map((value) => [String(value), value])
}

/** Values that a field refuses, by what its schema says. */
function badValues(name: string, schema: FieldSchema, takesNull: boolean): [name: string, value: unknown][] {
  const common: [string, unknown][] = [
    // without its members; what may be empty is tried with a member that is unknown
    ['an object', name === 'mapping' || name === 'fields' ? { unknown: 1 } : {}],
    // each operation is judged alone: test/functions/tasks/bulk.test.ts
    ...(name === 'operations' ? [] : ([['an array', ['x y']]] as [string, unknown][])),
    ...(takesNull || typesOf(schema).includes('null') ? [] : ([['null', null]] as [string, unknown][])),
  ]
  if (!typesOf(schema).includes('string')) return [...common, ['a string', '1'], ...badNumbers(schema)]
  return [
    ...common,
    ['a number', 1],
    ['a boolean', true],
    ['half a surrogate pair', 'x\uD800y'],
    ['65,537 characters', 'x'.repeat(65_537)],
    ...(mayBeEmpty.includes(name)
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

/** The paths of the fields of a body, and of those within them. */
const pathsIn = (properties: Record<string, FieldSchema>, before: string[] = []): string[][] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...before, name]
    return [path, ...pathsIn(schema.properties ?? {}, path)]
  })

/** A body with a text of JSON at a path; JSON.stringify could not write one that is nested so deeply. */
function withJsonAt(body: object, path: string[], json: string): string {
  const mark = 'the text stands here'
  const put = (at: object, [key = '', ...rest]: string[]): object => ({
    ...at,
    [key]: rest.length === 0 ? mark : put((at as Record<string, object | undefined>)[key] ?? {}, rest), // a field with members is an object
  })
  return JSON.stringify(put(body, path)).replace(JSON.stringify(mark), json)
}

/** The message that the document has for an error of an endpoint. */
function documented(endpoint: Endpoint, code: string): string | undefined {
  const examples = Object.values(errorResponses([endpoint])).map(
    ({ content }) => content?.['application/json']?.examples[code]?.value as ErrorAnswer | undefined, // that of an error is one
  )
  return examples.find((example) => example !== undefined)?.error.message
}

interface ErrorAnswer {
  error: { code: string; message: string; details?: { path: string }[] }
}

/** An account for an endpoint with all that its path names. What is refused changes nothing, so it serves many tests. */
async function makeGround({ idsFor }: Served) {
  const tenant = await newTenant()
  const ids = await idsFor(tenant)
  return { tenant, ids, before: await snapshot(tenant) }
}
const grounds = new Map<string, ReturnType<typeof makeGround>>()

/** Sends a bad request and shows that it is refused for the right reason and leaves no trace. */
async function expectRefused(
  one: Served,
  status: number,
  sending: (body: object, ids: Ids) => Sending,
  path = (ids: Ids) => pathOf(one.endpoint, ids),
) {
  const { endpoint, send } = one
  const ground = grounds.get(endpoint.id) ?? makeGround(one)
  grounds.set(endpoint.id, ground)
  const { tenant, ids, before } = await ground
  const reply = await send(endpoint.method, path(ids), {
    ...(endpoint.auth.kind === 'token' && { token: tenant.token }),
    ...sending(sampleBody(endpoint, ids) ?? {}, ids),
  })
  expect(reply.status).toBe(status)
  const { error } = reply.body as ErrorAnswer // what follows shows it
  expect(error.code).toBe(codes[status])
  expect(error.message).not.toMatch(/zod|SyntaxError|undefined|at position|Unexpected/i)
  if (status === 413) expect(error.message).toBe(documented(endpoint, error.code))
  expect(await snapshot(tenant)).toEqual(before)
  return error
}

/** Every endpoint of the contract, and those of a test for the kinds that it does not have yet. */
const all = [...served, ...servedKinds]

describe.each(all.filter(({ endpoint }) => !endpoint.body))('$name, which reads no body,', (one) => {
  it.each(['{"force": true}', '[]', 'yes'])('refuses %s', async (body) => {
    const error = await expectRefused(one, 400, () => ({ body }))
    expect(error.message).toBe('The body must be left out: this request takes none')
  })
})

/** What a raw body must not be, as it goes over the wire. */
const badRawBodies = ({ contentTypes: [type = ''], maxBytes }: RawBody): [string, Sending, number][] => {
  const good = { 'Content-Type': type }
  return [
    ['too long', { body: Buffer.alloc(maxBytes + 1), headers: good }, 413],
    ['much too long', { body: Buffer.alloc(maxBytes + 2_000_000), headers: good }, 413],
    ['of no type', { body: 'x', headers: { 'Content-Type': '' } }, 415],
    ['absent, and of no type', {}, 415],
    ['of another type', { body: 'x', headers: { 'Content-Type': 'image/png' } }, 415],
    ['of a longer type', { body: 'x', headers: { 'Content-Type': `${type}x` } }, 415],
    ['of several types', { body: 'x', headers: { 'Content-Type': `${type}, ${type}` } }, 415],
    ['packed', { body: 'x', headers: { ...good, 'Content-Encoding': 'gzip' } }, 415],
  ]
}

const withRaw = all.flatMap((one) => {
  const { body } = one.endpoint
  return isRawBody(body) ? [{ ...one, raw: body }] : []
})

describe.each(withRaw)('the body of $name', ({ raw, ...one }) => {
  it.each(badRawBodies(raw))('is refused when it is %s', async (_, sending, status) => {
    const error = await expectRefused(one, status, () => sending)
    if (status === 415 && !JSON.stringify(sending).includes('gzip')) {
      expect(error.message).toBe(documented(one.endpoint, error.code))
      for (const type of raw.contentTypes) expect(error.message).toContain(type)
    }
  })
})

describe.each(all.filter(({ endpoint }) => jsonBodyOf(endpoint)))('the body of $name', (one) => {
  const { endpoint } = one
  it.each(badBodies)('is refused when it is %s', async (_, sending, status) => {
    await expectRefused(one, status, () => sending)
  })

  const { properties, required = [] } = bodySchema(endpoint)
  const fields = Object.entries(properties)

  it.each(required)('is refused without %s', async (field) => {
    const error = await expectRefused(one, 400, (body) => ({ body: { ...body, [field]: undefined } }))
    expect(error.message).toMatch(new RegExp(`^${field} is required(: one of .*)?$`))
  })

  const table = fields.flatMap(([field, schema]) =>
    // test/nulls.test.ts shows what null does there
    badValues(field, schema, takesNullAsAbsent(endpoint) && !required.includes(field)).map(
      ([what, value]) => ({ field, what, value }),
    ),
  )
  it.each(table)('is refused when $field is $what', async ({ field, value }) => {
    const error = await expectRefused(one, 400, (body) => ({ body: { ...body, [field]: value } }))
    expect(error.details?.map(({ path }) => path.split('.')[0])).toContain(field)
    expect(error.message).toMatch(new RegExp(`^${field}(\\.\\w+)* (must|is)`))
  })

  it.each(pathsIn(properties))('is refused when %s %s is nested 100,000 levels deep', async (...path) => {
    const json = `{"x":${nested(100_000)}}`
    const keys = path.filter((key) => typeof key === 'string')
    await expectRefused(one, 400, (body) => ({ body: withJsonAt(body, keys, json) }))
  })

  it('is refused with an unknown field, which the error names', async () => {
    const error = await expectRefused(one, 400, (body) => ({ body: { ...body, labell: 'x' } }))
    expect(error.details).toEqual([
      { path: 'labell', message: expect.stringContaining('it takes') as unknown },
    ])
  })

  it('is refused with 1,000 unknown fields by an error that stays small', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${'x'.repeat(100)}${n}`, n]))
    const error = await expectRefused(one, 400, (body) => ({ body: { ...body, ...unknown } }))
    expect(JSON.stringify(error).length).toBeLessThan(8_000)
  })
})

/** The senders of forms, and people who subscribe to calendars, add parameters: tests of these show that they are ignored. */
const ignoresQuery = ({ id }: Endpoint) => ['hooks.receive', 'calendars.read'].includes(id)

describe.each(all.filter(({ endpoint }) => !ignoresQuery(endpoint)))('the query of $name', (one) => {
  it('is refused with an unknown parameter', async () => {
    const good = (_: object, ids: Ids) => goodBody(one.endpoint, ids)
    const error = await expectRefused(one, 400, good, (ids) => {
      const path = pathOf(one.endpoint, ids)
      return `${path}${path.includes('?') ? '&' : '?'}sort=label`
    })
    expect(error.details).toMatchObject([{ path: 'sort' }])
  })
})

const withParameters = all.filter(({ endpoint }) => Object.keys(endpoint.params.shape).length > 0)

describe.each(withParameters)('the path of $name', (one) => {
  const { endpoint } = one
  const good = (_: object, ids: Ids) => goodBody(endpoint, ids)

  const parameters = Object.keys(endpoint.params.shape)
  const malformed = [
    '1',
    'null',
    '11111111-1111-1111-1111-11111111111',
    '11111111111111111111111111111111',
    '%00',
    '%20',
  ]
  const isKey = (name: string, value: string) => name === 'fieldKey' && value === 'null' // it has the form of one
  const wrong = parameters.flatMap((name) =>
    malformed.filter((value) => !isKey(name, value)).map((value) => ({ name, value })),
  )
  it.each(wrong)('are refused when $name is $value', async ({ name, value }) => {
    const error = await expectRefused(one, 400, good, (ids) => pathOf(endpoint, { ...ids, [name]: value }))
    expect(error.details).toMatchObject([{ path: name }])
  })
})
