import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { putTasks } from '../../support/put-tasks.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

interface Page {
  tasks: Task[]
  next_cursor: string | null
}

async function page({ send, projectId }: TestTenant, query = ''): Promise<Page> {
  const { status, body } = await send('GET', `/projects/${projectId}/tasks${query}`)
  expect(status).toBe(200)
  return body as Page // the status shows that it is a page
}

const badCursor = 'is not a next_cursor of this list with these filters'
const badCursorBody = errorBody('invalid_request', `cursor ${badCursor}`, {
  details: [{ path: 'cursor', message: badCursor }],
})

describe('GET /projects/{projectId}/tasks', () => {
  it('answers 200 with the complete tasks in order', async () => {
    const tenant = await newTenant()
    const tasks = [
      await tenant.createTask(),
      await tenant.createTask(),
      await tenant.createTask({ status: 2 }),
    ]
    await tenant.createTask({ projectId: await tenant.newProject() })
    expect(await page(tenant)).toEqual({ tasks, next_cursor: null })
  })

  it('answers 200 with no tasks for an empty project', async () => {
    expect(await page(await newTenant())).toEqual({ tasks: [], next_cursor: null })
  })

  it('returns each task once over all pages, and only the last page has no next_cursor', async () => {
    const tenant = await newTenant()
    const tasks: Task[] = []
    for (let count = 0; count < 7; count++) tasks.push(await tenant.createTask())
    const seen: Task[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { tasks: part, next_cursor }: Page = await page(
        tenant,
        `?limit=3${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(part)
      cursor = next_cursor
    }
    expect(seen).toEqual([tasks.slice(0, 3), tasks.slice(3, 6), tasks.slice(6)])
  })

  it('has no next_cursor when the page ends with the last task', async () => {
    const tenant = await newTenant()
    const tasks = [await tenant.createTask(), await tenant.createTask()]
    expect(await page(tenant, '?limit=2')).toEqual({ tasks, next_cursor: null })
  })

  it('lists 50 tasks by default, and at most 100', async () => {
    const tenant = await newTenant()
    await Promise.all(Array.from({ length: 101 }, () => tenant.createTask()))
    expect((await page(tenant)).tasks).toHaveLength(50)
    expect((await page(tenant, '?limit=100')).tasks).toHaveLength(100)
  })

  it('ends a page of large tasks before the answer exceeds the size that a Lambda may send', async () => {
    const tenant = await newTenant()
    const description = '\u0001'.repeat(10_000) // six bytes each in JSON
    const ids = await putTasks(tenant, 80, { description })
    const first = await page(tenant, '?limit=100')
    expect(first.tasks.length).toBeLessThan(80)
    const second = await page(tenant, `?limit=100&cursor=${String(first.next_cursor)}`)
    expect(second.next_cursor).toBeNull()
    expect([...first.tasks, ...second.tasks].map(({ id }) => id)).toEqual(ids)
  })

  it.each(['0', '101', '-1', '1.5', 'ten', '', '1e1'])('answers 400 for limit=%s', async (limit) => {
    const { send, projectId } = await newTenant()
    const { status, body } = await send('GET', `/projects/${projectId}/tasks?limit=${limit}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { message: 'limit must be a whole number from 1 to 100' } })
  })

  it('answers 400 for a limit that is given twice', async () => {
    const { send, projectId } = await newTenant()
    const { status, body } = await send('GET', `/projects/${projectId}/tasks?limit=1&limit=2`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { message: 'limit must be given once' } })
  })

  it('answers 400 for a cursor with any character changed, or of another project or account', async () => {
    const tenant = await newTenant()
    const foreign = await newTenant()
    const otherProject = await tenant.newProject()
    await tenant.createTask()
    await tenant.createTask()
    const cursor = String((await page(tenant, '?limit=1')).next_cursor)
    const changed = Array.from(cursor, (letter, index) => {
      const other = letter === 'A' ? 'B' : 'A'
      return cursor.slice(0, index) + other + cursor.slice(index + 1)
    })
    for (const wrong of [...changed, '', 'x', cursor.slice(1), `${cursor}A`]) {
      const { status, body } = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?cursor=${wrong}`)
      expect(status).toBe(400)
      expect(body).toEqual(badCursorBody)
    }
    expect((await tenant.send('GET', `/projects/${otherProject}/tasks?cursor=${cursor}`)).body).toEqual(
      badCursorBody,
    )
    const { body } = await foreign.send('GET', `/projects/${foreign.projectId}/tasks?cursor=${cursor}`)
    expect(body).toEqual(badCursorBody)
  })

  it('has neither account nor token in a cursor', async () => {
    const tenant = await newTenant()
    await tenant.createTask()
    await tenant.createTask()
    const { next_cursor } = await page(tenant, '?limit=1')
    expect(Buffer.from(String(next_cursor), 'base64url').toString()).not.toContain(tenant.accountId)
  })

  it('answers the same 404 project_not_found for an unknown and a foreign project', async () => {
    const { send } = await newTenant()
    const foreign = await newTenant()
    await foreign.createTask()
    for (const id of ['11111111-1111-1111-1111-111111111111', foreign.projectId]) {
      const { status, body } = await send('GET', `/projects/${id}/tasks`)
      expect(status).toBe(404)
      expect(body).toEqual(errorBody('project_not_found', 'There is no such project.'))
    }
  })
})
