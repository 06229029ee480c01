import { describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

const noProject = errorBody('project_not_found', 'There is no such project.')
const projectOf = (body: unknown) => (body as { project: Project }).project // the test has checked the status
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) as unknown

describe('POST /projects', () => {
  it('answers 201 with the project, the account’s quota, and Location', async () => {
    const { send } = await newTenant()
    const { status, body, headers } = await send('POST', '/projects', { body: { label: ' Launch ' } })
    expect(status).toBe(201)
    expect(body).toEqual({
      project: {
        id: uuid,
        label: 'Launch',
        task_count: 0,
        task_quota: 10_000,
        workflow_lanes: [],
        created_at: timestamp,
        updated_at: timestamp,
      },
    })
    expect(headers.location).toBe(`/v1/projects/${projectOf(body).id}`)
    expect((await send('GET', `/projects/${projectOf(body).id}`)).body).toEqual(body)
  })
})

describe('GET /projects/{projectId}', () => {
  it('answers 200 with the number of tasks', async () => {
    const { send, createTask, projectId } = await newTenant()
    await createTask()
    const { status, body } = await send('GET', `/projects/${projectId}`)
    expect(status).toBe(200)
    expect(projectOf(body)).toMatchObject({ id: projectId, task_count: 1 })
  })
})

describe('GET /projects', () => {
  it('lists projects in the order of creation, in pages connected by Link', async () => {
    const { send, newProject, projectId } = await newTenant()
    await newTenant()
    const ids = [projectId]
    for (let n = 0; n < 4; n++) ids.push(await newProject())
    const first = await send('GET', '/projects?limit=3')
    expect(first.status).toBe(200)
    const page = first.body as { projects: Project[]; next_cursor: string }
    expect(page.projects.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    expect(first.headers.link).toBe(`</v1/projects?limit=3&cursor=${page.next_cursor}>; rel="next"`)
    const second = await send('GET', `/projects?limit=3&cursor=${page.next_cursor}`)
    expect((second.body as { projects: Project[] }).projects.map(({ id }) => id)).toEqual(ids.slice(3))
    expect(second.body).toMatchObject({ next_cursor: null })
    expect((await send('GET', '/projects?cursor=x')).status).toBe(400)
  })
})

describe('PATCH /projects/{projectId}', () => {
  it('renames the project and changes nothing else', async () => {
    const { send, createTask, projectId } = await newTenant()
    await createTask()
    const before = projectOf((await send('GET', `/projects/${projectId}`)).body)
    const { status, body } = await send('PATCH', `/projects/${projectId}`, { body: { label: 'New' } })
    expect(status).toBe(200)
    expect(projectOf(body)).toEqual({ ...before, label: 'New', updated_at: projectOf(body).updated_at })
  })

  it('changes nothing when the object is empty', async () => {
    const { send, projectId } = await newTenant()
    const before = await send('GET', `/projects/${projectId}`)
    expect((await send('PATCH', `/projects/${projectId}`, { body: {} })).body).toEqual(before.body)
  })

  it.each(['task_quota', 'taskQuota', 'task_count'])(
    'answers 400 to %s, which is not the caller’s to set',
    async (name) => {
      const { send, projectId } = await newTenant()
      expect((await send('PATCH', `/projects/${projectId}`, { body: { [name]: 1 } })).status).toBe(400)
    },
  )

  it('answers 404 for an absent project, with and without a change', async () => {
    const { send } = await newTenant()
    for (const body of [{ label: 'New' }, {}]) {
      const reply = await send('PATCH', `/projects/${crypto.randomUUID()}`, { body })
      expect(reply.status).toBe(404)
      expect(reply.body).toEqual(noProject)
    }
    expect(((await send('GET', '/projects')).body as { projects: unknown[] }).projects).toHaveLength(1)
  })
})

describe('DELETE /projects/{projectId}', () => {
  it('answers 409 while the project has an active task, and 200 when it has none', async () => {
    const { send, createTask, projectId } = await newTenant()
    const { id } = await createTask()
    const refused = await send('DELETE', `/projects/${projectId}`)
    expect(refused.status).toBe(409)
    expect(refused.body).toEqual(
      errorBody('project_not_empty', 'The project still holds tasks (1): delete or move them first.'),
    )
    await send('DELETE', `/tasks/${id}`)
    const done = await send('DELETE', `/projects/${projectId}`)
    expect(done.status).toBe(200)
    expect(done.body).toEqual({ success: true })
    for (const path of ['', '/tasks', '/trash']) {
      const reply = await send('GET', `/projects/${projectId}${path}`)
      expect(reply.status).toBe(404)
      expect(reply.body).toEqual(noProject)
    }
    expect((await send('DELETE', `/projects/${projectId}`)).status).toBe(404)
  })

  it('never loses a task that is created at the same time', async () => {
    const { send, newProject } = await newTenant()
    for (let round = 0; round < 10; round++) {
      const projectId = await newProject()
      const [created, deleted] = await Promise.all([
        send('POST', '/tasks', { body: { projectId, label: 'Late' } }),
        send('DELETE', `/projects/${projectId}`),
      ])
      expect([created.status, deleted.status]).toEqual(deleted.status === 200 ? [404, 200] : [201, 409])
    }
  })
})
