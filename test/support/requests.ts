import { idsOf, sampleBody, type Ids } from '../../infra/proof/sample-requests.ts'
import { fillSample } from '../../infra/proof/sample.ts'
import type { Endpoint } from '../../lib/contract/endpoint.ts'
import { endpoints } from '../../lib/contract/index.ts'
import { tap } from './api.ts'
import type { TestTenant } from './tenant.ts'

/** Ids that exist, all of one tenant: what a good request to this endpoint needs. */
export async function idsFor(endpoint: Endpoint, tenant: TestTenant): Promise<Ids> {
  const ids = await fillSample(tenant, tenant.projectId)
  tap.reset()
  return idsOf(endpoint.id, ids)
}

/** Ids that name nothing. */
export const nobodysIds = (): Ids =>
  Object.fromEntries(
    endpoints.flatMap(({ params }) => Object.keys(params.shape)).map((name) => [name, crypto.randomUUID()]),
  )

/** Whether a request to this endpoint names something that may be another account's. */
export const namesSomething = (endpoint: Endpoint): boolean =>
  endpoint.path.includes('{') ||
  Object.keys(sampleBody(endpoint, nobodysIds()) ?? {}).some((name) => name.endsWith('Id'))

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
