import { describe, expect, expectTypeOf, it } from 'vitest'
import type { NewRule, RuleRun, TriedRule, TriedRun } from '../../client/src/index.ts'
import { newTenant } from '../support/tenant.ts'
import { clientFor, collect, errorAnswer, fated, fatefulFetch } from './support.ts'

/** A rule of each Monday. */
const weekly = (projectId: string): NewRule => ({
  projectId,
  label: 'Weekly review',
  trigger: {
    ...{ type: 'schedule', rrule: 'FREQ=WEEKLY;BYDAY=MO', start: '2026-01-01T09:00' },
    timeZone: 'Europe/Berlin',
  },
  action: { type: 'create_task', task: { label: 'Review {{week}}' } },
})

describe('the methods of rules', () => {
  it('reach every operation', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const { rules, projects } = clientFor(token)
    const other = (await projects.create({ label: 'Other' })).project.id
    const { rule } = await rules.create(weekly(projectId))
    expect(rule).toMatchObject({ status: 'active', trigger: { time_zone: 'Europe/Berlin' } })
    expect(await rules.get(rule.id)).toEqual({ rule })
    expect(await rules.list()).toEqual({ rules: [rule] })
    expect(await rules.list({ projectId: other })).toEqual({ rules: [] })
    const { occurrences } = await rules.preview(rule.id, { count: 2 })
    expect(occurrences).toHaveLength(2)
    expect(occurrences[0]).toEqual({ at: rule.next_at })
    expect((await rules.preview(rule.id)).occurrences).toHaveLength(10)
    const paused = await rules.update(rule.id, { status: 'paused' })
    expect(paused.rule).toMatchObject({ status: 'paused', next_at: null })
    const { run } = await rules.run(rule.id)
    expect(run).toMatchObject({ outcome: 'done', created: [expect.any(String)] })
    expect(await taskCount()).toBe(1)
    expect(await rules.delete(rule.id)).toEqual({ success: true })
    await expect(rules.get(rule.id)).rejects.toMatchObject({ code: 'rule_not_found' })
  })

  it('read the whole log, page by page, with its filter', async () => {
    const { token, projectId } = await newTenant()
    const { rules } = clientFor(token)
    const { rule } = await rules.create({ ...weekly(projectId), status: 'paused' })
    const made: RuleRun[] = []
    for (let count = 0; count < 3; count += 1) made.unshift((await rules.run(rule.id)).run)
    const byId = (runs: RuleRun[]) => runs.toSorted((a, b) => a.id.localeCompare(b.id)) // several of one millisecond have no order
    const log = await collect(rules.listRuns(rule.id, { limit: 2 }))
    expect(byId(log)).toEqual(byId(made))
    expect(await collect(rules.listRuns(rule.id, { outcome: 'failed' }))).toEqual([])
  })
})

describe('a dry run', () => {
  it('of a rule returns the rule and its times, and makes none', async () => {
    const { token, projectId } = await newTenant()
    const { rules } = clientFor(token)
    const tried = await rules.create(weekly(projectId), { dryRun: true })
    expect(tried).toMatchObject({ dryRun: true, wouldBe: { label: 'Weekly review' } })
    expect(Object.keys(tried).sort()).toEqual(['dryRun', 'preview', 'wouldBe'])
    expect(tried.preview.occurrences).toHaveLength(10)
    expect(await rules.list()).toEqual({ rules: [] })
  })

  it('of a run says what it would do, and does nothing', async () => {
    const { token, projectId, createTask, taskCount } = await newTenant()
    const { rules, tasks } = clientFor(token)
    const { id: taskId } = await createTask()
    const { rule } = await rules.create({
      ...{ projectId, label: 'Done is gone', trigger: { type: 'event', events: ['task.completed'] } },
      action: { type: 'update_task', delete: true },
    })
    const tried = await rules.run(rule.id, { taskId }, { dryRun: true })
    expect(tried).toEqual({
      dryRun: true,
      wouldBe: expect.objectContaining({ task_id: taskId, outcome: 'done', updated: 1 }) as RuleRun,
    })
    expect(await taskCount()).toBe(1)
    expect(await collect(rules.listRuns(rule.id))).toEqual([])
    await rules.run(rule.id, { taskId })
    await expect(tasks.get(taskId)).rejects.toMatchObject({ code: 'task_not_found' })
  })

  it('does not have the type of what is written', () => {
    const { rules } = clientFor('tsk_none')
    const body = weekly('p')
    expectTypeOf(() => rules.create(body, { dryRun: true })).returns.resolves.toEqualTypeOf<TriedRule>()
    expectTypeOf(() => rules.create(body)).returns.resolves.not.toEqualTypeOf<TriedRule>()
    expectTypeOf(() => rules.run('r', {}, { dryRun: true })).returns.resolves.toEqualTypeOf<TriedRun>()
    expectTypeOf(() => rules.run('r')).returns.resolves.toEqualTypeOf<{ run: RuleRun }>()
  })

  it('fails if the answer is that of a write', async () => {
    const { client } = fated(
      Response.json({ rule: { id: 'r' } }, { status: 201 }),
      Response.json({ run: { id: 'n' } }, { status: 201 }),
    )
    const message = (words: string) => ({
      ...{ code: 'unexpected_answer', message: expect.stringContaining(words) as unknown },
    })
    await expect(client.rules.create(weekly('p'), { dryRun: true })).rejects.toMatchObject(
      message('the rule was created'),
    )
    await expect(client.rules.run('r', {}, { dryRun: true })).rejects.toMatchObject(
      message('the rule has run'),
    )
  })
})

describe('a call about a rule', () => {
  it('is not retried where a retry could create a second rule, or run it twice', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const { fetch, sent } = fatefulFetch('lost', 'lost')
    const { rules } = clientFor(token, fetch)
    await expect(rules.create(weekly(projectId))).rejects.toMatchObject({ code: 'network_error' })
    const [rule] = (await clientFor(token).rules.list()).rules
    await expect(rules.run(rule?.id ?? '')).rejects.toMatchObject({ code: 'network_error' })
    expect(sent).toHaveLength(2)
    expect(await taskCount()).toBe(1)
  })

  it('is retried where it does no harm', async () => {
    const answer = Response.json({ rule: { id: 'r' } })
    const { client, sent } = fated('lost', errorAnswer(503, 'service_unavailable'), answer)
    await client.rules.update('r', { status: 'paused' })
    expect(sent).toHaveLength(3)
  })
})
