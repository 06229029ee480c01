import { describe, expect, it } from 'vitest'
import { createProject, findProject, listProjects, updateProject } from '../../../lib/store/project.ts'
import { newTenant } from '../../support/tenant.ts'

describe('projects', () => {
  it('list in the order of their creation, those of one account only', async () => {
    const tenant = await newTenant()
    await newTenant()
    const created = [await findProject(tenant, tenant.projectId)]
    for (const label of ['A', 'B', 'C']) created.push(await createProject(tenant, { label, task_quota: 5 }))
    expect(await listProjects(tenant)).toEqual(created)
  })

  it('change in what is given; the tasks that they hold stay counted', async () => {
    const tenant = await newTenant()
    await tenant.createTask()
    const before = await findProject(tenant, tenant.projectId)
    const after = await updateProject(tenant, tenant.projectId, { task_quota: 1 })
    expect(after).toEqual({ ...before, task_quota: 1, task_count: 1, updated_at: after?.updated_at })
    const { status } = await tenant.send('POST', '/tasks', {
      body: { projectId: tenant.projectId, label: 'New' },
    })
    expect(status).toBe(429)
  })

  it('that are absent are not made by a change', async () => {
    const tenant = await newTenant()
    expect(await updateProject(tenant, crypto.randomUUID(), { label: 'New' })).toBeUndefined()
    expect(await listProjects(tenant)).toHaveLength(1)
  })
})
