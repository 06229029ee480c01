import fc from 'fast-check'
import * as z from 'zod/mini'
import { isRawBody, type Endpoint, type Fields, type RawBody } from '../../../lib/contract/endpoint.ts'
import agents from '../../../docs/mcp.json' with { type: 'json' }
import { jsonBodyOf, type FieldSchema } from '../body-schema.ts'

/** A field of the published schema, at any depth. */
interface Schema extends FieldSchema {
  oneOf?: Schema[]
  items?: Schema
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
}

/** One generated request. `@name:3` in it is a placeholder for an id of that name. */
export interface FuzzRequest {
  endpoint: Endpoint
  params: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string>
  /** Sent as JSON; a string or bytes are sent unchanged; undefined means no body. */
  body: unknown
}

type Valued = fc.Arbitrary<unknown>

const schemaOf = (fields: Fields | undefined): Schema =>
  z.toJSONSchema(fields ?? z.object({}), { io: 'input', unrepresentable: 'any' }) as unknown as Schema

/** The pool of ids that a field or parameter uses. */
function poolOf(name: string): string | undefined {
  const [, kind] =
    /(Subtask|Task|Lane|Project|Form|Submission|Webhook|Delivery|Rule|Calendar|Comment|Token|Member|Account)?Ids?$/i.exec(
      name,
    ) ?? []
  if (name === 'id') return 'task'
  if (['key', 'calendarKey', 'ticket'].includes(name)) return name
  return name === 'externalId' ? undefined : kind?.toLowerCase()
}

const reference = (pool: string) => fc.nat(5).map((pick) => `@${pool}:${pick}`)

/** Texts that often break services: encodings, prototypes, expressions, invalid numbers. */
const nasty = fc.constantFrom(
  ...['', ' ', '\u0000', '\uFEFF', 'x\uD800y', '\uDC00', 'e\u0301\u202e', '🧑‍🧑‍🧒'.repeat(99), '\u2028'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '-0',
    '1e999',
    '0x10',
    '٣',
    '100',
    '1',
  ],
  ...[
    '../../etc/passwd',
    '..%2f',
    '%00',
    '%',
    '%ff',
    'a/b',
    '//',
    '.',
    '#x',
    '?x=1',
    'ext:',
    'ext:\n',
    'none',
  ],
  ...["' OR 1=1 --", '{"$ne": null}', '${7*7}', '<script>', ':now', '#lane', 'ACCOUNT#1', 'a'.repeat(2_049)],
  ...['x'.repeat(500), 'x'.repeat(501), 'x'.repeat(10_000), 'x'.repeat(10_001), '\t'.repeat(600)],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', '*', '"1"', 'W/"1"'],
)
const text = fc.oneof(fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }), nasty)
const anything: Valued = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(-1, 1.5, 1e300, Number.MAX_SAFE_INTEGER + 1, [], {}, [[]], true, null),
)

/** Few ids that clients choose, so that requests meet; and their pattern, which no other field has. */
const ownIds = fc.nat(30).map((pick) => `00000000-0000-4000-8000-0000000000${pick + 10}`)
const ofOwnIds = '[1-8]'

/** Positions that many requests take, and some that they do not. */
const positions = fc.constantFrom('0|i00000:1', '0|i00000:', `0|i00000:${'z'.repeat(31)}`, '0|zzzzzz:')

/** A small body of each type that a form or an import can read. */
const readable: Record<string, string> = {
  'application/json': '{"label": "Some text"}',
  'application/x-ndjson': '{"label": "Some text"}',
  'application/x-www-form-urlencoded': 'label=Some+text',
  'text/csv': 'label\nSome text\n',
}

/** Few keys, so that requests meet each other's fields. */
const fieldKeys = fc.constantFrom('due', 'priority', 'customer', 'estimate')

/** Values of fields, some of them of fields that are there. */
const fieldsOf = fc.dictionary(
  fc.oneof(fieldKeys, nasty),
  fc.oneof(fc.constantFrom('2026-12-24', 'high', 3, true, null), anything),
  { maxKeys: 4 },
)

