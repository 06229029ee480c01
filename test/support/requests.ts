import { idsOf, pathOf, rawBodyOf, sampleBody, type Ids } from '../harness/sample-requests.ts'
import { fillSample } from '../harness/sample.ts'
import { isRawBody, type Endpoint } from '../../lib/contract/endpoint.ts'
import { endpoints } from '../../functions/index.ts'
import { accountPartition, type Item } from '../../lib/table/item.ts'
import { queryAll } from '../../lib/table/read-items.ts'
import { isMarker } from '../../lib/tasks/page.ts'
import { send, tap, type Sending } from './api.ts'
import type { TestTenant } from './tenant.ts'

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const creates = endpoints.filter(({ method, success }) => method === 'POST' && success === 201)

/**
 * Creates the resource that a path parameter names, with the POST to the path before the parameter. Returns the id in the
 * answer's Location, or undefined if no endpoint creates it, as for a key.
 */
async function made(name: string, path: string, tenant: TestTenant, ids: Ids): Promise<string | undefined> {
  const collection = path.slice(0, path.indexOf(`/{${name}}`))
  const create = creates.find((endpoint) => endpoint.path === collection)
  if (!create) return undefined
  const { status, headers } = await tenant.send('POST', pathOf(create, ids), {
    body: sampleBody(create, ids),
  })
  if (status !== 201) throw new Error(`POST ${collection} answered ${status}`)
  return String(headers.location).split('/').at(-1)
}

/** Returns the existing ids of one tenant that a valid request to this endpoint needs. */
export async function idsFor(endpoint: Endpoint, tenant: TestTenant): Promise<Ids> {
  const ids = idsOf(endpoint.id, await fillSample(tenant, tenant.projectId))
  for (const name of parametersOf(endpoint.path)) {
    const id = ids[name] ?? (await made(name, endpoint.path, tenant, ids))
    if (id !== undefined) ids[name] = id
  }
  tap.reset()
  return ids
}

/** Ids that do not exist. */
export const nobodysIds = (): Ids =>
  Object.fromEntries(
    endpoints
      .flatMap(({ path }) => parametersOf(path))
      .map((name) => [name, name === 'fieldKey' ? 'nobodys' : crypto.randomUUID()]),
  )

/** Whether a request to this endpoint names a resource that could belong to another account. */
export const namesSomething = (endpoint: Endpoint): boolean =>
  endpoint.path.includes('{') ||
  Object.keys(sampleBody(endpoint, nobodysIds()) ?? {}).some((name) => name.endsWith('Id'))

/** Returns the sample body of an endpoint, JSON or raw, with its headers. */
export const goodBody = (endpoint: Endpoint, ids: Ids): Pick<Sending, 'body' | 'headers'> =>
  isRawBody(endpoint.body)
    ? {
        body: Buffer.from(rawBodyOf(endpoint)),
        headers: { 'Content-Type': String(endpoint.body.contentTypes[0]) },
      }
    : { body: sampleBody(endpoint, ids) }

/** An endpoint, how to send requests to it, and the ids for a valid one. */
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

/**
 * Returns every item of a tenant except its tokens, their count and the marker of the feed, which a read of the feed may
 * write, to show that a refused request stored nothing. One query of the table reads them: requests would take several times
 * as long, and show less.
 */
export async function snapshot(tenant: TestTenant): Promise<Item[]> {
  const items = await queryAll(tenant, {
    condition: 'pk = :account',
    values: { ':account': accountPartition(tenant.accountId) },
  })
  return items
    .filter(({ sk }) => !String(sk).startsWith('TOKEN#') && !isMarker({ sk }))
    .map((item) => ({ ...item, token_writes: undefined }))
}
