import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { endpoints } from '../../../functions/index.ts'
import { trashRetentionDays } from '../../../lib/contract/limits.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { put } from '../../../lib/table/write-items.ts'
import { indexKeys, taskKey, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { remembered } from '../../support/history.ts'
import { eventsOf, recordOf, recordsOf, taskEventsOf } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

interface Scene {
  tenant: TestTenant
  task: Task
  laneId: string
  subtaskId: string
}

const bodyOf = async (tenant: TestTenant, method: string, path: string, body: object) => {
  const reply = await tenant.send(method, path, { body })
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`)
  return reply.body
}

/** An account with a task in a lane that has a subtask. */
async function newScene(): Promise<Scene> {
  const tenant = await newTenant()
  const laneId = await tenant.newLane()
  const task = await tenant.createTask({ workflowLaneId: laneId, subtasks: [{ label: 'One' }] })
  return { tenant, task, laneId, subtaskId: task.subtasks[0]?.id ?? '' }
}

/** Acts through the API, and returns the types of the events with what changed. */
async function shown(tenant: TestTenant, act: () => Promise<unknown>): Promise<string[]> {
  const events = await taskEventsOf(tenant, act)
  return events.map(({ type, data }) => [type, ...data.changed].join(' ')).sort()
}

/** One request to an endpoint that writes tasks, and the events it makes. */
type Case = [endpoint: string, what: string, act: (scene: Scene) => Promise<unknown>, events: string[]]

const patch =
  (body: object) =>
  ({ tenant, task }: Scene) =>
    bodyOf(tenant, 'PATCH', `/tasks/${task.id}`, body)

const newForm = async (tenant: TestTenant, settings: object = {}) => {
  const body = { projectId: tenant.projectId, name: 'Contact', ...settings }
  const { form } = (await bodyOf(tenant, 'POST', '/forms', body)) as { form: { id: string; url: string } }
  return { formId: form.id, path: `/hooks/${String(form.url.split('/').at(-1))}` }
}

const heldSubmission = async (tenant: TestTenant) => {
  const { formId, path } = await newForm(tenant, { paused: true })
  const { submission_id } = (await bodyOf(tenant, 'POST', path, { name: 'Ada' })) as { submission_id: string }
  await bodyOf(tenant, 'PATCH', `/forms/${formId}`, { paused: false })
  return `/forms/${formId}/submissions/${submission_id}/replay`
}

const cases: Case[] = [
  [
    'tasks.create',
    'a task with a key and an external id: its key has an item of its own',
    ({ tenant }) =>
      tenant.send('POST', '/tasks', {
        body: { projectId: tenant.projectId, label: 'New', externalId: 'one' },
        headers: { 'Idempotency-Key': 'key' },
      }),
    ['task.created'],
  ],
  [
    'tasks.bulk',
    'operations on two tasks: an event each',
    async ({ tenant, task }) =>
      tenant.send('POST', '/tasks/bulk', {
        body: {
          operations: [
            { op: 'update', id: task.id, status: 2 },
            { op: 'create', projectId: tenant.projectId, label: 'New' },
          ],
        },
      }),
    ['task.completed status', 'task.created'],
  ],
  ['tasks.update', 'another label', patch({ label: 'Other' }), ['task.updated label']],
  ['tasks.update', 'done', patch({ status: 2 }), ['task.completed status']],
  ['tasks.update', 'nothing', patch({ status: 0 }), []],
  ['tasks.update', 'an empty body', patch({}), []],
  ['tasks.update', 'no lane', patch({ workflowLaneId: null }), ['task.updated workflow_lane_id']],
  [
    'tasks.update',
    'another project',
    async (scene) => patch({ projectId: await scene.tenant.newProject() })(scene),
    ['task.updated project_id workflow_lane_id position'],
  ],
  [
    'tasks.move',
    'to the top',
    async ({ tenant, task }) => {
      await tenant.send('POST', `/tasks/${task.id}/move`, { body: { to: 'top' } })
    },
    ['task.updated position'],
  ],
  ['tasks.delete', 'it', ({ tenant, task }) => tenant.send('DELETE', `/tasks/${task.id}`), ['task.deleted']],
  [
    'subtasks.create',
    'one',
    ({ tenant, task }) => tenant.send('POST', `/tasks/${task.id}/subtasks`, { body: { label: 'Two' } }),
    ['task.updated subtasks'],
  ],
  [
    'subtasks.update',
    'done',
    ({ tenant, task, subtaskId }) =>
      tenant.send('PATCH', `/tasks/${task.id}/subtasks/${subtaskId}`, { body: { isCompleted: true } }),
    ['task.updated subtasks'],
  ],
  [
    'subtasks.delete',
    'it',
    ({ tenant, task, subtaskId }) => tenant.send('DELETE', `/tasks/${task.id}/subtasks/${subtaskId}`),
    ['task.updated subtasks'],
  ],
  [
    'lanes.delete',
    'a lane with a task',
    ({ tenant, laneId }) => tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${laneId}`),
    ['task.updated workflow_lane_id'],
  ],
]

