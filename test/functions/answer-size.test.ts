import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { loadFunctions } from '../../infra/local/functions.ts'
import type { ApiEvent } from '../../lib/http/types.ts'
import { newPosition } from '../../lib/tasks/position/new-position.ts'
import { indexKeys, taskKey, type TaskItem } from '../../lib/tasks/task-item.ts'
import { testTable } from '../support/api.ts'
import { newTenant, type TestTenant } from '../support/tenant.ts'

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: 6 MB of payload, as its error counts it. */
const maxPostedBytes = 6_291_556

/** Long enough for a loaded machine: a page that ends because time runs out would prove nothing. */
const functions = await loadFunctions(() => 60_000)

/** A function's answer, and its size in bytes as Lambda's runtime posts it: as JSON, with the body as a string in it. */
async function invoke(id: string, { token, projectId }: TestTenant, query: string) {
  const event = {
    version: '2.0',
    rawPath: '/v1/some-list',
    rawQueryString: query,
    headers: { authorization: `Bearer ${token}` },
    ...(id.startsWith('projects') && { pathParameters: { projectId } }),
    requestContext: { requestId: 'test', stage: '$default', http: { method: 'GET' } },
    isBase64Encoded: false,
  } as unknown as ApiEvent // no function reads the rest of an event
  const result = await functions.invoke(id, event)
  return { postedBytes: Buffer.byteLength(JSON.stringify(result)), result }
}

/** The same with the body of a list. */
async function call(id: string, tenant: TestTenant, query: string) {
  const { postedBytes, result } = await invoke(id, tenant, query)
  return {
    postedBytes,
    body: JSON.parse(result.body ?? '') as {
      tasks?: { id: string }[]
      changes?: { task: { id: string } }[]
      next_cursor: string | null
      has_more?: boolean
    },
  }
}

/** Writes tasks with 100 subtasks of 500 quotes, the largest apart from their descriptions, directly to the table. */
async function fill(tenant: TestTenant, count: number, deleted: boolean): Promise<string[]> {
  const now = new Date().toISOString()
  const tasks = Array.from({ length: count }, (): TaskItem => {
    const subtask = () => [
      crypto.randomUUID(),
      { label: '"'.repeat(500), is_completed: false, rank: newPosition() },
    ]
    const id = crypto.randomUUID()
    return {
      ...{ id, label: 'Large', status: 0, project_id: tenant.projectId, position: newPosition() },
      ...{ created_at: now, updated_at: now, version: 1, write_id: id },
      subtasks: Object.fromEntries(Array.from({ length: 100 }, subtask)) as TaskItem['subtasks'],
      ...(deleted && { deleted_at: now }),
    }
  })
  const requests = tasks.map((task) => ({
    PutRequest: { Item: { ...taskKey(tenant, task.id), ...task, ...indexKeys(tenant, task) } },
  }))
  while (requests.length > 0) {
    const RequestItems = { [testTable.name]: requests.splice(0, 25) }
    await testTable.client.send(new BatchWriteCommand({ RequestItems }))
  }
  return tasks.map(({ id }) => id)
}

describe('a page of 70 tasks with 100 subtasks of 500 quotes', () => {
  it.each([
    ['projects.list-tasks', false],
    ['projects.list-trash', true],
    ['changes.list', false],
  ])('of %s is posted within what Lambda takes, and nothing is left out', async (id, deleted) => {
    const tenant = await newTenant()
    const ids = await fill(tenant, 70, deleted)
    const seen: string[] = []
    let cursor = ''
    let pages = 0
    do {
      const { postedBytes, body } = await call(id, tenant, `limit=100${cursor}`)
      expect(postedBytes).toBeLessThan(maxPostedBytes)
      const tasks = body.tasks ?? body.changes?.map(({ task }) => task) ?? []
      pages += 1
      seen.push(...tasks.map((task) => task.id))
      cursor = body.next_cursor === null || body.has_more === false ? '' : `&cursor=${body.next_cursor}`
    } while (cursor !== '')
    expect(pages).toBe(4) // 20 of these tasks take 4 MiB
    expect(seen.sort()).toEqual(ids.sort())
  })

  it.each([
    ['ndjson', false],
    ['csv', false],
    ['ndjson', true],
  ])(
    'of an export in %s (of the trash: %s) is posted within what Lambda takes, and nothing is left out',
    async (format, deleted) => {
      const tenant = await newTenant()
      const ids = await fill(tenant, 70, deleted)
      const pages: string[] = []
      let cursor: string | undefined = ''
      while (cursor !== undefined) {
        const query = `format=${format}&trash=${deleted}${cursor}`
        const { postedBytes, result } = await invoke('projects.export', tenant, query)
        expect(postedBytes).toBeLessThan(maxPostedBytes)
        pages.push(result.body ?? '')
        cursor = /&cursor=[\w-]+/.exec(String(result.headers?.Link))?.[0]
      }
      expect(pages).toHaveLength(4)
      const found = pages.join('').matchAll(/^(?:\{"id":")?([0-9a-f-]{36})/gm)
      expect(Array.from(found, ([, id]) => id).sort()).toEqual(ids.sort())
    },
  )
})
