import * as z from 'zod/mini'
import { isRawBody, type Endpoint, type Fields } from '../../lib/contract/endpoint.ts'
import { endpoints } from '../../lib/contract/index.ts'
import { send, tap, type Sending } from './api.ts'
import type { TestTenant } from './tenant.ts'

/** Ids for the parameters and fields of a request, by name: `id` is a task's. */
export type Ids = Record<string, string>

export interface FieldSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: FieldSchema[]
}

interface BodySchema {
  properties: Record<string, FieldSchema>
  required?: string[]
}

/** The JSON types that a field may have. */
export const typesOf = ({ type = [], anyOf = [] }: FieldSchema): string[] =>
  [type, ...anyOf.map(typesOf)].flat()

/** The schema of an endpoint's JSON body; undefined when it takes none, or a raw one. */
export const jsonBodyOf = ({ body }: Endpoint): Fields | undefined => (isRawBody(body) ? undefined : body)

/** The JSON body that an endpoint takes, as JSON Schema. */
export const bodySchema = (endpoint: Endpoint): BodySchema =>
  // a body is declared as an object, whose JSON Schema has properties
  z.toJSONSchema(jsonBodyOf(endpoint) ?? z.object({}), {
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as BodySchema

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const creates = endpoints.filter(({ method, success }) => method === 'POST' && success === 201)

/**
 * Makes what a parameter of a path names: a create at the path before it answers with the id, last in its Location.
 * Undefined where nothing creates it: a key, for one.
 */
async function made(name: string, path: string, tenant: TestTenant, ids: Ids): Promise<string | undefined> {
  const collection = path.slice(0, path.indexOf(`/{${name}}`))
  const create = creates.find((endpoint) => endpoint.path === collection)
  if (!create) return undefined
  const body = smallestBody(create, ids)
  const { status, headers } = await tenant.send('POST', pathOf(create, ids), { body })
  if (status !== 201) throw new Error(`POST ${collection} answered ${status}`)
  return String(headers.location).split('/').at(-1)
}

/** Ids that exist, all of one tenant: what a good request to this endpoint needs. */
export async function idsFor(endpoint: Endpoint, tenant: TestTenant): Promise<Ids> {
  const ids: Ids = { projectId: tenant.projectId, id: (await tenant.createTask()).id }
  for (const { path } of [...endpoints, endpoint]) {
    for (const name of parametersOf(path)) {
      const id = ids[name] ?? (await made(name, path, tenant, ids))
      if (id !== undefined) ids[name] = id
    }
  }
  if (endpoint.id === 'projects.delete') ids.projectId = await tenant.newProject()
  tap.reset()
  return ids
}

/** Ids that name nothing. */
export const nobodysIds = (): Ids =>
  Object.fromEntries(
    endpoints.flatMap(({ path }) => parametersOf(path)).map((name) => [name, crypto.randomUUID()]),
  )

/** Whether a request to this endpoint names something that may be another account's. */
export const namesSomething = (endpoint: Endpoint): boolean =>
  endpoint.path.includes('{') ||
  Object.keys(smallestBody(endpoint, nobodysIds()) ?? {}).some((name) => name.endsWith('Id'))

/** The path of an endpoint with these ids in it. */
export const pathOf = ({ path }: Endpoint, ids: Ids): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`${path}: test/support/requests.ts cannot make ${name}`)
    return id
  })

function valueOf(name: string, schema: FieldSchema, ids: Ids): unknown {
  const id = ids[name]
  if (id !== undefined) return id
  if (typesOf(schema).includes('string')) return 'Some text'
  if (typesOf(schema).includes('boolean')) return true
  if (schema.enum) return schema.enum[0]
  throw new Error(`No value for the field ${name}: ${JSON.stringify(schema)}`)
}

/** Bodies of which no schema tells what they need. */
const bodies: Record<string, Record<string, unknown>> = {
  'tasks.move': { to: 'top' },
  'tokens.create': { name: 'New', scopes: ['admin'] },
}

/** The smallest body that an endpoint takes; undefined when it takes none. */
export function smallestBody(endpoint: Endpoint, ids: Ids): Record<string, unknown> | undefined {
  if (!jsonBodyOf(endpoint)) return undefined
  const { properties, required = [] } = bodySchema(endpoint)
  const known = bodies[endpoint.id]
  return (
    known ?? Object.fromEntries(required.map((name) => [name, valueOf(name, properties[name] ?? {}, ids)]))
  )
}

/** The smallest body that an endpoint takes, of either kind, and the headers that say so. */
export const goodBody = (endpoint: Endpoint, ids: Ids): Pick<Sending, 'body' | 'headers'> =>
  isRawBody(endpoint.body)
    ? { body: Buffer.from('{}'), headers: { 'Content-Type': String(endpoint.body.contentTypes[0]) } }
    : { body: smallestBody(endpoint, ids) }

/** An endpoint where it is served, with the ids for a good request to it. */
export interface Served {
  endpoint: Endpoint
  name: string
  send: typeof send
  idsFor: (tenant: TestTenant) => Promise<Ids>
}

/** Every endpoint of the contract. */
export const served: readonly Served[] = endpoints.map((endpoint) => ({
  endpoint,
  name: `${endpoint.method} ${endpoint.path}`,
  send,
  idsFor: (tenant) => idsFor(endpoint, tenant),
}))

/** Everything that a tenant holds but its tokens, for showing that a refused request stored nothing. */
export async function snapshot(tenant: TestTenant): Promise<unknown> {
  const read = async (path: string) => (await tenant.send('GET', path)).body
  const { changes } = (await read('/changes')) as { changes: unknown[] } // an answer that was checked on its way
  return {
    changes,
    projects: await read('/projects'),
    tasks: await read(`/projects/${tenant.projectId}/tasks`),
  }
}
