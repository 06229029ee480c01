import { describe, expect, it } from 'vitest'
import type { RevertReport } from '../../../lib/history/revert-request.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { historyOf, remembered } from '../../support/history.ts'
import { newTenant } from '../../support/tenant.ts'
import { newForm } from '../forms/support.ts'
import {
  newTask,
  startOfAll,
  takeAllBack,
  takeBack,
  taskOf,
  tokenIdOf,
  withAgent,
  write,
  type Asked,
} from './support.ts'

describe('POST /reverts', () => {
  it('gives changed fields back, trashes what was created, restores what was deleted, and names it', async () => {
    const { tenant, agent, by } = await withAgent()
    const lane = await tenant.newLane()
    const changed = await newTask(tenant, tenant.token, 'Changed', { description: 'Long' })
    const deleted = await newTask(tenant, tenant.token, 'Deleted', { workflowLaneId: lane })
    await write(tenant, agent, 'PATCH', `/tasks/${changed.id}`, { label: 'x', description: null })
    await write(tenant, agent, 'PATCH', `/tasks/${changed.id}`, { label: 'y', status: 2 })
    await write(tenant, agent, 'DELETE', `/tasks/${deleted.id}`)
    const created = await newTask(tenant, agent, 'Created')
    const expected = {
      ...{ matched: 3, reverted: 3, kept: [], next_cursor: null },
      tasks: [
        { id: created.id, label: 'Created', effect: 'trashed', fields: [] },
        { id: deleted.id, label: 'Deleted', effect: 'restored', fields: [] },
        { id: changed.id, label: 'y', effect: 'changed', fields: ['label', 'status', 'description'] },
      ],
    }
    const sorted = ({ tasks, ...rest }: RevertReport) => ({
      ...rest,
      tasks: tasks.map((task) => ({ ...task, fields: task.fields.toSorted() })),
    })
    const wanted = sorted(expected as RevertReport)
    expect(sorted(await takeBack(tenant, { by }, { isDryRun: true }))).toEqual(wanted)
    expect(await taskOf(tenant, changed.id)).toMatchObject({ label: 'y', status: 2 })
    expect(sorted(await takeBack(tenant, { by }))).toEqual(wanted)
    for (const task of [changed, deleted])
      expect(await taskOf(tenant, task.id)).toEqual({ ...task, updated_at: expect.any(String) as string })
    expect(await taskOf(tenant, created.id)).toBeUndefined()
    const [entry] = await historyOf(tenant, changed.id)
    expect(entry?.origin).toMatchObject({ via: 'revert', origin_id: 'take-back' })
    const repeat = await takeBack(tenant, { by })
    expect(repeat).toMatchObject({ matched: 3, reverted: 0, tasks: [], kept: [] })
  })

  it('leaves what others changed since, and names it', async () => {
    const { tenant, agent, by } = await withAgent()
    const one = await newTask(tenant, tenant.token, 'One')
    const two = await newTask(tenant, tenant.token, 'Two')
    await write(tenant, agent, 'PATCH', `/tasks/${one.id}`, { label: 'x', status: 1 })
    await write(tenant, agent, 'PATCH', `/tasks/${two.id}`, { status: 1 })
    const worked = await newTask(tenant, agent, 'Made by the agent')
    await write(tenant, tenant.token, 'PATCH', `/tasks/${one.id}`, { label: 'Mine' })
    await write(tenant, tenant.token, 'DELETE', `/tasks/${two.id}`)
    await write(tenant, tenant.token, 'PATCH', `/tasks/${worked.id}`, { description: 'My work' })
    const { kept, tasks } = await takeBack(tenant, { by })
    expect(tasks).toEqual([{ id: one.id, label: 'Mine', effect: 'changed', fields: ['status'] }])
    expect(kept).toEqual([
      { id: worked.id, label: 'Made by the agent', fields: ['description'], reason: 'changed_since' },
      { id: two.id, label: 'Two', fields: ['status'], reason: 'in_trash' },
      { id: one.id, label: 'Mine', fields: ['label'], reason: 'changed_since' },
    ])
    expect(await taskOf(tenant, one.id)).toMatchObject({ label: 'Mine', status: 0 })
  })

  it('gives back what others wrote between two writes of the writer', async () => {
    const { tenant, agent, by } = await withAgent()
    const { id } = await newTask(tenant, tenant.token, 'a')
    await write(tenant, agent, 'PATCH', `/tasks/${id}`, { label: 'b' })
    await write(tenant, tenant.token, 'PATCH', `/tasks/${id}`, { label: 'c' })
    await write(tenant, agent, 'PATCH', `/tasks/${id}`, { label: 'd' })
    expect(await takeBack(tenant, { by })).toMatchObject({ reverted: 1, kept: [] })
    expect(await taskOf(tenant, id)).toMatchObject({ label: 'c' })
  })

  it('keeps to the times, to the project, and to each kind of writer', async () => {
    const { tenant, agent, by } = await withAgent()
    const other = await tenant.newProject()
    const first = await newTask(tenant, agent, 'First')
    const second = await newTask(tenant, agent, 'Second')
    const third = await newTask(tenant, agent, 'Third')
    const there = await newTask(tenant, agent, 'There', { projectId: other })
    const labels = async (asked: Asked) =>
      (await takeBack(tenant, { by, ...asked }, { isDryRun: true })).tasks.map(({ label }) => label)
    expect(await labels({})).toEqual(['There', 'Third', 'Second', 'First'])
    expect(await labels({ after: first.created_at })).toEqual(['There', 'Third', 'Second'])
    expect(await labels({ after: first.created_at, before: third.created_at })).toEqual(['Second'])
    expect(await labels({ after: third.created_at, before: first.created_at })).toEqual([])
    expect(await labels({ projectId: other })).toEqual(['There'])
    const own = { tokenId: await tokenIdOf(tenant, tenant.token) }
    expect(await labels({ by: own })).toEqual([])
    for (const name of ['memberId', 'ruleId', 'formId'])
      expect(await labels({ by: { [name]: second.id } })).toEqual([])
    const origin = { headers: { 'Origin-Id': 'sync' }, body: { status: 1 } }
    await remembered(tenant, () => tenant.send('PATCH', `/tasks/${there.id}`, origin))
    expect(await labels({ by: { originId: 'sync' } })).toEqual(['There'])
  })

  it('takes back what a form made', async () => {
    const { tenant } = await withAgent()
    const form = await newForm(tenant, { mapping: { label: '{{subject}}' } })
    const other = await newForm(tenant, { mapping: { label: '{{subject}}' } })
    await remembered(tenant, () => form.submit({ subject: 'Spam' }))
    await remembered(tenant, () => other.submit({ subject: 'Good' }))
    const { tasks } = await takeBack(tenant, { by: { formId: form.id } })
    expect(tasks.map(({ label, effect }) => `${effect} ${label}`)).toEqual(['trashed Spam'])
    const [entry] = await historyOf(tenant, tasks[0]?.id ?? '')
    expect(entry).toMatchObject({ type: 'task.deleted' })
  })

  it('goes on where a page ended, and looks at each task once', async () => {
    const { tenant, agent, by } = await withAgent()
    const tasks: Task[] = []
    for (const label of ['a', 'b', 'c', 'd', 'e']) tasks.push(await newTask(tenant, tenant.token, label))
    for (const body of [{ status: 1 }, { label: 'x' }])
      for (const { id } of tasks) await write(tenant, agent, 'PATCH', `/tasks/${id}`, body)
    const whole = await takeAllBack(tenant, { by, limit: 2 })
    expect(whole).toMatchObject({ matched: 5, reverted: 5, kept: [] })
    const found = await Promise.all(tasks.map(({ id }) => taskOf(tenant, id)))
    expect(found.map((task) => `${task?.label ?? ''} ${task?.status ?? ''}`)).toEqual([
      ...['a 0', 'b 0', 'c 0', 'd 0', 'e 0'],
    ])
    const { next_cursor } = await takeBack(tenant, { by, limit: 2 })
    const wrong = { by: { originId: 'other' }, after: startOfAll, cursor: next_cursor }
    expect(await tenant.send('POST', '/reverts', { body: wrong })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    })
  })

  it('names what storage, scopes and the history do not allow', async () => {
    const { tenant, agent, by } = await withAgent({ taskQuota: 2 })
    const lane = await tenant.newLane()
    await tenant.send('POST', '/fields', { body: { key: 'note', label: 'Note', type: 'text' } })
    const one = await newTask(tenant, tenant.token, 'One', { workflowLaneId: lane, fields: { note: 'Old' } })
    await write(tenant, agent, 'PATCH', `/tasks/${one.id}`, { workflowLaneId: null, fields: { note: 'New' } })
    await write(tenant, agent, 'PATCH', `/tasks/${one.id}`, { status: 1 })
    const gone = await newTask(tenant, tenant.token, 'Gone')
    await write(tenant, agent, 'DELETE', `/tasks/${gone.id}`)
    const made = await newTask(tenant, agent, 'Made')
    await tenant.send('DELETE', `/projects/${tenant.projectId}/lanes/${lane}`)
    await tenant.send('DELETE', '/fields/note')
    const weak = await tenant.newToken(['read', 'write'])
    const { kept, tasks } = await takeBack(tenant, { by }, { token: weak })
    expect(tasks).toEqual([{ id: one.id, label: 'One', effect: 'changed', fields: ['status'] }])
    expect(kept.map(({ label, fields, reason }) => [label, fields, reason])).toEqual([
      ['Made', [], 'insufficient_scope'],
      ['Gone', [], 'quota_exceeded'],
      ['One', ['fields.note'], 'field_not_found'],
      ['One', ['workflow_lane_id'], 'lane_not_found'],
    ])
    await tenant.send('PATCH', `/tasks/${made.id}`, { body: { label: 'Unknown to the history' } })
    const late = await takeBack(tenant, { by })
    expect(late.kept).toContainEqual({
      ...{ id: made.id, label: 'Unknown to the history', fields: [], reason: 'not_in_history' },
    })
  })

  it('keeps a bound token to its projects', async () => {
    const { tenant, agent, by } = await withAgent()
    const other = await tenant.newProject()
    const bound = await tenant.boundToken(other)
    const elsewhere = await newTask(tenant, tenant.token, 'Elsewhere')
    const there = await newTask(tenant, tenant.token, 'There', { projectId: other })
    const came = await newTask(tenant, tenant.token, 'Came')
    await write(tenant, agent, 'PATCH', `/tasks/${elsewhere.id}`, { status: 1 })
    await write(tenant, agent, 'PATCH', `/tasks/${there.id}`, { status: 1 })
    await write(tenant, agent, 'PATCH', `/tasks/${came.id}`, { projectId: other, label: 'Secret' })
    const { tasks, kept } = await takeAllBack(tenant, { by }, { token: bound })
    expect(tasks).toEqual([{ id: there.id, label: 'There', effect: 'changed', fields: ['status'] }])
    expect(kept).toEqual([])
    expect(await taskOf(tenant, came.id)).toMatchObject({ project_id: other, label: 'Secret' })
  })

  it.each([
    ['no writer', {}],
    ['two writers', { tokenId: crypto.randomUUID(), ruleId: crypto.randomUUID() }],
  ])('refuses %s', async (_, by) => {
    const tenant = await newTenant()
    const message = 'must have exactly one of tokenId, memberId, originId, ruleId and formId'
    expect(await tenant.send('POST', '/reverts', { body: { by, after: startOfAll } })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: [{ path: 'by', message }] } },
    })
  })
})
