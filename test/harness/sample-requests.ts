import { isRawBody, type Endpoint } from '../../lib/contract/endpoint.ts'
import { endpoints } from '../../functions/index.ts'
import { unmatched } from '../../lib/contract/static.ts'
import { bodySchema, jsonBodyOf, typesOf, type FieldSchema } from './body-schema.ts'

/** Ids for the parameters and fields of a request, by name: `id` is a task's. */
export type Ids = Record<string, string>

/** The contents of an account made by `sample.ts`: an id for each parameter of the API, and two more. */
export interface SampleIds {
  id: string
  projectId: string
  laneId: string
  subtaskId: string
  commentId: string
  fieldKey: string
  tokenId: string
  memberId: string
  accountId: string
  email: string
  /** With it, the sample's member signs in once. */
  ticket: string
  /** The secret of a session of that member, where there is one. */
  sessionSecret?: string
  formId: string
  /** The form's key, which is the last part of its URL. */
  key: string
  submissionId: string
  webhookId: string
  deliveryId: string
  ruleId: string
  calendarId: string
  /** The last part of the calendar's URL. */
  calendarKey: string
  /** The key of the field, which is a date: the name that bodies have for it. */
  field: string
  trashedId: string
  emptyProjectId: string
}

/** The variables of a service with an identity provider. It does not run: a person with a ticket was there already. */
export const signInVariables = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'tasks' }

/** A request that succeeds. */
export interface SampleRequest {
  params?: Ids
  query?: string | undefined
  /** Sent as JSON; a text is sent unchanged. */
  body?: object | string
  contentType?: string
  /** Sent in place of the sample's own token. */
  secret?: string | undefined
  /** The status of its answer. */
  status: number
}

/** Returns the ids that a request to an endpoint needs to succeed and to change something. */
export function idsOf(id: string, ids: SampleIds): Ids {
  if (id === 'tasks.restore') return { ...ids, id: ids.trashedId }
  if (id === 'projects.delete') return { ...ids, projectId: ids.emptyProjectId }
  return { ...ids }
}

/** The query parameters that endpoints require. */
const queries: Record<string, string> = { 'projects.import': 'format=csv' }

/** Returns the path of an endpoint below `/v1`, with these ids, and with the query that it requires. */
export const pathOf = ({ id: endpointId, path }: Pick<Endpoint, 'id' | 'path'>, ids: Ids): string => {
  const query = queries[endpointId]
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (id === undefined)
      throw new Error(
        `${path}: no POST creates a ${name}. Make one in "fillSample" of test/harness/sample.ts, and return its id`,
      )
    return id
  })
  return query === undefined ? filled : `${filled}?${query}`
}

/** Bodies that cannot be derived from their schema. */
const bodies: Record<string, Record<string, unknown>> = {
  'forms.preview': { contentType: 'application/json', body: '{"name": "Some text"}' }, // they must match
  'projects.update-tasks': { where: { status: 0 }, set: { status: 2 } }, // neither may be empty
  // exactly one writer is required
  'reverts.create': { by: { originId: 'some-program' }, after: '2026-01-01T00:00:00Z' },
  'tasks.move': { to: 'bottom' }, // exactly one of several places is required
  'fields.create': { key: 'some_key', label: 'Some text', type: 'text' },
  'forms.update': { paused: true },
  'webhooks.create': { url: 'https://example.com/tasks' }, // it must be reachable from the internet
  'webhooks.update': { description: 'Some text' },
  // it must be in the last 30 days, and before the sample's event
  'webhooks.replay': { from: new Date(Date.now() - 60 * 60 * 1000).toISOString() },
  'runs.create': {}, // the sample's rule has a schedule, and so no task
  'calendars.update': { label: 'Some text' },
  'members.update': { role: 'member' },
  'tokens.create': { name: 'Some text', scopes: ['admin'] }, // the caller's token must have the scope
}

/** Values of fields that cannot be derived from their schema. */
const values: Record<string, unknown> = {
  trigger: { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-30T09:00' },
  action: { type: 'create_task', task: { label: 'Some text' } },
}

/** Raw bodies that endpoints accept, of their first content type. */
const rawBodies: Record<string, string> = {
  // without an external id, the task would keep a hash of its project, which differs from account to account
  'projects.import': 'label,lane,external_id\nSome text,Some lane,some-id\n',
  'mcp.call': JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'find_tasks', arguments: {} },
  }),
}

/** Returns a raw body that an endpoint accepts. Most accept any. */
export const rawBodyOf = ({ id }: Pick<Endpoint, 'id'>): string => rawBodies[id] ?? '{"name": "Some text"}'

function valueOf(name: string, schema: FieldSchema, ids: Ids): unknown {
  const id = ids[name]
  if (id !== undefined) return id
  if (name in values) return values[name]
  if (typesOf(schema).includes('string')) return 'Some text'
  if (typesOf(schema).includes('boolean')) return true
  if (typesOf(schema).includes('integer')) return 1
  if (schema.enum) return schema.enum[0]
  throw new Error(
    `test/harness/sample-requests.ts, "bodies" or "values": write a body with ${name}, whose schema is ${JSON.stringify(schema)}`,
  )
}

/**
 * Returns the smallest body that changes something: the required fields, or the first field if none is required. Returns
 * undefined if the endpoint takes no body.
 */
export function sampleBody(endpoint: Endpoint, ids: Ids): Record<string, unknown> | undefined {
  if (!jsonBodyOf(endpoint)) return undefined
  const { properties, required = [] } = bodySchema(endpoint)
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  // any value can be an operation, because each is parsed alone
  if (endpoint.id === 'tasks.bulk')
    return { operations: [{ op: 'create', projectId: ids.projectId, label: 'Some text' }] }
  // an account has each address once
  if (endpoint.id === 'members.create') return { email: `new-${String(ids.email)}`, role: 'viewer' }
  // what a provider sends could not be made up
  if (endpoint.id === 'sessions.create') return { ticket: ids.ticket, accountId: ids.accountId }
  return (
    bodies[endpoint.id] ??
    Object.fromEntries(names.map((name) => [name, valueOf(name, properties[name] ?? {}, ids)]))
  )
}

/** Returns a request to a function that succeeds. The request to the $default route gets a 404. */
export function sampleRequest(id: string, ids: SampleIds): SampleRequest {
  const endpoint = endpoints.find((declared) => declared.id === id)
  if (!endpoint) return { status: id === unmatched ? 404 : 200 }
  const own = idsOf(id, ids)
  const { params: declared, auth } = endpoint
  const names = [...Object.keys(declared.shape), ...(auth.kind === 'key' ? [auth.param] : [])]
  const params = names.map((name) => [name, own[name] ?? ''])
  const sample = {
    ...{ params: Object.fromEntries(params) as Ids, query: queries[id], status: endpoint.success },
    ...(id === 'sessions.delete' && { secret: ids.sessionSecret }),
  }
  if (isRawBody(endpoint.body)) {
    const [contentType = ''] = endpoint.body.contentTypes
    return { ...sample, body: rawBodyOf(endpoint), contentType }
  }
  const body = sampleBody(endpoint, own)
  return { ...sample, ...(body && { body }) }
}
