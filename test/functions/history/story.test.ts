import { expect, it } from 'vitest'
import type { Change } from '../../../lib/tasks/change.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { readFeed } from '../../support/feed.ts'
import { allEntries, historyOf, remembered } from '../../support/history.ts'
import { takeAllBack, withAgent, write } from './support.ts'

const labelOf = (index: number) => `Task ${index}`

it('an agent completes 400 tasks and renames 30 wrongly; all but what a person did since is taken back, and comes back', async () => {
  const { tenant, agent, by } = await withAgent({ taskQuota: 1_000 })
  const numbers = Array.from({ length: 400 }, (_, index) => index)
  const bulk = async (token: string, operations: readonly object[]) => {
    const tasks: Task[] = []
    for (let from = 0; from < operations.length; from += 100) {
      const body = { operations: operations.slice(from, from + 100) }
      const answer = await remembered(tenant, () => tenant.send('POST', '/tasks/bulk', { token, body }))
      expect(answer.body).toMatchObject({ failed: 0 })
      tasks.push(...(answer.body as { results: { task: Task }[] }).results.map(({ task }) => task))
    }
    return tasks
  }
  const { projectId } = tenant
  const made = await bulk(
    tenant.token,
    numbers.map((index) => ({ op: 'create', projectId, label: labelOf(index) })),
  )
  const ids = made.map(({ id }) => id)
  await bulk(
    agent,
    ids.map((id, index) => ({ op: 'update', id, status: 2, ...(index < 30 && { label: 'Wrong' }) })),
  )
  for (const id of ids.slice(0, 5))
    await write(tenant, tenant.token, 'PATCH', `/tasks/${id}`, { label: 'A person’s' })

  /** What a mirror has that reads all of the feed. */
  const mirrored = async () => {
    const seen = new Map<string, Change>()
    let query = '?limit=100'
    for (;;) {
      const { changes, has_more, next_cursor } = await readFeed(tenant, query)
      for (const change of changes) seen.set(change.task.id, change)
      if (!has_more) break
      query = `?limit=100&cursor=${next_cursor}`
    }
    return ids.flatMap((id) => {
      const change = seen.get(id)
      return change?.type === 'updated' ? [change.task] : []
    })
  }
  const statesOf = (tasks: readonly Task[]) => tasks.map(({ label, status }) => `${status} ${label}`)
  const agents = await mirrored()

  const tried = await takeAllBack(tenant, { by }, { isDryRun: true })
  expect(tried).toMatchObject({ matched: 400, reverted: 400 })
  expect(tried.tasks.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const stays = ids.slice(0, 5).map((id) => ({
    ...{ id, label: 'A person’s', fields: ['label'], reason: 'changed_since' },
  }))
  expect(tried.kept).toHaveLength(5)
  expect(tried.kept).toEqual(expect.arrayContaining(stays))
  expect(statesOf(await mirrored())).toEqual(statesOf(agents))

  const done = await takeAllBack(tenant, { by }, { originId: 'taken-back' })
  expect(done).toEqual(tried)
  const back = await mirrored()
  expect(statesOf(back)).toEqual(numbers.map((index) => `0 ${index < 5 ? 'A person’s' : labelOf(index)}`))
  const [entry] = await historyOf(tenant, ids[7] ?? '')
  expect(entry).toMatchObject({
    ...{ type: 'task.reopened', changed: ['label', 'status'] },
    origin: { via: 'revert', origin_id: 'taken-back' },
  })

  // the entries are the events that webhooks get
  const events = await allEntries(tenant, '/history?originId=taken-back&limit=100')
  expect(events.map(({ type }) => type)).toEqual(ids.map(() => 'task.reopened'))
  const again = await takeAllBack(tenant, { by: { originId: 'taken-back' } }, { originId: 'undone' })
  expect(again).toMatchObject({ matched: 400, reverted: 400, kept: [] })
  expect(statesOf(await mirrored())).toEqual(statesOf(agents))
}, 300_000)