describe('a request to', () => {
  it.each(cases)('%s (%s) makes the event of its write', async (_, __, act, events) => {
    const scene = await newScene()
    expect(await shown(scene.tenant, () => act(scene))).toEqual(events)
  })

  it('tasks.update reopens a task that is done, and completing it again is no event', async () => {
    const { tenant, task } = await newScene()
    const to = (status: number) =>
      shown(tenant, () => bodyOf(tenant, 'PATCH', `/tasks/${task.id}`, { status }))
    expect([await to(2), await to(2), await to(1)]).toEqual([
      ['task.completed status'],
      [],
      ['task.reopened status'],
    ])
  })

  it('tasks.restore restores, also out of a lane that is gone, and a repeat is no event', async () => {
    const { tenant, task, laneId } = await newScene()
    await tenant.send('DELETE', `/tasks/${task.id}`)
    await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${laneId}`)
    const restore = () => tenant.send('POST', `/tasks/${task.id}/restore`)
    expect([await shown(tenant, restore), await shown(tenant, restore)]).toEqual([['task.restored'], []])
  })

  it('tasks.move that respaces its neighbours makes an event of each task that moved', async () => {
    const { tenant, task } = await newScene()
    const now = new Date().toISOString()
    const places = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
    for (const id of places) {
      const crowded: TaskItem = {
        ...{ id, label: 'Crowded', status: 0, project_id: tenant.projectId, position: '0|100000:' },
        ...{ subtasks: {}, created_at: now, updated_at: now, version: 1, write_id: id },
      }
      await put(tenant, { Item: { ...taskKey(tenant, id), ...crowded, ...indexKeys(tenant, crowded) } })
    }
    const move = () => bodyOf(tenant, 'POST', `/tasks/${task.id}/move`, { afterTaskId: String(places[0]) })
    const events = await shown(tenant, move)
    expect(events.length).toBeGreaterThan(1)
    expect(new Set(events)).toEqual(new Set(['task.updated position']))
  })

  it('tasks.create with the external id of a lost task makes a new task, with a later id', async () => {
    const tenant = await newTenant()
    const projectId = await tenant.newProject()
    const lost = await tenant.createTask({ projectId, externalId: 'again' })
    const [deleted] = await taskEventsOf(tenant, () => tenant.send('DELETE', `/tasks/${lost.id}`))
    await tenant.send('DELETE', `/projects/${projectId}`)
    const [created, ...others] = await taskEventsOf(tenant, () => tenant.createTask({ externalId: 'again' }))
    expect(others).toEqual([])
    expect(created).toMatchObject({ type: 'task.created', data: { task: { id: lost.id } } })
    expect(String(created?.id) > String(deleted?.id)).toBe(true)
  })

  it('tasks.create with the external id of an expired task makes a new one', async () => {
    const tenant = await newTenant()
    const old = await tenant.createTask({ externalId: 'expired' })
    await tenant.send('DELETE', `/tasks/${old.id}`)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (trashRetentionDays + 1) * 24 * 60 * 60 * 1000 })
    onTestFinished(() => void vi.useRealTimers())
    const events = await shown(tenant, () => tenant.createTask({ externalId: 'expired' }))
    expect(events).toEqual(['task.created'])
  })

  it('hooks.receive and the replays make the event of the task that they create', async () => {
    const { tenant } = await newScene()
    const { path } = await newForm(tenant)
    expect(await shown(tenant, () => bodyOf(tenant, 'POST', path, { name: 'Ada' }))).toEqual(['task.created'])
    const replay = await heldSubmission(tenant)
    expect(await shown(tenant, () => tenant.send('POST', replay))).toEqual(['task.created'])
    const ofForm = (await heldSubmission(tenant)).replace(/\/submissions\/.*/, '/replay')
    expect(await shown(tenant, () => tenant.send('POST', ofForm, { body: {} }))).toEqual(['task.created'])
  })

  it('tasks.revert changes, and a repeat is no event', async () => {
    const { tenant, task } = await newScene()
    for (const body of [{ status: 0 }, { status: 2 }])
      await remembered(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body }))
    const revert = () =>
      remembered(tenant, () => tenant.send('POST', `/tasks/${task.id}/revert`, { body: { version: 2 } }))
    expect([await shown(tenant, revert), await shown(tenant, revert)]).toEqual([['task.reopened status'], []])
  })

  it('any endpoint that can write tasks is among these', () => {
    const tried = new Set([
      ...cases.map(([id]) => id),
      ...['tasks.restore', 'tasks.revert', 'hooks.receive', 'submissions.replay', 'forms.replay'],
    ])
    const writers = endpoints
      .filter(({ id, headers }) => id.startsWith('tasks.') && headers && 'origin-id' in headers.shape)
      .map(({ id }) => id)
    expect(writers.length).toBeGreaterThan(3)
    expect(writers.filter((id) => !tried.has(id))).toEqual([])
  })
})

describe('an event', () => {
  it('names the token and the origin of its write', async () => {
    const { tenant, task } = await newScene()
    const self = (await tenant.send('GET', '/tokens/self')).body as { token: { id: string } }
    const [event] = await taskEventsOf(tenant, () =>
      tenant.send('PATCH', `/tasks/${task.id}`, { body: { label: 'New' }, headers: { 'Origin-Id': 'crm' } }),
    )
    expect(event?.data.origin).toEqual({
      via: 'api',
      token_id: self.token.id,
      origin_id: 'crm',
      member_id: null,
      rule_id: null,
    })
  })

  it('has the id that the change feed shows', async () => {
    const tenant = await newTenant()
    const events = await taskEventsOf(tenant, () => tenant.createTask())
    const { changes } = (await tenant.send('GET', '/changes')).body as { changes: { id: string }[] }
    expect(changes.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  it('is made of a submission that is held, once', async () => {
    const { tenant } = await newScene()
    const { formId, path } = await newForm(tenant, { paused: true })
    const records = await recordsOf(tenant, () => bodyOf(tenant, 'POST', path, { name: 'Ada' }))
    const events = eventsOf(records)
    expect(events).toMatchObject([
      {
        type: 'form.submission_held',
        data: { form_id: formId, submission: { reason: expect.any(String) as unknown } },
      },
    ])
    expect(JSON.stringify(events)).not.toContain('Ada')
    const replay = () => tenant.send('POST', `/forms/${formId}/replay`, { body: {} })
    expect(eventsOf(await recordsOf(tenant, replay)).map(({ type }) => type)).toEqual(['task.created'])
  })

  it('is not made of a removal, nor of anything that is no task', async () => {
    const { tenant } = await newScene()
    const records = await recordsOf(tenant, () => tenant.createTask())
    const images = records.map(({ dynamodb }) => ({ OldImage: dynamodb?.NewImage, Keys: dynamodb?.Keys }))
    expect(eventsOf(images.map((dynamodb) => ({ eventName: 'REMOVE', dynamodb })))).toEqual([])
    expect(eventsOf([{}, { eventName: 'INSERT', dynamodb: {} }])).toEqual([])
    expect(eventsOf(await recordsOf(tenant, () => tenant.newLane()))).toEqual([])
    expect(eventsOf([recordOf(undefined, { pk: 'OTHER#1', sk: 'TASK#1', label: 'A task' })])).toEqual([])
  })
})
