import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scopes, type Scope } from '../../../lib/contract/endpoint.ts'
import type { Rule } from '../../../lib/rules/rule.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { newScene, projectNotFound, sendWith } from '../../support/bound.ts'
import { getRule, logOf, newRule, runAt, runNow, watched } from '../../support/rules.ts'
import { snapshot } from '../../support/requests.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'
import { newWebhook } from '../webhooks/support.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const hourly = { type: 'schedule', rrule: 'FREQ=HOURLY', start: '2026-11-01T00:00' }
const completed = { type: 'event', events: ['task.completed'] }
const create = { type: 'create_task', task: { label: 'Made' } }
const finish = { type: 'update_task', set: { status: 1 } }
const ruleNotFound = errorBody('rule_not_found', 'There is no such rule.')
const ruleOf = (reply: { body: unknown }) => (reply.body as { rule: Rule }).rule

describe('a rule that moves tasks into the trash', () => {
  const deletes: [string, trigger: object, action: object][] = [
    ['delete_tasks', hourly, { type: 'delete_tasks', where: { status: 2 } }],
    ['update_task with delete', completed, { type: 'update_task', delete: true }],
  ]

  it.each(deletes)(
    'needs the scope delete, to make, to change and to run it: %s',
    async (_, trigger, action) => {
      const tenant = await newTenant()
      const send = sendWith(await tenant.newToken(['hooks', 'read', 'write']))
      const task = await tenant.createTask()
      const missing = {
        status: 403,
        body: { error: { code: 'insufficient_scope', required_scope: 'delete' } },
      }
      const body = { projectId: tenant.projectId, label: 'A', trigger, action }
      expect(await send('POST', '/rules', { body })).toMatchObject(missing)
      expect(await send('POST', '/rules?dryRun=true', { body })).toMatchObject(missing)
      const harmless = ruleOf(await send('POST', '/rules', { body: { ...body, action: { type: 'notify' } } }))
      expect(await send('PATCH', `/rules/${harmless.id}`, { body: { action } })).toMatchObject(missing)
      const rule = await newRule(tenant, trigger, action)
      expect(await send('PATCH', `/rules/${rule.id}`, { body: { label: 'B' } })).toMatchObject(missing)
      const run = { body: { taskId: trigger === hourly ? undefined : task.id } }
      expect(await send('POST', `/rules/${rule.id}/runs`, run)).toMatchObject(missing)
      expect(await send('POST', `/rules/${rule.id}/runs?dryRun=true`, run)).toMatchObject(missing)
      expect((await tenant.send('POST', `/rules/${rule.id}/runs`, run)).status).toBe(201)
    },
  )
})

describe('the scopes of rules', () => {
  const needed: [method: string, path: string, scopes: Scope[], body?: object][] = [
    ['GET', '/rules', ['hooks']],
    ['GET', '/rules/{id}', ['hooks']],
    ['GET', '/rules/{id}/runs', ['hooks']],
    ['GET', '/rules/{id}/preview', ['hooks', 'read']],
    ['PATCH', '/rules/{id}', ['hooks', 'read', 'write'], { label: 'B' }],
    ['POST', '/rules/{id}/runs', ['hooks', 'read', 'write'], {}],
    ['DELETE', '/rules/{id}', ['hooks']],
  ]

  it.each(needed)('%s %s', async (method, path, wanted, body) => {
    const tenant = await newTenant()
    const { id } = await newRule(tenant, hourly, create)
    const sendAs = async (held: Scope[]) =>
      (await sendWith(await tenant.newToken(held))(method, path.replace('{id}', id), { body })).status
    for (const scope of wanted) expect(await sendAs(scopes.filter((one) => one !== scope))).toBe(403)
    expect([200, 201]).toContain(await sendAs(wanted))
  })
})

