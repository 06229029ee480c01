import * as z from 'zod/mini'
import type { Endpoint } from '../../lib/contract/endpoint.ts'
import { tap } from './api.ts'
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

/** The body that an endpoint takes, as JSON Schema. */
export const bodySchema = ({ body }: Endpoint): BodySchema =>
  // a body is declared as an object, whose JSON Schema has properties
  z.toJSONSchema(body ?? z.object({}), { io: 'input', unrepresentable: 'any' }) as unknown as BodySchema

/** The id of what a create has just made: the last part of its Location. */
async function made(tenant: TestTenant, path: string, body: object): Promise<string> {
  const { status, headers } = await tenant.send('POST', path, { body })
  if (status !== 201) throw new Error(`POST ${path} answered ${status}`)
  return String(headers.location).split('/').at(-1) ?? ''
}

/** Ids that exist, all of one tenant: what a good request to this endpoint needs. */
export async function idsFor(endpoint: Endpoint, tenant: TestTenant): Promise<Ids> {
  const { projectId } = tenant
  const { id } = await tenant.createTask()
  const ids = {
    id,
    projectId: endpoint.id === 'projects.delete' ? await tenant.newProject() : projectId,
    laneId: await made(tenant, `/projects/${projectId}/lanes`, { label: 'Lane' }),
    subtaskId: await made(tenant, `/tasks/${id}/subtasks`, { label: 'Subtask' }),
    tokenId: await made(tenant, '/tokens', { name: 'Other', scopes: ['read'] }),
  }
  tap.reset()
  return ids
}

/** Ids that name nothing. */
export const nobodysIds = (): Ids =>
  Object.fromEntries(
    ['id', 'projectId', 'laneId', 'subtaskId', 'tokenId'].map((name) => [name, crypto.randomUUID()]),
  )

/** Whether a request to this endpoint names something that may be another account's. */
export const namesSomething = (endpoint: Endpoint): boolean =>
  endpoint.path.includes('{') ||
  Object.keys(smallestBody(endpoint, nobodysIds()) ?? {}).some((name) => name.endsWith('Id'))

/** The path of an endpoint with these ids in it. */
export const pathOf = ({ path }: Endpoint, ids: Ids): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (id === undefined) throw new Error(`No id for the parameter ${name} of ${path}`)
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
  if (!endpoint.body) return undefined
  const { properties, required = [] } = bodySchema(endpoint)
  const known = bodies[endpoint.id]
  return (
    known ?? Object.fromEntries(required.map((name) => [name, valueOf(name, properties[name] ?? {}, ids)]))
  )
}

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
