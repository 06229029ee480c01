import { describe, expect, it } from 'vitest'
import type { TaskItem } from '../../../lib/tasks/task-item.ts'
import { send, tap } from '../../support/api.ts'
import type { Feed } from '../../support/feed.ts'
import { storeTasks } from '../../support/stored-tasks.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

const mostUnits = 512

/** More than 5 MB of tasks, of which the last is another one. */
function manyTasks(last: Partial<TaskItem>): Partial<TaskItem>[] {
  const description = '🎈'.repeat(10_000)
  return Array.from({ length: 130 }, (_, n) => ({
    ...{ description, writer: 'a::echo:', updated_at: new Date(Date.now() - 60_000 + n).toISOString() },
    ...(n === 129 && last),
  }))
}

const readers: {
  name: string
  query: string
  last: Partial<TaskItem>
  tokenOf?: (tenant: TestTenant) => Promise<string>
}[] = [
  { name: 'that leaves out an origin', query: 'excludeOriginId=echo&', last: { writer: 'a::other:' } },
  {
    name: 'with a bound token',
    query: '',
    last: {},
    tokenOf: async (tenant) => tenant.boundToken(await tenant.newProject()),
  },
]

describe('GET /changes of much text', () => {
  it.each(readers)(
    'reads 4 MiB at most for a reader $name, and goes on with the next request',
    async (reader) => {
      const tenant = await newTenant()
      const token = (await reader.tokenOf?.(tenant)) ?? tenant.token
      const ids = await storeTasks(tenant, manyTasks(reader.last))
      await send('GET', '/tokens/self', { token })
      const feeds: Feed[] = []
      let cursor = ''
      do {
        tap.reset()
        const { status, body } = await send('GET', `/changes?${reader.query}${cursor}`, { token })
        expect(status).toBe(200)
        const queries = tap.exchanges.filter(({ operation }) => operation === 'Query')
        expect(queries.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(mostUnits)
        const feed = body as Feed // held against the contract by `send`
        feeds.push(feed)
        cursor = `cursor=${feed.next_cursor}`
      } while (feeds.at(-1)?.has_more)
      expect(feeds.map(({ has_more }) => has_more)).toEqual([true, false])
      const seen = feeds.flatMap(({ changes }) => changes.map(({ task }) => task.id))
      expect(seen).toEqual(reader.tokenOf ? [] : [ids.at(-1)])
    },
  )
})
