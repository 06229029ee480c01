import { describe, expect, it } from 'vitest'
import type { Project } from '../../../lib/projects/project.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { connect } from '../../support/agent.ts'
import { imported } from '../projects/import-support.ts'
import { newForm, tasksOf } from '../forms/support.ts'

const projectOf = (body: unknown) => (body as { project: Project }).project // as declared
const taskOf = (body: unknown) => (body as { task: Task }).task // as declared

/** A tenant with a lane that gives the status 2. Nothing has entered it yet. */
async function withLane() {
  const tenant = await newTenant()
  return { tenant, laneId: await tenant.newLane(tenant.projectId, 'Done', 2), projectId: tenant.projectId }
}

const get = async ({ send }: TestTenant, id: string) => taskOf((await send('GET', `/tasks/${id}`)).body)

const statusesOf = async ({ send, projectId }: TestTenant) =>
  projectOf((await send('GET', `/projects/${projectId}`)).body).workflow_lanes.map(
    ({ task_status }) => task_status,
  )

describe('the status of a lane', () => {
  it('is null unless a create or a change names it', async () => {
    const tenant = await newTenant()
    const none = await tenant.newLane()
    const open = await tenant.newLane(tenant.projectId, 'Done', 0)
    expect(await statusesOf(tenant)).toEqual([null, 0])
    const path = `/projects/${tenant.projectId}/lanes`
    const changed = await tenant.send('PATCH', `${path}/${none}`, { body: { taskStatus: 1, label: 'Doing' } })
    expect(projectOf(changed.body).workflow_lanes).toEqual([
      { id: none, label: 'Doing', task_count: 0, task_status: 1 },
      { id: open, label: 'Done', task_count: 0, task_status: 0 },
    ])
    await tenant.send('PATCH', `${path}/${open}`, { body: { taskStatus: null } })
    expect(await statusesOf(tenant)).toEqual([1, null])
    await tenant.send('PATCH', `${path}/${open}`, { body: { beforeLaneId: none } })
    expect(await statusesOf(tenant)).toEqual([null, 1])
  })

  it('is 0, 1, 2 or null', async () => {
    const tenant = await newTenant()
    const body = { label: 'Done', taskStatus: 3 }
    const reply = await tenant.send('POST', `/projects/${tenant.projectId}/lanes`, { body })
    const details = [{ path: 'taskStatus', message: 'must be one of 0, 1, 2 or null' }]
    expect(reply).toMatchObject({ status: 400, body: { error: { details } } })
  })

  it('survives changes of lanes at the same time', async () => {
    const tenant = await newTenant()
    const ids = [await tenant.newLane(), await tenant.newLane(), await tenant.newLane()]
    const path = `/projects/${tenant.projectId}/lanes`
    await Promise.all([
      ...ids.map((id, index) => tenant.send('PATCH', `${path}/${id}`, { body: { taskStatus: index } })),
      tenant.send('POST', path, { body: { label: 'New', taskStatus: 2 } }),
    ])
    expect(await statusesOf(tenant)).toEqual([0, 1, 2, 2])
  })
})

