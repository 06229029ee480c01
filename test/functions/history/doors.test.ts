import { describe, expect, it } from 'vitest'
import type { Origin } from '../../../lib/tasks/origin.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { connect } from '../../support/agent.ts'
import { historyOf, remembered } from '../../support/history.ts'
import { newRule } from '../../support/rules.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newForm } from '../forms/support.ts'

/** What a door is given: a task that exists, in a lane, and the writer of a request. */
interface Ground {
  tenant: TestTenant
  taskId: string
  laneId: string
  /** A lane whose tasks are done. */
  doneId: string
  writer: Origin
}

async function newGround(): Promise<Ground> {
  const tenant = await newTenant()
  const laneId = await tenant.newLane()
  const doneId = await tenant.newLane(tenant.projectId, 'Done', 2)
  const { id: taskId } = await tenant.createTask({ workflowLaneId: laneId })
  const { body } = await tenant.send('GET', '/tokens/self')
  const { id: token_id } = (body as { token: { id: string } }).token
  const writer = { via: 'api' as const, token_id, origin_id: null, member_id: null, rule_id: null }
  return { tenant, taskId, laneId, doneId, writer }
}

const taskIn = (body: unknown): string => (body as { task: Task }).task.id

/** The only task of a list that is not the one of the ground. */
async function newTask({ tenant, taskId }: Ground): Promise<string> {
  const { body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)
  const others = (body as { tasks: Task[] }).tasks.filter(({ id }) => id !== taskId)
  expect(others).toHaveLength(1)
  return others[0]?.id ?? ''
}

const bulk = async ({ tenant: { send }, taskId }: Ground, op: string): Promise<string> => {
  await send('POST', '/tasks/bulk', { body: { operations: [{ op, id: taskId }] } })
  return taskId
}

const rename = ({ tenant: { send }, taskId }: Ground) =>
  send('PATCH', `/tasks/${taskId}`, { body: { label: 'Renamed' } })

/** Each door: writes one task, and returns its id; what the entry has; and the writer, if it is not the request. */
const doors: Record<
  string,
  {
    /** What the history knows before. */
    before?: (ground: Ground) => Promise<unknown>
    through: (ground: Ground) => Promise<string>
    entry: object
    writer?: (by: Origin) => Partial<Origin>
  }
