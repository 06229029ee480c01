import { expect, it } from 'vitest'
import type { Sending } from '../../support/api.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { create, tried, withoutId } from './try.ts'

/** A request that is refused, by the code of its answer. */
type Refused = [
  code: string,
  status: number,
  request: (tenant: TestTenant) => Promise<['POST' | 'PATCH', string, Sending]>,
]

const refused: Refused[] = [
  ['invalid_request', 400, async (tenant) => Promise.resolve([...create(tenant, { label: '' })])],
  ['invalid_request', 400, async (tenant) => Promise.resolve([...create(tenant, { color: 'red' })])],
  ['invalid_token', 401, (tenant) => Promise.resolve([...create(tenant, {}, { token: `${tenant.token}x` })])],
  [
    'insufficient_scope',
    403,
    async (tenant) => [...create(tenant, {}, { token: await tenant.newToken(['read', 'delete']) })],
  ],
  [
    'project_not_found',
    404,
    async (tenant) => [...create(tenant, { projectId: (await newTenant()).projectId })],
  ],
  [
    'lane_not_found',
    404,
    async (tenant) => [
      ...create(tenant, { workflowLaneId: await tenant.newLane(await tenant.newProject()) }),
    ],
  ],
  [
    'external_id_exists',
    409,
    async (tenant) => {
      await tenant.createTask({ externalId: 'taken' })
      return [...create(tenant, { externalId: 'taken' })]
    },
  ],
  [
    'idempotency_key_reused',
    422,
    async (tenant) => {
      const headers = { 'Idempotency-Key': 'k' }
      await tenant.send(...create(tenant, {}, { headers }))
      return [...create(tenant, { label: 'Other' }, { headers })]
    },
  ],
  [
    'quota_exceeded',
    429,
    async (tenant) => {
      const projectId = await tenant.newProject(1)
      await tenant.createTask({ projectId })
      return [...create(tenant, { projectId })]
    },
  ],
  [
    'task_not_found',
    404,
    async () => ['PATCH', `/tasks/${(await (await newTenant()).createTask()).id}`, { body: { status: 1 } }],
  ],
  [
    'task_not_found',
    404,
    async (tenant) => {
      const { id } = await tenant.createTask()
      await tenant.send('DELETE', `/tasks/${id}`)
      return ['PATCH', `/tasks/${id}`, { body: { status: 1 } }]
    },
  ],
  [
    'precondition_failed',
    412,
    async (tenant) => {
      const { id } = await tenant.createTask()
      await tenant.send('PATCH', `/tasks/${id}`, { body: { status: 1 } })
      return ['PATCH', `/tasks/${id}`, { body: { status: 2 }, headers: { 'If-Match': '"1"' } }]
    },
  ],
  [
    'project_not_found',
    404,
    async (tenant) => {
      const projectId = (await newTenant()).projectId
      return ['PATCH', `/tasks/${(await tenant.createTask()).id}`, { body: { projectId } }]
    },
  ],
  [
    'lane_not_found',
    404,
    async (tenant) => {
      const body = {
        projectId: await tenant.newProject(),
        workflowLaneId: await tenant.newLane(),
      }
      return ['PATCH', `/tasks/${(await tenant.createTask()).id}`, { body }]
    },
  ],
  [
    'quota_exceeded',
    429,
    async (tenant) => {
      const projectId = await tenant.newProject(1)
      await tenant.createTask({ projectId })
      return ['PATCH', `/tasks/${(await tenant.createTask()).id}`, { body: { projectId } }]
    },
  ],
]

it.each(refused)('a dry run is refused as the write is: %s, %d', async (code, status, request) => {
  const tenant = await newTenant()
  const [method, path, sending] = await request(tenant)
  const dry = await tried(tenant, method, path, sending)
  expect(dry).toMatchObject({ status, body: { error: { code } } })
  expect(dry.headers).not.toHaveProperty('dry-run')
  expect(withoutId(await tenant.send(method, path, sending))).toEqual(withoutId(dry))
})
