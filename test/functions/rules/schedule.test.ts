import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newTenant, errorBody } from '../../support/tenant.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { getRule, logOf, newRule, runAt } from '../../support/rules.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const daily = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-11-01T16:00', timeZone: 'Europe/Berlin' }
const create = { type: 'create_task', task: { label: 'Report {{date}}' } }

const tasksOf = async (tenant: Awaited<ReturnType<typeof newTenant>>): Promise<Task[]> =>
  ((await tenant.send('GET', `/projects/${tenant.projectId}/tasks`)).body as { tasks: Task[] }).tasks

describe('a rule with a schedule', () => {
  it('creates a task at its time, says when it runs next, and has its run in the log', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, daily, create)
    expect(rule).toMatchObject({
      status: 'active',
      next_at: '2026-11-27T15:00:00.000Z',
      trigger: { time_zone: 'Europe/Berlin', catch_up: 'last' },
      action: { if_open: 'create', task: { label: 'Report {{date}}', subtasks: [] } },
      last_run: null,
    })
    expect(await runAt(tenant, rule, '2026-11-27T14:59:59Z')).toMatchObject({ done: 0 })
    expect(await runAt(tenant, rule, '2026-11-27T15:00:01Z')).toMatchObject({ done: 1 })
    expect(await runAt(tenant, rule, '2026-11-27T15:00:02Z')).toMatchObject({ done: 0 })
    const [task, ...others] = await tasksOf(tenant)
    expect(others).toEqual([])
    expect(task).toMatchObject({ label: 'Report 2026-11-27' })
    const [run] = await logOf(tenant, rule)
    expect(run).toMatchObject({
      due_at: '2026-11-27T15:00:00.000Z',
      outcome: 'done',
      created: [task?.id],
      reason: null,
      error: null,
    })
    expect(await getRule(tenant, rule)).toMatchObject({
      next_at: '2026-11-28T15:00:00.000Z',
      last_run: { outcome: 'done', tasks: 1 },
    })
  })

  it.each([
    ['last', 1, 2],
    ['all', 3, 0],
    ['none', 0, 3],
  ])(
    'after an outage over three occurrences, catchUp %s runs %i and skips %i',
    async (catchUp, runs, skips) => {
      const tenant = await newTenant()
      const rule = await newRule(tenant, { ...daily, catchUp }, create)
      await runAt(tenant, rule, '2026-11-29T20:00:00Z')
      const log = await logOf(tenant, rule)
      expect(log.filter(({ outcome }) => outcome === 'done')).toHaveLength(runs)
      expect(
        log.filter(({ outcome, reason }) => outcome === 'skipped' && reason?.includes('missed')),
      ).toHaveLength(skips)
      expect(await tasksOf(tenant)).toHaveLength(runs)
      expect(log.map(({ due_at }) => due_at)).toEqual(
        [29, 28, 27].map((day) => `2026-11-${day}T15:00:00.000Z`),
      )
      expect(await getRule(tenant, rule)).toMatchObject({ next_at: '2026-11-30T15:00:00.000Z' })
    },
  )

  it('runs once at a time, and is paused then', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, { type: 'schedule', at: '2026-12-01T09:00:00+01:00' }, create)
    expect(rule.next_at).toBe('2026-12-01T08:00:00.000Z')
    await runAt(tenant, rule, '2026-12-01T08:00:00Z')
    expect(await getRule(tenant, rule)).toMatchObject({
      status: 'paused',
      next_at: null,
      last_run: { tasks: 1 },
    })
    expect(await tasksOf(tenant)).toHaveLength(1)
  })

  it('changes all tasks that match, with distances from the run', async () => {
    const tenant = await newTenant()
    const old = await tenant.createTask()
    vi.setSystemTime('2026-11-28T10:00:00Z')
    const fresh = await tenant.createTask()
    const rule = await newRule(tenant, daily, {
      type: 'update_tasks',
      where: { updatedBefore: '-P1D', status: 0 },
      set: { status: 2 },
    })
    await runAt(tenant, rule, '2026-11-28T15:00:00Z')
    const found = new Map((await tasksOf(tenant)).map(({ id, status }) => [id, status]))
    expect([found.get(old.id), found.get(fresh.id)]).toEqual([2, 0])
    expect(await logOf(tenant, rule)).toMatchObject([{ outcome: 'done', matched: 1, updated: 1 }])
  })

  it('is previewed by a dry run that stores nothing', async () => {
    const tenant = await newTenant()
    const body = { projectId: tenant.projectId, label: 'R', trigger: daily, action: create }
    const { status, body: answer } = await tenant.send('POST', '/rules?dryRun=true', { body })
    expect(status).toBe(200)
    const { preview } = answer as { preview: { occurrences: { at: string }[] } }
    expect(preview.occurrences).toHaveLength(10)
    expect(preview.occurrences[0]).toEqual({ at: '2026-11-27T15:00:00.000Z' })
    expect((await tenant.send('GET', '/rules')).body).toEqual({ rules: [] })
  })

  it('is previewed with its status, because one that is paused does not run then', async () => {
    const tenant = await newTenant()
    const paused = { status: 'paused' }
    const rule = await newRule(tenant, daily, create, paused)
    const occurrences = [{ at: '2026-11-27T15:00:00.000Z' }]
    const { body } = await tenant.send('GET', `/rules/${rule.id}/preview?count=1`)
    expect(body).toEqual({ status: 'paused', occurrences })
    const dry = await tenant.send('POST', '/rules?dryRun=true', {
      body: { projectId: tenant.projectId, label: 'R', trigger: daily, action: create, ...paused },
    })
    expect(dry.body).toMatchObject({ preview: paused })
  })

  it('is listed with those of its project, which must be there', async () => {
    const tenant = await newTenant()
    const { id } = await newRule(tenant, daily, create)
    const listed = (projectId: string) => tenant.send('GET', `/rules?projectId=${projectId}`)
    expect((await listed(tenant.projectId)).body).toMatchObject({ rules: [{ id }] })
    expect((await listed(await tenant.newProject())).body).toEqual({ rules: [] })
    expect(await listed(crypto.randomUUID())).toMatchObject({
      status: 404,
      body: errorBody('project_not_found', expect.any(String)),
    })
  })

  it('refuses what can never run', async () => {
    const tenant = await newTenant()
    const rule = { projectId: tenant.projectId, label: 'R', action: create }
    const reply = await tenant.send('POST', '/rules', {
      body: { ...rule, trigger: { ...daily, rrule: 'FREQ=DAILY;UNTIL=20200101' } },
    })
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual(
      errorBody('invalid_request', expect.stringContaining('trigger.rrule'), {
        details: expect.any(Array) as unknown,
      }),
    )
  })
})