/** Texts of rules of which hardly any other is one, some of them wrong. */
const ofRules: Record<string, Valued> = {
  rrule: fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=HOURLY;BYMINUTE=0,30',
    'FREQ=DAILY;COUNT=0',
  ),
  start: fc.constantFrom('2026-11-30T09:00', '2000-02-29T23:59', '2100-01-01T00:00'),
  timeZone: fc.constantFrom('Europe/Berlin', 'Pacific/Apia', 'UTC', 'Europe/Berln'),
  timeOfDay: fc.constantFrom('09:00', '23:59', '24:00'),
  offset: fc.constantFrom('-P1D', 'PT2H', '+P366D', 'P1'),
  field: fieldKeys,
  ...Object.fromEntries(
    ['updatedBefore', 'updatedAfter', 'createdBefore', 'createdAfter'].map((name) => [
      name,
      fc.constantFrom('-P30D', 'today', '2026-11-30T09:00:00Z', '+P1'),
    ]),
  ),
}

/** Values of unions that chance would hardly ever put together. */
const wholes: Record<string, Valued> = {
  trigger: fc.constantFrom(
    { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-30T09:00' },
    { type: 'date', field: 'due', offset: '-P1D', late: 'fire' },
    { type: 'event', events: ['task.updated'], changed: ['status', 'fields.due'], where: { status: [0, 1] } },
  ),
  action: fc.constantFrom(
    { type: 'create_task', task: { label: 'At {{date}}', fields: { due: '+P2D' } }, ifOpen: 'skip' },
    { type: 'update_tasks', where: { updatedBefore: '-P30D' }, set: { status: 2 } },
    { type: 'update_task', set: { fields: { due: 'today' } } },
    { type: 'delete_tasks', where: { fields: { due: { before: '-P1D' } } } },
    { type: 'notify' },
  ),
}

/** Generates values that a schema accepts. */
function good(name: string, schema: Schema): Valued {
  const { anyOf, oneOf, type, items, minItems = 0, maxItems = 4, properties } = schema
  const pool = poolOf(name)
  if (schema.pattern?.startsWith('^[a-z]')) return fieldKeys
  if (schema.pattern?.includes(ofOwnIds)) return ownIds
  if (name === 'position') return positions
  if (name === 'fields') return fieldsOf
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const branches = anyOf ?? oneOf
  if (branches)
    return fc.oneof(
      ...branches.map((branch) => good(name, branch)),
      ...(wholes[name] ? [{ weight: branches.length, arbitrary: wholes[name] }] : []),
    )
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => good(name, { ...schema, type: one })))
  if (items) return fc.array(good(name, items), { minLength: minItems, maxLength: Math.min(maxItems, 4) })
  if (properties) return goodObject(schema)
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'number' || type === 'integer') return fc.integer({ min: 0, max: 5 })
  if (pool) return reference(pool)
  if (ofRules[name] && schema.format === undefined) return ofRules[name]
  if (name === 'email') return fc.stringMatching(/^[a-z]{1,8}@example\.com$/)
  if (name === 'url') return fc.constant('https://receiver.invalid/tasks') // no server has this name
  if (name === 'contentType') return fc.constantFrom(...Object.keys(readable))
  if (name === 'excludeOriginIds') return fc.stringMatching(/^[a-z]{1,3}$/)
  if (name === 'limit' || name === 'fromRow') return fc.integer({ min: 1, max: 100 }).map(String)
  if (schema.format === 'date-time') {
    const dayMs = 24 * 60 * 60 * 1000
    // a replay begins in the past, and what expires does so in the future
    const [min, max] = /^(?:from|to)$/.test(name)
      ? [new Date(Date.now() - dayMs), new Date()]
      : [new Date(Date.now() + 60_000), new Date('2099-01-01')]
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString())
  }
  return fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).map((value) => `x${value}`)
}

