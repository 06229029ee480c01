import { describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { newTenant } from '../../support/tenant.ts'

const taskOf = (reply: { body: unknown }) => (reply.body as { task: Task }).task
const rising = (times: string[]) =>
  times.every((time, index) => index === 0 || time > (times[index - 1] ?? ''))

describe('updated_at', () => {
  it('is later with every version, also when 40 writes run concurrently', async () => {
    const { send, createTask } = await newTenant()
    const { id } = await createTask()
    const writes = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? send('PATCH', `/tasks/${id}`, { body: { label: `Label ${index}` } })
        : send('POST', `/tasks/${id}/subtasks`, { body: { label: `Part ${index}` } }),
    )
    const replies = await Promise.all(writes)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]))
    const byVersion = replies
      .map((reply) => ({
        version: Number(String(reply.headers.etag).replaceAll('"', '')),
        task: taskOf(reply),
      }))
      .sort((a, b) => a.version - b.version)
    expect(byVersion.map(({ version }) => version)).toEqual(Array.from({ length: 40 }, (_, n) => n + 2))
    expect(rising(byVersion.map(({ task }) => task.updated_at))).toBe(true)
  })

  it('rises with every kind of write, even if the clock of the next function is behind', async () => {
    const { send, createTask, newProject, projectId } = await newTenant()
    const { id, updated_at } = await createTask()
    const elsewhere = await newProject()
    vi.useFakeTimers({ now: Date.now() - 3_000, toFake: ['Date'] })
    const times = [updated_at]
    const write = async (method: string, path: string, body?: object) => {
      const reply = await send(method, path, body && { body })
      expect(reply.status).toBeLessThan(300)
      if (method !== 'DELETE') times.push(taskOf(reply).updated_at)
    }
    await write('PATCH', `/tasks/${id}`, { status: 1 })
    await write('POST', `/tasks/${id}/subtasks`, { label: 'Part' })
    await write('PATCH', `/tasks/${id}`, { projectId: elsewhere })
    await createTask({ projectId: elsewhere })
    await write('POST', `/tasks/${id}/move`, { to: 'bottom' })
    await write('DELETE', `/tasks/${id}`)
    await write('POST', `/tasks/${id}/restore`)
    await write('PATCH', `/tasks/${id}`, { projectId })
    vi.useRealTimers()
    expect(times).toHaveLength(7)
    expect(rising(times)).toBe(true)
  })
})
