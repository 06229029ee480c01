import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../lib/contract/endpoint.ts'
import { endpoints } from '../functions/index.ts'
import { bodySchema, typesOf, type FieldSchema } from './harness/body-schema.ts'
import { pathOf, sampleBody } from './harness/sample-requests.ts'
import { idsFor } from './support/requests.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'

/** What a request sends and no answer shows under its name, with the reason. Every other field must be read back. */
const commands: Record<string, string> = {
  beforeTaskId: 'says where the task goes: test/functions/tasks/move.test.ts',
  afterTaskId: 'says where the task goes: test/functions/tasks/move.test.ts',
  to: 'says where the task goes: test/functions/tasks/move.test.ts',
  beforeSubtaskId: 'says where the subtask goes: test/functions/subtasks/subtasks.test.ts',
  afterSubtaskId: 'says where the subtask goes: test/functions/subtasks/subtasks.test.ts',
  beforeLaneId: 'says where the lane goes: test/functions/lanes/lanes.test.ts',
  afterLaneId: 'says where the lane goes: test/functions/lanes/lanes.test.ts',
  beforeKey: 'says where the field goes: test/functions/fields/fields.test.ts',
  afterKey: 'says where the field goes: test/functions/fields/fields.test.ts',
}

interface Schema extends FieldSchema {
  format?: string
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

type Shown = Record<string, unknown>

/** How a resource is read: the one of that id, as an answer shows it, or undefined. */
const readers: Record<string, (tenant: TestTenant, id: string, taskId: string) => Promise<unknown>> = {
  tasks: async (tenant, id) => (await read(tenant, `/tasks/${id}`)).task,
  projects: async (tenant, id) => (await read(tenant, `/projects/${id}`)).project,
  subtasks: async (tenant, id, taskId) =>
    find(((await read(tenant, `/tasks/${taskId}`)).task as Shown).subtasks, id),
  comments: async (tenant, id, taskId) =>
    find((await read(tenant, `/tasks/${taskId}/comments`)).comments, id),
  lanes: async (tenant, id) =>
    find(((await read(tenant, `/projects/${tenant.projectId}`)).project as Shown).workflow_lanes, id),
  forms: async (tenant, id) => (await read(tenant, `/forms/${id}`)).form,
  webhooks: async (tenant, id) => (await read(tenant, `/webhooks/${id}`)).webhook,
  rules: async (tenant, id) => (await read(tenant, `/rules/${id}`)).rule,
  fields: async (tenant, key) =>
    ((await read(tenant, '/fields')).fields as Shown[]).find((field) => field.key === key),
  members: async (tenant, id) => find((await read(tenant, '/members')).members, id),
  calendars: async (tenant, id) => find((await read(tenant, '/calendars')).calendars, id),
  tokens: async (tenant, id) => find((await read(tenant, '/tokens')).tokens, id),
}

// each answer was held against the contract on its way
const read = async (tenant: TestTenant, path: string) => (await tenant.send('GET', path)).body as Shown
const find = (list: unknown, wanted: string) => (list as Shown[]).find(({ id }) => id === wanted)

/** The name that answers have for a field of a request. */
const shownName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Values of fields whose schema asks for more than a type. */
const samples: Record<string, unknown> = {
  redirectUrl: 'https://example.com/thanks',
  timeZone: 'Europe/Berlin',
  allowedOrigins: ['https://example.com'],
  url: 'https://example.com/other',
  key: 'sample_key',
  id: '6e2a9c1d-4b57-4f08-9d3e-5c8b7a1f2e40',
  position: '0|i00000:1',
  email: 'Grace@example.com',
  commentOn: 'ext:{{ticket}}',
  fields: {}, // what a mapping has of them: test/functions/fields/forms.test.ts
  trigger: {
    ...{ type: 'schedule', rrule: 'FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=BACKWARD' },
    ...{ start: '2026-11-30T09:00', timeZone: 'Europe/Berlin', catchUp: 'none' },
  },
  action: { type: 'create_task', task: { label: 'Sample of {{week}}' }, ifOpen: 'skip' },
  excludeOriginIds: ['crm-sync'],
  excludeTokenIds: ['01a1fc5e-0b12-7a3c-b1de-7c2f9e8d4a60'],
}

/** A value that a field takes, other than its default and than what `idsFor` has made. */
function sampleOf(name: string, schema: Schema, ids: Record<string, string>): unknown {
  if (name in samples) return samples[name]
  const { anyOf, items, properties } = schema
  if (anyOf) return sampleOf(name, anyOf[0] ?? {}, ids)
  if (items) return [sampleOf(name, items, ids)]
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([field, own]) => [field, sampleOf(field, own, ids)]),
    )
  if (schema.enum) return schema.enum.at(-1)
  if (ids[name] !== undefined) return ids[name]
  if (schema.format === 'date-time') return '2098-07-06T05:04:03.000Z'
  if (typesOf(schema).includes('boolean')) return true
  if (typesOf(schema).includes('number') || typesOf(schema).includes('integer')) return 7
  if (typesOf(schema).includes('string')) return `Sample of ${name} 💡`
  throw new Error(
    `"samples" of this file: write a value for ${name}, whose schema is ${JSON.stringify(schema)}`,
  )
}

