import { describe, expect, it } from 'vitest'
import type { Project, Task } from '../../client/src/index.ts'
import { putTasks } from '../support/put-tasks.ts'
import { newTenant } from '../support/tenant.ts'
import { clientFor, collect, errorAnswer, fated, fatefulFetch } from './support.ts'

type Line = ({ type: 'project' } & Project) | ({ type: 'task'; lane: string | null } & Task)

const linesOf = (parts: string[]) =>
  parts
    .join('')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

describe('projects.export', () => {
  it('yields all pages, one after another', async () => {
    const tenant = await newTenant()
    const ids = await putTasks(tenant, 1_001)
    const { projects } = clientFor(tenant.token)
    const parts = await collect(projects.export(tenant.projectId))
    expect(parts).toHaveLength(2)
    expect(linesOf(parts).map((line) => line.id)).toEqual(ids)
    const csv = await collect(projects.export(tenant.projectId, { format: 'csv' }))
    expect(csv.join('').match(/\r\n/g)).toHaveLength(1_002)
    expect(csv[0]).toMatch(/^\uFEFFid,label,/)
  })

  it('has the trash when asked, and is nothing for an empty project', async () => {
    const { token, projectId, createTask, send } = await newTenant()
    const { projects } = clientFor(token)
    expect(await collect(projects.export(projectId))).toEqual([])
    const { id } = await createTask()
    await send('DELETE', `/tasks/${id}`)
    expect(await collect(projects.export(projectId))).toEqual([])
    expect(linesOf(await collect(projects.export(projectId, { trash: true })))).toMatchObject([{ id }])
  })

  it('has the comments when asked', async () => {
    const { token, projectId, createTask } = await newTenant()
    const { id } = await createTask()
    const client = clientFor(token)
    const { comment } = await client.comments.create(id, { text: 'One' })
    expect(linesOf(await collect(client.projects.export(projectId, { comments: true })))).toMatchObject([
      { id },
      { comment },
    ])
  })

  it('tries a page again, and throws what the service refuses', async () => {
    const { token, projectId, createTask } = await newTenant()
    await createTask()
    const { fetch } = fatefulFetch(errorAnswer(503, 'service_unavailable'), 'lost')
    expect(await collect(clientFor(token, fetch).projects.export(projectId))).toHaveLength(1)
    const absent = clientFor(token).projects.export(crypto.randomUUID())
    await expect(collect(absent)).rejects.toMatchObject({ code: 'project_not_found', status: 404 })
  })

  it('takes no page that something else has answered', async () => {
    const { client } = fated(new Response('<p>Welcome</p>', { headers: { 'Content-Type': 'text/html' } }))
    await expect(collect(client.projects.export(crypto.randomUUID()))).rejects.toMatchObject({
      code: 'unexpected_answer',
    })
  })
})

describe('exportAll', () => {
  it('yields every project with its lanes, then its tasks, between a first and a last line', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane()
    const odd = 'a\u2028{"b"}'
    const first = await tenant.createTask({ label: odd, workflowLaneId: lane })
    const other = await tenant.newProject()
    const second = await tenant.createTask({ projectId: other })
    await tenant.send('DELETE', `/tasks/${second.id}`)
    const { body } = await tenant.send('GET', '/projects')
    const { projects } = body as { projects: Project[] }
    const client = clientFor(tenant.token)
    const start = { type: 'tasks-api-export', version: 2, exported_at: expect.any(String) as unknown }
    expect(linesOf(await collect(client.exportAll()))).toEqual([
      { ...start, trash: false },
      { type: 'project', ...projects[0] },
      { type: 'task', ...first, lane: 'Lane' },
      { type: 'project', ...projects[1] },
      { type: 'end', projects: 2, tasks: 1, comments: 0 },
    ])
    expect(linesOf(await collect(client.exportAll({ trash: true })))).toMatchObject([
      { ...start, trash: true },
      ...[{ type: 'project' }, { id: first.id }, { type: 'project' }],
      { type: 'task', id: second.id, deleted_at: expect.any(String) as unknown },
      { type: 'end', projects: 2, tasks: 2, comments: 0 },
    ])
  })
})
