import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { put } from '../../../lib/table/write-items.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { epochSeconds } from '../../../lib/table/item.ts'
import { indexKeys, taskKey, trashRetentionMs, type TaskItem } from '../../../lib/tasks/task-item.ts'
import { sampleEvent } from '../sample-event.ts'
import { toResult } from './sandbox.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { synthesize } from '../../infra/aws/synthesize.ts'
import { openService } from '../../support/sandbox-service.ts'

const service = await openService({
  template: synthesize(),
  ids: ['projects.list-tasks', 'projects.list-trash', 'changes.list', 'tasks.get', 'routes.unmatched'],
})

/** Seventy tasks with a hundred subtasks of 500 quotes each, written directly to the table. */
async function writeQuotes(isTrash: boolean): Promise<{ tenant: TestTenant; ids: string[] }> {
  const tenant = await newTenant()
  const now = new Date().toISOString()
  const subtask = { label: '"'.repeat(500), is_completed: false, rank: '0|hzzzzz:' }
  const subtasks = Object.fromEntries(Array.from({ length: 100 }, () => [randomUUID(), subtask]))
  const ids = Array.from({ length: 70 }, () => randomUUID())
  const written = { ...tenant, ...openStorage(Date.now() + 60_000) }
  const write = (id: string, number: number) => {
    const task: TaskItem = {
      ...{ id, label: 'Quotes', status: 0, project_id: tenant.projectId, position: `0|1000${10 + number}:` },
      ...{ subtasks, created_at: now, updated_at: now, version: 1, write_id: id },
      ...(isTrash && { deleted_at: now, expires_at: epochSeconds(Date.now() + trashRetentionMs) }),
    }
    return put(written, { Item: { ...taskKey(tenant, id), ...task, ...indexKeys(tenant, task) } })
  }
  for (const [number, id] of ids.entries()) await write(id, number)
  return { tenant, ids }
}

interface Page {
  tasks?: { id: string }[]
  changes?: { task: { id: string } }[]
  next_cursor: string | null
  has_more?: boolean
}

describe('an answer', () => {
  it.each([
    ['a list', (projectId: string) => `/projects/${projectId}/tasks`, false],
    ['the trash', (projectId: string) => `/projects/${projectId}/trash`, true],
    ['the change feed', () => '/changes', false],
  ])(
    'with a page of %s is within Lambda’s limit, even if everything must be escaped',
    async (_, pathOf, isTrash) => {
      const { tenant, ids } = await writeQuotes(isTrash)
      const found: string[] = []
      let cursor: string | null = null
      do {
        const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const path = `${pathOf(tenant.projectId)}?limit=100${query}`
        const ask = () => service.send('GET', path, { token: tenant.token })
        let reply = await ask()
        while (reply.status === 503) reply = await ask() // while the machine is too busy for storage's time limits
        const { status, body } = reply
        expect({ path, status }).toEqual({ path, status: 200 })
        const { tasks, changes, next_cursor, has_more }: Page = body as Page // checked against its declaration
        found.push(...(tasks ?? changes?.map(({ task }) => task) ?? []).map(({ id }) => id))
        cursor = has_more === false ? null : next_cursor
      } while (cursor !== null)
      expect(found.sort()).toEqual(ids.sort())
    },
  )
})

const someEvent = () => sampleEvent('tasks.get', { params: { id: randomUUID() }, status: 401 }, 'none')

describe('an event that is not from API Gateway', () => {
  const event = { ...someEvent(), requestContext: undefined } // JSON leaves undefined out

  it.each([
    ['tasks.get', 'without requestContext', event],
    ['tasks.get', 'that is empty', {}],
    ['routes.unmatched', 'without requestContext', event],
  ])('to %s %s gets an answer in the shape of all errors', async (id, __, given) => {
    const outcome = await service.function(id).invoke(given)
    expect(outcome).toMatchObject({ kind: 'answered' })
    const { statusCode, body } = toResult(outcome)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(JSON.parse(body ?? '')).toEqual({
      error: {
        code: expect.any(String) as unknown,
        message: expect.any(String) as unknown,
        request_id: expect.any(String) as unknown,
        docs: expect.stringMatching(/^https:\/\/d111111abcdef8\.cloudfront\.net\/v1\/docs#\w+$/) as unknown,
      },
    })
  })
})

describe('a line of the log', () => {
  it('contains Lambda’s own request id, which is also in the line "Task timed out"', async () => {
    const get = service.function('tasks.get')
    get.log.length = 0
    const outcome = await get.invoke(someEvent())
    expect(get.log[0]).toContain(outcome.requestId)
  })
})
