import * as z from 'zod/mini'
import type { Endpoint } from '../../lib/contract/endpoint.ts'
import type { TestTenant } from './tenant.ts'

/** Ids for the parameters and fields of a request, by name: `id` is a task's. */
export type Ids = Record<string, string>

export interface FieldSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
}

interface BodySchema {
  properties: Record<string, FieldSchema>
  required?: string[]
}

/** The JSON types that a field may have. */
export const typesOf = ({ type = [] }: FieldSchema): string[] => [type].flat()

/** The body that an endpoint takes, as JSON Schema. */
export const bodySchema = ({ body }: Endpoint): BodySchema =>
  // a body is declared as an object, whose JSON Schema has properties
  z.toJSONSchema(body ?? z.object({}), { io: 'input', unrepresentable: 'any' }) as unknown as BodySchema

/** Ids that exist, all of one tenant: what any endpoint's request needs to be a good one. */
export async function idsOf(tenant: TestTenant): Promise<Ids> {
  const task = await tenant.createTask()
  return { id: task.id, projectId: tenant.projectId }
}

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

/** The smallest body that an endpoint takes; undefined when it takes none. */
export function smallestBody(endpoint: Endpoint, ids: Ids): Record<string, unknown> | undefined {
  if (!endpoint.body) return undefined
  const { properties, required = [] } = bodySchema(endpoint)
  return Object.fromEntries(required.map((name) => [name, valueOf(name, properties[name] ?? {}, ids)]))
}

/** Everything that a tenant holds, for showing that a refused request stored nothing. */
export async function snapshot(tenant: TestTenant): Promise<unknown> {
  const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
  return { tasks: body, taskCount: await tenant.taskCount() }
}