/** A value of a request as answers show it: its fields under their names there. */
function asShown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asShown)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, own]) => [shownName(name), asShown(own)] as const)
  // the service adds an id to what it keeps of a list
  return expect.objectContaining(Object.fromEntries(fields))
}

/** Sends one field with what the endpoint needs beside it, and reads what it has written; null comes after a value. */
async function roundTrip(endpoint: Endpoint, field: string, schema: Schema, isEmptied = false) {
  const tenant = await newTenant()
  const ids = await idsFor(endpoint, tenant)
  const isMove = endpoint.id === 'tasks.update' && field === 'projectId'
  const projectId = isMove ? await tenant.newProject() : tenant.projectId
  const value = sampleOf(field, schema, {
    workflowLaneId: ids.laneId ?? '',
    projectId,
    projectIds: projectId,
    ...(ids.field !== undefined && { field: ids.field }),
  })
  const send = async (sent: unknown) => {
    const body = { ...sampleBody(endpoint, ids), [field]: sent }
    const reply = await tenant.send(endpoint.method, pathOf(endpoint, ids), { body })
    expect(reply).toMatchObject({ status: endpoint.success })
    return reply
  }
  const first = await send(value)
  const { headers } = isEmptied ? await send(null) : first
  const [resource = ''] = endpoint.id.split('.')
  const reader = readers[resource]
  if (!reader) throw new Error(`"readers" of this file: write how ${resource} are read, by their id`)
  const [parameter = ''] = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).slice(-1)
  const id = endpoint.success === 201 ? String(headers.location).split('/').at(-1) : ids[parameter]
  return { value, shown: await reader(tenant, id ?? '', ids.id ?? '') }
}

const fieldsOf = (endpoint: Endpoint): [name: string, schema: Schema][] =>
  Object.entries(bodySchema(endpoint).properties)

const withBody = endpoints.filter(({ body }) => body)
/** Fields that an answer shows in another way, or not at all, with the test that shows what becomes of them. */
const elsewhere: Record<string, string> = {
  signature: 'its secret is never shown: test/functions/forms/receive.test.ts',
  oldValidHours:
    'says how long an old URL or secret stays valid: test/functions/forms/forms.test.ts, test/functions/webhooks/rotate-secret.test.ts, test/functions/calendars/calendars.test.ts',
  contentType: 'a sample is not stored: test/functions/forms/forms.test.ts',
  body: 'a sample is not stored: test/functions/forms/forms.test.ts',
  headers: 'their values are never shown: test/functions/webhooks/webhooks.test.ts',
  from: 'says what is sent again: test/functions/webhooks/replay.test.ts',
  cursor:
    'says where it goes on: test/functions/webhooks/replay.test.ts, test/functions/projects/update-tasks.test.ts',
  onlyFailed: 'says what is sent again: test/functions/webhooks/replay.test.ts',
  where: 'says which tasks are meant: test/functions/projects/update-tasks.test.ts',
  set: 'says what they become: test/functions/projects/update-tasks.test.ts',
  limit: 'says how far it goes: test/functions/projects/update-tasks.test.ts',
  version: 'says to which version a task goes back: test/functions/history/revert.test.ts',
  ...Object.fromEntries(
    ['by', 'after', 'before', 'projectId'].map((field) => [
      `reverts.create ${field}`,
      'says which writes are taken back: test/functions/history/reverts.test.ts',
    ]),
  ),
  operations: 'what each writes is compared with its single endpoint: test/functions/tasks/bulk.test.ts',
  fields: 'takes values of fields that are defined: test/functions/fields/values.test.ts',
  options: 'is for some types only: test/functions/fields/fields.test.ts',
  ...Object.fromEntries(
    ['code', 'iss', 'codeVerifier', 'nonce', 'redirectUri', 'ticket', 'accountId'].map((field) => [
      `sessions.create ${field}`,
      'says who signs in: test/functions/sign-in/sign-in.test.ts',
    ]),
  ),
  'runs.create taskId': 'says which task the rule runs for: test/functions/rules/allowed.test.ts',
  'forms.preview mapping': 'a sample is not stored: test/functions/forms/forms.test.ts',
}

const sent = withBody.flatMap((endpoint) =>
  fieldsOf(endpoint)
    .filter(
      ([field]) => !(field in commands) && !(field in elsewhere) && !(`${endpoint.id} ${field}` in elsewhere),
    )
    .map(([field, schema]) => [endpoint.id, field, endpoint, schema] as const),
)
/** A create that cannot be sent twice: an account has each address once. The change shows that null is read back. */
const emptied = sent.filter(([id, , , schema]) => typesOf(schema).includes('null') && id !== 'members.create')

describe('a field of a request', () => {
  it.each(sent)('of %s is read back as it was sent: %s', async (_, field, endpoint, schema) => {
    const { value, shown } = await roundTrip(endpoint, field, schema)
    expect(shown).toHaveProperty(shownName(field), asShown(value))
  })

  it.each(emptied)('of %s that is null is read back as null: %s', async (_, field, endpoint, schema) => {
    const { shown } = await roundTrip(endpoint, field, schema, true)
    expect(shown).toHaveProperty(shownName(field), null)
  })

  it('is data or a command: none that is called one is gone', () => {
    const known = new Set(withBody.flatMap((endpoint) => fieldsOf(endpoint).map(([field]) => field)))
    expect(Object.keys(commands).filter((field) => !known.has(field))).toEqual([])
  })
})