describe('a run by hand', () => {
  it('runs now, also a paused rule, and a dry run writes nothing', async () => {
    const tenant = await newTenant()
    const rule = await newRule(tenant, daily, create, { status: 'paused' })
    const dry = await tenant.send('POST', `/rules/${rule.id}/runs?dryRun=true`, { body: {} })
    expect(dry).toMatchObject({
      status: 200,
      body: { run: { outcome: 'done' }, preview: { tasks: [{ label: 'Report 2026-11-27' }] } },
    })
    expect(await tasksOf(tenant)).toEqual([])
    const { status, body } = await tenant.send('POST', `/rules/${rule.id}/runs`, { body: {} })
    expect(status).toBe(201)
    expect(Object.keys(body as object)).toEqual(['run'])
    expect(await tasksOf(tenant)).toMatchObject([{ label: 'Report 2026-11-27' }])
    expect(await logOf(tenant, rule)).toEqual([(body as { run: unknown }).run])
  })

  it('answers what its log has, to the millisecond', async () => {
    vi.useRealTimers()
    const tenant = await newTenant()
    const rule = await newRule(tenant, { ...daily, start: '2026-01-01T16:00' }, create, { status: 'paused' })
    const runs: unknown[] = []
    for (let times = 0; times < 5; times++) {
      const { body } = await tenant.send('POST', `/rules/${rule.id}/runs`, { body: {} })
      runs.unshift((body as { run: unknown }).run)
    }
    expect(await logOf(tenant, rule)).toEqual(runs)
  })
})