describe('a rule that a bound token made', () => {
  it('is seen and changed by whoever sees its project, and by nobody else', async () => {
    const { tenant, own, other, bound } = await newScene()
    const body = { projectId: own, label: 'A', trigger: hourly, action: create }
    expect(await bound('POST', '/rules', { body: { ...body, projectId: other } })).toMatchObject({
      status: 404,
      body: projectNotFound,
    })
    const rule = ruleOf(await bound('POST', '/rules', { body }))
    expect(rule.bound).toBe(true)
    const elsewhere = ruleOf(await tenant.send('POST', '/rules', { body: { ...body, projectId: other } }))
    expect((await bound('GET', '/rules')).body).toEqual({ rules: [rule] })
    const stranger = sendWith(await tenant.boundToken(other))
    for (const [send, { id }] of [
      [bound, elsewhere],
      [stranger, rule],
    ] as const) {
      for (const [method, path, sent] of [
        ['GET', '', undefined],
        ['GET', '/preview', undefined],
        ['GET', '/runs', undefined],
        ['POST', '/runs', {}],
        ['PATCH', '', { label: 'B' }],
        ['DELETE', '', undefined],
      ] as const)
        expect(await send(method, `/rules/${id}${path}`, { body: sent })).toMatchObject({
          status: 404,
          body: ruleNotFound,
        })
    }
  })

  it('never touches another project, also not by a move', async () => {
    const { tenant, own, other, bound } = await newScene()
    const move = { type: 'update_task', projectId: other }
    const body = { projectId: own, label: 'A', trigger: completed, action: move }
    expect(await bound('POST', '/rules', { body })).toMatchObject({ status: 404, body: projectNotFound })
    const wide = sendWith(await tenant.boundToken(own, other))
    const rule = ruleOf(await wide('POST', '/rules', { body }))
    // whoever changes it with a narrower token narrows it
    expect((await bound('PATCH', `/rules/${rule.id}`, { body: { label: 'B' } })).status).toBe(200)
    const task = await tenant.createTask()
    await watched(tenant, () => tenant.send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } }))
    await runNow(tenant, rule)
    expect(await logOf(tenant, rule)).toMatchObject([
      { outcome: 'failed', error: { code: 'project_not_found' } },
    ])
    expect((await tenant.send('GET', `/projects/${other}/tasks`)).body).toMatchObject({ tasks: [] })
  })

  it('stays when the token is revoked', async () => {
    const { tenant, own } = await newScene()
    const { body } = await tenant.send('POST', '/tokens', {
      body: { name: 'Bound', scopes: ['hooks', 'read', 'write'], projectIds: [own] },
    })
    const { token } = body as { token: { id: string; secret: string } }
    const made = { projectId: own, label: 'A', trigger: hourly, action: create }
    const rule = ruleOf(await sendWith(token.secret)('POST', '/rules', { body: made }))
    expect((await tenant.send('DELETE', `/tokens/${token.id}`)).status).toBe(200)
    expect(await runAt(tenant, rule, '2026-11-27T11:00:00Z')).toMatchObject({ done: 1 })
    expect(await getRule(tenant, rule)).toMatchObject({ status: 'active', bound: true })
  })
})

describe('the task of a run by hand', () => {
  it('must be of the same project and account', async () => {
    const [tenant, stranger] = [await newTenant(), await newTenant()]
    const other = await tenant.newProject()
    const rule = await newRule(tenant, completed, finish)
    const taskNotFound = errorBody('task_not_found', 'There is no such task.')
    for (const task of [
      await tenant.createTask({ projectId: other }),
      await stranger.createTask(),
      { id: crypto.randomUUID() },
    ]) {
      const run = { body: { taskId: task.id } }
      const notFound = { status: 404, body: taskNotFound }
      expect(await tenant.send('POST', `/rules/${rule.id}/runs`, run)).toMatchObject(notFound)
      expect(await tenant.send('POST', `/rules/${rule.id}/runs?dryRun=true`, run)).toMatchObject(notFound)
    }
    expect((await stranger.send('POST', `/rules/${rule.id}/runs`, { body: {} })).body).toEqual(ruleNotFound)
  })

  it('is needed by a rule on a date or an event, and refused by one on a schedule', async () => {
    const tenant = await newTenant()
    const task = await tenant.createTask()
    const refused = async (trigger: object, action: object, body: object) => {
      const { id } = await newRule(tenant, trigger, action)
      return (await tenant.send('POST', `/rules/${id}/runs`, { body })).body as { error: { message: string } }
    }
    expect((await refused(completed, finish, {})).error.message).toBe(
      'taskId is required: the rule runs for a task, because its trigger is a date or an event',
    )
    expect((await refused(hourly, create, { taskId: task.id })).error.message).toBe(
      'taskId must be left out: the rule runs for no task, because its trigger is a schedule',
    )
  })
})

