import { describe, expect, it } from 'vitest'
import type { BulkOperation } from '../../client/src/index.ts'
import { newTenant } from '../support/tenant.ts'
import { clientFor, collect } from './support.ts'

describe('the methods', () => {
  it('reach every operation on tasks and subtasks', async () => {
    const { token, projectId } = await newTenant()
    const { tasks, subtasks } = clientFor(token)
    const { task, etag } = await tasks.create({ projectId, label: 'A', subtasks: [{ label: 'S' }] })
    expect(await tasks.get(task.id)).toEqual({ task, etag })
    const added = await subtasks.create(task.id, { label: 'T' }, { ifMatch: etag })
    expect(added.task.subtasks.at(-1)).toEqual({ id: added.subtaskId, label: 'T', is_completed: false })
    const checked = await subtasks.update(task.id, added.subtaskId, { isCompleted: true })
    expect(checked.task.subtasks.at(-1)).toMatchObject({ is_completed: true })
    expect(await subtasks.delete(task.id, added.subtaskId)).toEqual({ success: true })
    expect((await tasks.update(task.id, { status: 2 })).task.status).toBe(2)
    expect((await tasks.move(task.id, { to: 'top' })).etag).toMatch(/^"\d+"$/)
    expect(await tasks.delete(task.id)).toEqual({ success: true })
    expect((await tasks.restore(task.id)).task.id).toBe(task.id)
  })

  it('do many operations on tasks, of which one can fail, and repeat them without doubles', async () => {
    const { token, projectId, createTask, taskCount } = await newTenant()
    const { tasks } = clientFor(token)
    const { id } = await createTask()
    const operations: BulkOperation[] = [
      { op: 'create', projectId, label: 'New' },
      { op: 'update', id, status: 2 },
      { op: 'delete', id: 'ext:none' },
    ]
    const dry = await tasks.bulk(operations, { dryRun: true })
    expect(await taskCount()).toBe(1)
    const first = await tasks.bulk(operations, { idempotencyKey: 'nightly' })
    expect(first.results.map(({ status }) => status)).toEqual([201, 200, 404])
    expect(dry.results.map(({ status }) => status)).toEqual([201, 200, 404])
    expect(first.results[2]?.error?.code).toBe('task_not_found')
    const again = await tasks.bulk(operations, { idempotencyKey: 'nightly' })
    expect(again.results[0]).toMatchObject({ replayed: true, task: first.results[0]?.task })
    expect(await taskCount()).toBe(2)
    await expect(tasks.bulk(operations, { idempotencyKey: 'ä' })).rejects.toThrow('printable ASCII')
  })

  it('reach every operation on projects, lanes and tokens', async () => {
    const { projects, lanes, tokens } = clientFor((await newTenant()).token)
    const { project } = await projects.create({ label: 'P' })
    const { laneId } = await lanes.create(project.id, { label: 'L' })
    const renamed = await lanes.update(project.id, laneId, { label: 'M' })
    expect(renamed.project.workflow_lanes).toEqual([
      { id: laneId, label: 'M', task_count: 0, task_status: null },
    ])
    expect(await lanes.delete(project.id, laneId)).toEqual({ success: true })
    expect((await projects.update(project.id, { label: 'Q' })).project.label).toBe('Q')
    expect((await projects.get(project.id)).project.label).toBe('Q')
    expect(await projects.delete(project.id)).toEqual({ success: true })
    const made = await tokens.create({ name: 'N', scopes: ['read'] })
    expect((await clientFor(made.token.secret).tokens.self()).token.scopes).toEqual(['read'])
    expect((await tokens.list()).tokens.map(({ id }) => id)).toContain(made.token.id)
    expect(await tokens.delete(made.token.id)).toEqual({ success: true })
  })
})

describe('a list', () => {
  it('iterates over all pages, with its filter', async () => {
    const { token, projectId, newProject, createTask } = await newTenant()
    const { projects, tasks } = clientFor(token)
    for (let count = 0; count < 5; count += 1) await createTask({ label: `T${count}`, status: count % 3 })
    const labels = async (list: AsyncIterable<{ label: string }>) =>
      (await collect(list)).map(({ label }) => label)
    expect(await labels(projects.listTasks(projectId, { limit: 2 }))).toEqual(['T0', 'T1', 'T2', 'T3', 'T4'])
    expect(await labels(projects.listTasks(projectId, { limit: 1, status: [0, 2] }))).toEqual([
      'T0',
      'T2',
      'T3',
    ])
    for await (const { id } of projects.listTasks(projectId)) await tasks.delete(id)
    expect(await labels(projects.listTrash(projectId, { limit: 2 }))).toEqual(['T4', 'T3', 'T2', 'T1', 'T0'])
    await newProject()
    expect(await collect(projects.list({ limit: 1 }))).toHaveLength(2)
  })
})