/** Ways for a task to enter the lane. Each returns its id. */
const doors: Record<string, (ground: Awaited<ReturnType<typeof withLane>>) => Promise<string | undefined>> = {
  'a create': async ({ tenant, laneId, projectId }) =>
    taskOf(
      (await tenant.send('POST', '/tasks', { body: { projectId, label: 'A', workflowLaneId: laneId } })).body,
    ).id,
  'a bulk create': async ({ tenant, laneId, projectId }) => {
    const operations = [
      { op: 'create', projectId, label: 'No lane' },
      { op: 'create', projectId, label: 'A', workflowLaneId: laneId },
    ]
    const { body } = await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    return (body as { results: { task: Task }[] }).results[1]?.task.id // as declared
  },
  'a change': async ({ tenant, laneId }) => {
    const { id } = await tenant.createTask()
    await tenant.send('PATCH', `/tasks/${id}`, { body: { workflowLaneId: laneId } })
    return id
  },
  'a change of the project': async ({ tenant, laneId, projectId }) => {
    const { id } = await tenant.createTask({ projectId: await tenant.newProject() })
    await tenant.send('PATCH', `/tasks/${id}`, { body: { projectId, workflowLaneId: laneId } })
    return id
  },
  'a bulk update': async ({ tenant, laneId }) => {
    const { id } = await tenant.createTask()
    const operations = [{ op: 'update', id, workflowLaneId: laneId }]
    await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    return id
  },
  'a move to an end': async ({ tenant, laneId }) => {
    const { id } = await tenant.createTask()
    await tenant.send('POST', `/tasks/${id}/move`, { body: { to: 'top', workflowLaneId: laneId } })
    return id
  },
  'a move beside a task': async ({ tenant, laneId }) => {
    const { id } = await tenant.createTask()
    const afterTaskId = (await tenant.createTask()).id
    await tenant.send('POST', `/tasks/${id}/move`, { body: { afterTaskId, workflowLaneId: laneId } })
    return id
  },
  'a conditional change': async ({ tenant, laneId, projectId }) => {
    const { id } = await tenant.createTask({ label: 'Found' })
    const body = { where: { q: 'found' }, set: { workflowLaneId: laneId } }
    await tenant.send('PATCH', `/projects/${projectId}/tasks`, { body })
    return id
  },
  'a restore': async ({ tenant, laneId, projectId }) => {
    const { id } = await tenant.createTask({ workflowLaneId: laneId, status: 1 })
    await tenant.send('DELETE', `/tasks/${id}`)
    await tenant.send('POST', `/tasks/${id}/restore`)
    expect(await tenant.taskCount(projectId)).toBe(1)
    return id
  },
  'a form': async ({ tenant, laneId }) => {
    const form = await newForm(tenant, { mapping: { label: '{{name}}', workflowLaneId: laneId } })
    const body = { contentType: 'application/json', body: '{"name": "Ada"}' }
    const { body: preview } = await tenant.send('POST', `/forms/${form.id}/preview`, { body })
    expect(preview).toMatchObject({ task: { status: 2 } })
    await form.submit({ name: 'Ada' })
    return (await tasksOf(tenant))[0]?.id
  },
  'an import as CSV': async ({ tenant }) => {
    expect(await imported(tenant, 'csv', 'label,lane,status\nA,Done,\n')).toMatchObject({ created: 1 })
    return (await tasksOf(tenant))[0]?.id
  },
  'an import as JSON': async ({ tenant }) => {
    expect(await imported(tenant, 'json', '[{"label": "A", "lane": "done"}]')).toMatchObject({ created: 1 })
    return (await tasksOf(tenant))[0]?.id
  },
  'an import from Trello': async ({ tenant }) => {
    const board = {
      lists: [{ id: 'l', name: 'Done' }],
      cards: [{ id: 'c', idList: 'l', name: 'A', dueComplete: false }],
    }
    expect(await imported(tenant, 'trello', JSON.stringify(board))).toMatchObject({ created: 1 })
    return (await tasksOf(tenant))[0]?.id
  },
  'an agent': async ({ tenant, laneId }) => {
    const { id } = await tenant.createTask()
    const agent = await connect(tenant.token)
    await agent.call('move_tasks', { moves: [{ id, to: 'top', workflowLaneId: laneId }] })
    return id
  },
}