/** Keeps one of the places of a move. A move must name exactly one, which the schema does not say. */
function onePlace(value: Record<string, unknown>): Record<string, unknown> {
  const others = Object.keys('by' in value ? {} : value) // beside a writer they are times
    .filter((name) => /^(?:to$|before|after)/.test(name))
    .slice(0, -1)
  return Object.fromEntries(Object.entries(value).filter(([name]) => !others.includes(name)))
}

/** Keeps one of the two ids of a new task, which the schema does not say. */
const oneId = ({ externalId, ...value }: Record<string, unknown>): Record<string, unknown> =>
  externalId === undefined || 'id' in value ? value : { ...value, externalId }

/** Keeps one of the two ways into a session, a ticket or a code, which the schema does not say. */
const oneWayIn = (value: Record<string, unknown>): Record<string, unknown> =>
  'ticket' in value && 'accountId' in value ? { ticket: value.ticket, accountId: value.accountId } : value

function goodObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.entries(properties).filter(([name]) => name !== 'cursor') // a valid one cannot be generated
  const fields = known.map(([name, schema]) => [name, good(name, schema)] as const)
  // a writer is named in exactly one way, which the schema does not say
  if ('originId' in properties && 'formId' in properties)
    return fc.oneof(...fields.map(([name, value]) => fc.record({ [name]: value })))
  return fc
    .record(Object.fromEntries(fields), { requiredKeys: required })
    .map(onePlace)
    .map(oneId)
    .map(oneWayIn)
}

/** Generates a valid object with one error: an unknown field, a missing field, or a field of the wrong type. */
const nearly = (schema: Schema): fc.Arbitrary<Record<string, unknown>> => {
  const names = Object.keys(schema.properties ?? {})
  const anyName = names.length > 0 ? fc.oneof(fc.constantFrom(...names), text) : text
  return fc
    .tuple(goodObject(schema), anyName, fc.option(anything, { nil: undefined }))
    .map(([value, name, wrong]) => ({ ...value, [name]: wrong }))
}

const wild = (inner: fc.Arbitrary<string>) => fc.oneof({ weight: 4, arbitrary: inner }, text)

/** Generates header values that Node's HTTP client accepts. */
const headerText = text.map((value) => value.replace(/[^\x20-\x7e]/g, '').slice(0, 300))

const paramsOf = (endpoint: Endpoint, isGood: boolean): fc.Arbitrary<Record<string, string>> => {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const value = (name: string) => reference(poolOf(name) ?? name)
  return fc.record(Object.fromEntries(names.map((name) => [name, isGood ? value(name) : wild(value(name))])))
}

/** Conditions on fields in a query: `fields[due]=…`. */
const fieldFilters = (fields: unknown): [string, string][] =>
  Object.entries(Object(fields) as Record<string, unknown>).map(([key, value]) => [
    `fields[${key}]`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])

const queryOf = (endpoint: Endpoint, isGood: boolean): fc.Arbitrary<[string, string][]> => {
  const pairs = (query: Record<string, unknown>) =>
    Object.entries(query).flatMap(([name, value]) =>
      name === 'fields'
        ? fieldFilters(value)
        : [value].flat().map((one): [string, string] => [name, String(one)]),
    )
  const { properties = {} } = schemaOf(endpoint.query)
  const valid = goodObject({ properties }).map(pairs)
  if (isGood) return valid
  const names = fc.constantFrom(...Object.keys(properties), 'other')
  return fc
    .tuple(valid, fc.array(fc.tuple(names, text), { maxLength: 2 }))
    .map(([query, others]) => [...query, ...others])
}