> = {
  'a create': {
    through: async ({ tenant: { send, projectId } }) =>
      taskIn((await send('POST', '/tasks', { body: { projectId, label: 'New' } })).body),
    entry: { type: 'task.created', version: 1, changed: [], previous: {}, label: 'New' },
  },
  'a change': {
    through: async ({ tenant: { send }, taskId }) => {
      await send('PATCH', `/tasks/${taskId}`, { body: { status: 2 } })
      return taskId
    },
    entry: { type: 'task.completed', version: 2, changed: ['status'], previous: { status: 0 } },
  },
  'a move': {
    through: async ({ tenant: { send }, taskId }) => {
      await send('POST', `/tasks/${taskId}/move`, { body: { to: 'top' } })
      return taskId
    },
    entry: { type: 'task.updated', changed: ['position'] },
  },
  'a subtask': {
    through: async ({ tenant: { send }, taskId }) => {
      await send('POST', `/tasks/${taskId}/subtasks`, { body: { label: 'Step' } })
      return taskId
    },
    entry: { type: 'task.updated', changed: ['subtasks'], previous: { subtasks: [] } },
  },
  'the status of a lane': {
    through: async ({ tenant: { send }, taskId, doneId }) => {
      await send('PATCH', `/tasks/${taskId}`, { body: { workflowLaneId: doneId } })
      return taskId
    },
    entry: { type: 'task.completed', changed: ['status', 'workflow_lane_id'] },
  },
  'a deletion': {
    through: async ({ tenant: { send }, taskId }) => {
      await send('DELETE', `/tasks/${taskId}`)
      return taskId
    },
    entry: { type: 'task.deleted', changed: [], previous: {} },
  },
  'a restore': {
    before: ({ tenant: { send }, taskId }) => send('DELETE', `/tasks/${taskId}`),
    through: async ({ tenant: { send }, taskId }) => {
      await send('POST', `/tasks/${taskId}/restore`)
      return taskId
    },
    entry: { type: 'task.restored', changed: [], previous: {} },
  },
  'a bulk request': {
    through: async ({ tenant: { send }, taskId }) => {
      const operations = [{ op: 'update', id: taskId, label: 'Bulk' }]
      await send('POST', '/tasks/bulk', { body: { operations } })
      return taskId
    },
    entry: { type: 'task.updated', changed: ['label'], previous: { label: 'A task' }, label: 'Bulk' },
  },
  'a create of a bulk request': {
    through: async (ground) => {
      const { send, projectId } = ground.tenant
      const operations = [{ op: 'create', projectId, label: 'Of many' }]
      await send('POST', '/tasks/bulk', { body: { operations } })
      return newTask(ground)
    },
    entry: { type: 'task.created', label: 'Of many' },
  },
  'a deletion of a bulk request': {
    through: (ground) => bulk(ground, 'delete'),
    entry: { type: 'task.deleted' },
  },
  'a restore of a bulk request': {
    before: ({ tenant: { send }, taskId }) => send('DELETE', `/tasks/${taskId}`),
    through: (ground) => bulk(ground, 'restore'),
    entry: { type: 'task.restored' },
  },
  'a conditional change': {
    through: async ({ tenant: { send, projectId }, taskId }) => {
      await send('PATCH', `/projects/${projectId}/tasks`, {
        body: { where: { status: 0 }, set: { description: 'All' } },
      })
      return taskId
    },
    entry: { type: 'task.updated', changed: ['description'], previous: { description: null } },
  },
  'the deletion of a lane': {
    through: async ({ tenant: { send, projectId }, taskId, laneId }) => {
      await send('DELETE', `/projects/${projectId}/lanes/${laneId}`)
      return taskId
    },
    entry: { type: 'task.updated', changed: ['workflow_lane_id'] },
  },
  'an import': {
    through: async (ground) => {
      const { send, projectId } = ground.tenant
      await send('POST', `/projects/${projectId}/import?format=csv`, {
        body: 'label\nFrom a file\n',
        headers: { 'content-type': 'text/csv' },
      })
      return newTask(ground)
    },
    entry: { type: 'task.created', label: 'From a file' },
    writer: (by) => ({ ...by, via: 'import' }),
  },
  'a form': {
    through: async (ground) => {
      const form = await newForm(ground.tenant, { mapping: { label: '{{subject}}' } })
      await form.submit({ subject: 'From a form' })
      return newTask(ground)
    },
    entry: { type: 'task.created', label: 'From a form' },
    writer: () => ({ via: 'form' }),
  },
  'an agent': {
    through: async (ground) => {
      const { token, projectId } = ground.tenant
      const agent = await connect(token)
      await agent.call('create_tasks', { tasks: [{ projectId, label: 'From an agent' }] })
      return newTask(ground)
    },
    entry: { type: 'task.created', label: 'From an agent' },
    writer: (by) => ({ ...by, via: 'mcp' }),
  },
  'a rule': {
    through: async (ground) => {
      const { tenant } = ground
      const start = { start: '2026-01-01T09:00', timeZone: 'UTC' }
      const trigger = { type: 'schedule', rrule: 'FREQ=WEEKLY;BYDAY=MO', ...start }
      const rule = await newRule(tenant, trigger, { type: 'create_task', task: { label: 'By a rule' } })
      await tenant.send('POST', `/rules/${rule.id}/runs`, { body: {} })
      return newTask(ground)
    },
    entry: { type: 'task.created', label: 'By a rule' },
    writer: () => ({ via: 'rule', rule_id: expect.any(String) as string }),
  },
  'a revert to a version': {
    before: rename,
    through: async ({ tenant: { send }, taskId }) => {
      await send('POST', `/tasks/${taskId}/revert`, { body: { version: 1 } })
      return taskId
    },
    entry: { type: 'task.updated', version: 3, changed: ['label'], previous: { label: 'Renamed' } },
    writer: (by) => ({ ...by, via: 'revert' }),
  },
  'a revert of what a writer wrote': {
    before: rename,
    through: async ({ tenant: { send }, taskId, writer: { token_id } }) => {
      const body = { by: { tokenId: token_id }, after: '2026-01-01T00:00:00Z' }
      await send('POST', '/reverts', { body, headers: { 'Origin-Id': 'back' } })
      return taskId
    },
    entry: { type: 'task.updated', version: 3, changed: ['label'], previous: { label: 'Renamed' } },
    writer: (by) => ({ ...by, via: 'revert', origin_id: 'back' }),
  },
}

describe('each door of a task', () => {
  it.each(Object.keys(doors))('leaves one entry with its writer: %s', async (name) => {
    const door = doors[name]
    if (!door) throw new Error('no door')
    const ground = await newGround()
    const { tenant, writer } = ground
    await remembered(tenant, () => Promise.resolve(door.before?.(ground)))
    const known = await historyOf(tenant, ground.taskId)
    const id = await remembered(tenant, () => door.through(ground))
    const entries = (await historyOf(tenant, id)).filter((one) => known.every((old) => old.id !== one.id))
    const origin = door.writer?.(writer) ?? writer
    expect(entries).toMatchObject([
      { ...door.entry, task_id: id, project_id: tenant.projectId, origin, member: null },
    ])
    const { body } = await tenant.send('GET', `/tasks/${id}?include=origin`)
    if (entries[0]?.type !== 'task.deleted') {
      const { task, origin: last } = body as { task: Task; origin: Origin }
      expect(entries[0]).toMatchObject({ at: task.updated_at, origin: last })
    }
  })
})