describe('a dry run', () => {
  const actions: [string, trigger: object, action: object, expected: object][] = [
    ['create_task', hourly, create, { created: [expect.any(String)], updated: 0 }],
    [
      'update_tasks',
      hourly,
      { type: 'update_tasks', where: { status: 0 }, set: { status: 2 } },
      { matched: 3, updated: 3 },
    ],
    ['delete_tasks', hourly, { type: 'delete_tasks', where: { status: 0 } }, { matched: 3, updated: 3 }],
    ['notify', hourly, { type: 'notify', where: { status: 0 } }, { matched: 3, updated: 0 }],
    ['update_task', completed, finish, { matched: 1, updated: 1 }],
    ['update_task with delete', completed, { type: 'update_task', delete: true }, { matched: 1, updated: 1 }],
    [
      'add_comment',
      completed,
      { type: 'add_comment', text: 'Done' },
      { matched: 1, updated: 0, created: [], comment_id: expect.any(String) as string },
    ],
    ['create_task of an event', completed, create, { created: [expect.any(String)] }],
  ]

  it.each(actions)(
    'of a run says what it would do, and writes nothing: %s',
    async (_, trigger, action, expected) => {
      const tenant = await newTenant()
      const task = await tenant.createTask()
      for (let count = 0; count < 2; count++) await tenant.createTask()
      const webhook = await newWebhook(tenant, { eventTypes: ['rule.fired'] })
      const rule = await newRule(tenant, trigger, action)
      const before = await snapshot(tenant)
      const body = { taskId: trigger === hourly ? undefined : task.id }
      const { status, body: answer } = await tenant.send('POST', `/rules/${rule.id}/runs?dryRun=true`, {
        body,
      })
      expect({ status, answer }).toMatchObject({
        status: 200,
        answer: { run: { outcome: 'done', ...expected } },
      })
      expect(await snapshot(tenant)).toEqual(before)
      expect(await logOf(tenant, rule)).toEqual([])
      expect(await webhook.pending()).toEqual([])
    },
  )

  it('of many tasks counts them all', async () => {
    const tenant = await newTenant()
    const operations = Array.from({ length: 100 }, () => ({
      op: 'create',
      projectId: tenant.projectId,
      label: 'A',
    }))
    for (let count = 0; count < 2; count++) await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    const rule = await newRule(tenant, hourly, { type: 'delete_tasks', where: { status: 0 } })
    const { body } = await tenant.send('POST', `/rules/${rule.id}/runs?dryRun=true`, { body: {} })
    expect(body).toMatchObject({ run: { matched: 200, updated: 200 } })
  })

  it('of a new rule stores nothing, and shows the tasks of a date and of an event', async () => {
    const tenant = await newTenant()
    await tenant.send('POST', '/fields', { body: { key: 'due', label: 'Due', type: 'date' } })
    const late = await tenant.createTask({ fields: { due: '2026-12-24' } })
    const soon = await tenant.createTask({ fields: { due: '2026-12-06' } })
    await tenant.createTask()
    const before = await snapshot(tenant)
    const previewOf = async (trigger: object) => {
      const body = { projectId: tenant.projectId, label: 'A', trigger, action: finish }
      const reply = await tenant.send('POST', '/rules?dryRun=true', { body })
      expect(reply.status).toBe(200)
      return (reply.body as { preview: { occurrences: object[] } }).preview.occurrences
    }
    expect(
      await previewOf({ type: 'date', field: 'due', offset: '-PT2H', timeZone: 'Europe/Berlin' }),
    ).toEqual([
      { at: '2026-12-06T06:00:00.000Z', task_id: soon.id },
      { at: '2026-12-24T06:00:00.000Z', task_id: late.id },
    ])
    expect(await previewOf(completed)).toHaveLength(3)
    expect(await snapshot(tenant)).toEqual(before)
    expect(((await tenant.send('GET', '/tasks')).body as { tasks: Task[] }).tasks).toHaveLength(3)
  })
})

describe('a change of a rule', () => {
  it('may rename a rule that has ended, but not let it run again without a new time', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, { ...hourly, rrule: 'FREQ=HOURLY;UNTIL=20261127T110000Z' }, create)
    await runAt(tenant, rule, '2026-11-27T11:00:00Z')
    expect(await getRule(tenant, rule)).toMatchObject({ next_at: null })
    const patch = (body: object) => tenant.send('PATCH', `/rules/${rule.id}`, { body })
    expect(await patch({ label: 'B' })).toMatchObject({ status: 200, body: { rule: { label: 'B' } } })
    expect((await patch({ status: 'paused' })).status).toBe(200)
    expect(await patch({ status: 'active' })).toMatchObject({ status: 400 })
    expect((await patch({ status: 'active', trigger: hourly })).status).toBe(200)
  })
})
