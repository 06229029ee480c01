import { expect, it } from 'vitest'
import { projectKey } from '../../../lib/projects/project-item.ts'
import { get } from '../../../lib/table/read-items.ts'
import { put } from '../../../lib/table/write-items.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

/** Reached on AWS alone, where nothing refuses a table of release 0.1.0 before the first request. */
it('a project in the format of release 0.1.0 is absent, and no request changes it', async () => {
  const tenant = await newTenant()
  const { send } = tenant
  const projectId = crypto.randomUUID()
  const lane = crypto.randomUUID()
  const now = new Date().toISOString()
  const item = {
    ...projectKey(tenant, projectId),
    ...{ id: projectId, label: 'Old', task_count: 0, task_quota: 10_000, lane_order: [lane] },
    ...{ lanes: { [lane]: { label: 'Lane', task_count: 0 } }, created_at: now, updated_at: now },
  }
  await put(tenant, { Item: item })
  const { id } = await tenant.createTask()
  const path = `/projects/${projectId}`
  const requests: [method: string, path: string, body?: object][] = [
    ['GET', path],
    ['PATCH', path, { label: 'New' }],
    ['DELETE', path],
    ['POST', `${path}/lanes`, { label: 'New' }],
    ['PATCH', `${path}/lanes/${lane}`, { label: 'New' }],
    ['DELETE', `${path}/lanes/${lane}`],
    ['POST', '/tasks', { projectId, label: 'New' }],
    ['POST', '/tasks?dryRun=true', { projectId, label: 'New', workflowLaneId: lane }],
    ['PATCH', `/tasks/${id}`, { projectId }],
  ]
  for (const [method, where, body] of requests) {
    const reply = await send(method, where, { ...(body && { body }) })
    expect([method, where, reply.status, reply.body]).toEqual([
      ...[method, where, 404],
      errorBody('project_not_found', 'There is no such project.'),
    ])
  }
  const { projects } = (await send('GET', '/projects')).body as { projects: { id: string }[] }
  expect(projects.map((project) => project.id)).toEqual([tenant.projectId])
  expect(await get(tenant, projectKey(tenant, projectId))).toEqual(item)
})
