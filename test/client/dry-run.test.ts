import { describe, expect, expectTypeOf, it } from 'vitest'
import type { TaskAnswer, TriedTask } from '../../client/src/index.ts'
import { newTenant } from '../support/tenant.ts'
import { clientFor, errorAnswer, fated, fatefulFetch } from './support.ts'

describe('a dry run', () => {
  it('of a create returns the task that would be made, and makes none', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const { tasks } = clientFor(token)
    const body = { projectId, label: 'New', externalId: 'order-17' }
    const tried = await tasks.create(body, { dryRun: true })
    expect(tried).toMatchObject({
      dryRun: true,
      wouldBe: { label: 'New', external_id: 'order-17' },
      replayed: false,
    })
    expect(Object.keys(tried).sort()).toEqual(['dryRun', 'replayed', 'wouldBe'])
    expect(await taskCount()).toBe(0)
    const { task } = await tasks.create(body, { idempotencyKey: 'k', dryRun: false })
    expect(task.id).toBe(tried.wouldBe.id)
    const again = await tasks.create(body, { idempotencyKey: 'k', dryRun: true })
    expect(again).toEqual({ dryRun: true, wouldBe: task, replayed: true })
  })

  it('of a change returns the task as it would be, and changes nothing', async () => {
    const { token, projectId } = await newTenant()
    const { tasks } = clientFor(token)
    const { task, etag } = await tasks.create({ projectId, label: 'Old' })
    const { wouldBe } = await tasks.update(task.id, { label: 'New' }, { ifMatch: etag, dryRun: true })
    expect(wouldBe).toMatchObject({ id: task.id, label: 'New' })
    expect(await tasks.get(task.id)).toEqual({ task, etag })
    await tasks.update(task.id, { label: 'Newer' })
    await expect(
      tasks.update(task.id, { label: 'New' }, { ifMatch: etag, dryRun: true }),
    ).rejects.toMatchObject({ code: 'precondition_failed', task: { label: 'Newer' } })
  })

  it('does not have the type of a written task', () => {
    const { tasks } = clientFor('tsk_none')
    const body = { projectId: 'p', label: 'New' }
    expectTypeOf(() => tasks.create(body, { dryRun: true })).returns.resolves.toEqualTypeOf<TriedTask>()
    expectTypeOf(() => tasks.create(body)).returns.resolves.toEqualTypeOf<
      TaskAnswer & { replayed: boolean }
    >()
    expectTypeOf(() => tasks.update('t', {}, { dryRun: true })).returns.resolves.toEqualTypeOf<TriedTask>()
    expectTypeOf(() => tasks.update('t', {})).returns.resolves.toEqualTypeOf<TaskAnswer>()
    expectTypeOf<TriedTask>().not.toExtend<TaskAnswer>()
  })

  it('is sent again after a failure', async () => {
    const { token, projectId, taskCount } = await newTenant()
    const { fetch, sent } = fatefulFetch('lost', errorAnswer(503, 'service_unavailable'))
    const { wouldBe } = await clientFor(token, fetch).tasks.create(
      { projectId, label: 'New' },
      { dryRun: true },
    )
    expect(wouldBe.label).toBe('New')
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(Array(3).fill('?dryRun=true'))
    expect(await taskCount()).toBe(0)
  })

  it('fails if the answer is that of a write', async () => {
    const { client } = fated(Response.json({ task: { id: 't' } }, { status: 201 }))
    await expect(
      client.tasks.create({ projectId: 'p', label: 'New' }, { dryRun: true }),
    ).rejects.toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringContaining('was written') as unknown,
    })
  })
})
