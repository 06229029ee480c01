import { describe, expect, it } from 'vitest'
import { ChangeFeed } from '../../client/src/changes.ts'
import type { Change } from '../../client/src/index.ts'
import { openHttp } from '../../client/src/http.ts'
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

  it('reach every operation on projects, lanes and tokens', async () => {
    const { projects, lanes, tokens } = clientFor((await newTenant()).token)
    const { project } = await projects.create({ label: 'P' })
    const { laneId } = await lanes.create(project.id, { label: 'L' })
    const renamed = await lanes.update(project.id, laneId, { label: 'M' })
    expect(renamed.project.workflow_lanes).toEqual([{ id: laneId, label: 'M' }])
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
  it('goes through all pages, with its filter', async () => {
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

/** A feed of pages that were made up, and the cursors that it asked for. */
function feedOf(
  pages: { ids: string[]; more: boolean }[],
  options: ConstructorParameters<typeof ChangeFeed>[1],
) {
  const asked: (string | null)[] = []
  const http = openHttp({
    baseUrl: 'http://localhost/v1',
    token: 't',
    fetch: (request) => {
      asked.push(new URL(request.url).searchParams.get('cursor'))
      const { ids, more } = pages[asked.length - 1] ?? { ids: [], more: false }
      const changes = ids.map((id) => ({ type: 'deleted', task: { id } }))
      return Promise.resolve(Response.json({ changes, next_cursor: `c${asked.length}`, has_more: more }))
    },
  })
  return { feed: new ChangeFeed(http, options), asked }
}

const pages = [
  { ids: ['a', 'b'], more: true },
  { ids: ['c'], more: false },
  { ids: ['d'], more: false },
]

describe('the change feed', () => {
  it('hands out what has changed in the account, deletions included, and where to go on', async () => {
    const { token, createTask } = await newTenant()
    const client = clientFor(token)
    const [kept, gone] = [await createTask(), await createTask()]
    await client.tasks.delete(gone.id)
    const feed = client.changes({ limit: 1 })
    const changes: Change[] = await collect(feed)
    expect(changes.map(({ type, task }) => [type, task.id])).toEqual([
      ['updated', kept.id],
      ['deleted', gone.id],
    ])
    expect(feed.cursor).toEqual(expect.any(String))
    expect(await collect(client.changes({ cursor: feed.cursor }))).toHaveLength(2) // not settled yet
  })

  it('moves its cursor on only when a page has been handled', async () => {
    const { feed, asked } = feedOf(pages, { cursor: 'c0' })
    for await (const { task } of feed) if (task.id === 'b') break
    expect(feed.cursor).toBe('c0')
    const seen = []
    for await (const { task } of feed) {
      seen.push(task.id)
      break
    }
    expect({ asked, seen }).toEqual({ asked: ['c0', 'c0'], seen: ['c'] })
  })

  it('tells the cursor to store after each page, and polls until it is aborted', async () => {
    const stored: string[] = []
    const abort = new AbortController()
    const onCursor = (cursor: string) => {
      stored.push(cursor)
    }
    const { feed, asked } = feedOf(pages, { pollMs: 5, onCursor, signal: abort.signal })
    const seen: string[] = []
    const reading = (async () => {
      for await (const { task } of feed) {
        seen.push(task.id)
        if (task.id === 'd') abort.abort(new Error('stop'))
      }
    })()
    await expect(reading).rejects.toThrow('stop')
    expect(seen).toEqual(['a', 'b', 'c', 'd'])
    expect(stored).toEqual(['c1', 'c2', 'c3'])
    expect(asked).toEqual([null, 'c1', 'c2'])
  })
})