describe('a task that enters a lane with a status', () => {
  it.each(Object.entries(doors))('by %s gets it', async (_, enter) => {
    const ground = await withLane()
    const id = await enter(ground)
    expect(await get(ground.tenant, String(id))).toMatchObject({ status: 2, workflow_lane_id: ground.laneId })
  })

  it('gets it once the lane has it, and keeps it when the lane gets another one', async () => {
    const { tenant, laneId, projectId } = await withLane()
    const first = await tenant.createTask({ workflowLaneId: laneId })
    await tenant.send('PATCH', `/projects/${projectId}/lanes/${laneId}`, { body: { taskStatus: 1 } })
    const second = await tenant.createTask({ workflowLaneId: laneId })
    await tenant.send('PATCH', `/projects/${projectId}/lanes/${laneId}`, { body: { taskStatus: null } })
    const third = await tenant.createTask({ workflowLaneId: laneId })
    expect([first, second, third].map(({ status }) => status)).toEqual([2, 1, 0])
    expect((await get(tenant, first.id)).status).toBe(2)
  })

  it('keeps the status that its request names', async () => {
    const { tenant, laneId } = await withLane()
    expect((await tenant.createTask({ workflowLaneId: laneId, status: 0 })).status).toBe(0)
    const { id } = await tenant.createTask()
    const body = { workflowLaneId: laneId, status: 1 }
    expect(taskOf((await tenant.send('PATCH', `/tasks/${id}`, { body })).body).status).toBe(1)
  })

  it('keeps its own when it only moves within the lane, leaves it, or loses it', async () => {
    const { tenant, laneId, projectId } = await withLane()
    const { id } = await tenant.createTask({ workflowLaneId: laneId, status: 1 })
    const moved = await tenant.send('POST', `/tasks/${id}/move`, {
      body: { to: 'top', workflowLaneId: laneId },
    })
    expect(taskOf(moved.body).status).toBe(1)
    await tenant.send('PATCH', `/tasks/${id}`, { body: { workflowLaneId: laneId, label: 'New' } })
    expect((await get(tenant, id)).status).toBe(1)
    await tenant.send('DELETE', `/projects/${projectId}/lanes/${laneId}`)
    expect(await get(tenant, id)).toMatchObject({ status: 1, workflow_lane_id: null })
  })

  it('is answered the same to a repeat, also when the lane has got another one', async () => {
    const { tenant, laneId, projectId } = await withLane()
    const create = () => {
      const headers = { 'Idempotency-Key': 'k' }
      return tenant.send('POST', '/tasks', {
        body: { projectId, label: 'A', workflowLaneId: laneId },
        headers,
      })
    }
    const first = await create()
    expect(taskOf(first.body).status).toBe(2)
    await tenant.send('PATCH', `/projects/${projectId}/lanes/${laneId}`, { body: { taskStatus: 1 } })
    expect((await create()).body).toEqual(first.body)
  })

  it('is shown with it by a dry run', async () => {
    const { tenant, laneId, projectId } = await withLane()
    const body = { projectId, label: 'A', workflowLaneId: laneId }
    expect(taskOf((await tenant.send('POST', '/tasks?dryRun=true', { body })).body).status).toBe(2)
  })

  it('gets the last one of a lane that changes while many enter', async () => {
    const { tenant, laneId, projectId } = await withLane()
    const seen: number[] = []
    const path = `/projects/${projectId}/lanes/${laneId}`
    for (const taskStatus of [0, 1, 2, null, 1]) {
      const [{ status }] = await Promise.all([
        tenant.createTask({ workflowLaneId: laneId }),
        tenant.send('PATCH', path, { body: { taskStatus } }),
        tenant.createTask({ workflowLaneId: laneId }),
      ])
      seen.push(status)
      expect((await tenant.createTask({ workflowLaneId: laneId })).status).toBe(taskStatus ?? 0)
    }
    expect(seen).toHaveLength(5)
    expect(await tenant.taskCount()).toBe(15)
  })

  it('costs one try and one read more where a process does not know the lane yet, and nothing after that', async () => {
    const { tenant, laneId, projectId } = await withLane()
    await tenant.send('GET', '/tokens/self')
    const body = { projectId, label: 'A', workflowLaneId: laneId }
    const ask = async () => {
      tap.reset()
      await tenant.send('POST', '/tasks', { body })
      return tap.exchanges.map(({ operation }) => operation)
    }
    expect(await ask()).toEqual(['TransactWriteItems', 'GetItem', 'TransactWriteItems'])
    expect(await ask()).toEqual(['TransactWriteItems'])
  })
})