const headersOf = (endpoint: Endpoint, isGood: boolean): fc.Arbitrary<Record<string, string>> => {
  const own = Object.keys(schemaOf(endpoint.headers).properties ?? {})
  const tag = fc.constantFrom('*', '"1"', '"2"', '"1", "2"', 'W/"1"')
  const value = (name: string) => (name.startsWith('if-') ? tag : fc.stringMatching(/^[a-z]{1,3}$/))
  const valid = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    fc.record(Object.fromEntries(own.map((name) => [name, value(name)]))),
  )
  if (isGood) return valid
  const names = fc.constantFrom(...own, 'content-type', 'authorization', 'cookie', 'x-forwarded-for', 'range')
  const hostile = fc.dictionary(names, headerText, { maxKeys: 1 })
  return fc.tuple(valid, hostile).map(([known, wrong]) => ({ ...known, ...wrong }))
}

/** Generates broken bodies: half of a well-formed one, nonsense, and random bytes. */
const brokenBody: Valued = fc.oneof(
  anything.map((value) => JSON.stringify(value)),
  fc.tuple(fc.json(), fc.nat(20)).map(([json, end]) => json.slice(0, end)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(undefined),
)

/** Generates calls of the tools of agents: half of them match what the tool says of itself. */
const toolCalls: Valued = fc.constantFrom(...agents.tools).chain(({ name, inputSchema }) => {
  const schema = inputSchema as Schema // it is one: infra/docs/mcp.ts
  const message = (given: unknown) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name, arguments: given },
  })
  return fc.oneof(goodObject(schema), nearly(schema)).map(message)
})

/** Generates raw bodies with a content type that the endpoint accepts; half of them can be read. */
const rawSending = (
  { contentTypes }: RawBody,
  { id }: Endpoint,
): fc.Arbitrary<Pick<FuzzRequest, 'headers' | 'body'>> =>
  fc.constantFrom(...contentTypes).chain((type) =>
    fc.record({
      headers: fc.constant({ 'content-type': type }),
      body: fc.oneof(
        id === 'mcp.call' ? toolCalls : fc.constant(readable[type] ?? ''),
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      ),
    }),
  )

const none = fc.constant(undefined)

const requestWith = (endpoint: Endpoint, isGood: boolean, body: Valued): fc.Arbitrary<FuzzRequest> =>
  fc.record({
    endpoint: fc.constant(endpoint),
    params: paramsOf(endpoint, isGood),
    query: queryOf(endpoint, isGood),
    headers: headersOf(endpoint, isGood),
    body,
  })

/** Generates the body that an endpoint's schema accepts; undefined where it takes no JSON. */
function goodBody(endpoint: Endpoint): Valued {
  const json = jsonBodyOf(endpoint)
  return json ? goodObject(schemaOf(json)) : none
}

/** Generates requests that match an endpoint's schema. What they name may still be absent, or forbid them. */
export const validRequestsTo = (endpoint: Endpoint): fc.Arbitrary<FuzzRequest> =>
  isRawBody(endpoint.body)
    ? fc
        .tuple(requestWith(endpoint, true, none), rawSending(endpoint.body, endpoint))
        .map(([{ headers, ...rest }, raw]) => ({ ...rest, ...raw, headers: { ...headers, ...raw.headers } }))
    : requestWith(endpoint, true, goodBody(endpoint))

/** Generates requests to an endpoint. Half of them match its schema; the others are nearly valid or hostile. */
export function requestsTo(endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  const json = jsonBodyOf(endpoint)
  return fc.oneof(
    { weight: 2, arbitrary: validRequestsTo(endpoint) },
    requestWith(endpoint, true, json ? nearly(schemaOf(json)) : fc.oneof(none, anything)),
    requestWith(endpoint, false, fc.oneof(goodBody(endpoint), brokenBody)),
  )
}

/** Replaces the placeholders with ids. */
export function resolve<T>(value: T, ids: Record<string, string[]>): T {
  const replaced = JSON.stringify(value).replace(/"@(\w+):(\d)"/g, (whole, pool: string, pick: string) => {
    const known = ids[pool]
    return known ? JSON.stringify(known[Number(pick) % known.length]) : whole
  })
  return JSON.parse(replaced) as T // the same type; only ids have changed
}
