import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../../functions/index.ts'
import type { Change } from '../../../lib/tasks/change.ts'
import { update } from '../../../lib/table/write-items.ts'
import { taskKey } from '../../../lib/tasks/task-item.ts'
import { updateTask } from '../../../lib/tasks/update.ts'
import { encodeWriter } from '../../../lib/tasks/writer.ts'
import { tap, type Sending } from '../../support/api.ts'
import { readFeed } from '../../support/feed.ts'
import { taskEventsOf } from '../../support/stream.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

afterEach(() => {
  tap.reset()
})

const from = (originId: string): Sending => ({ headers: { 'Origin-Id': originId } })

/** The id of the token that a tenant's requests carry. */
async function ownTokenId({ send }: TestTenant): Promise<string> {
  const { body } = await send('GET', '/tokens/self')
  return (body as { token: { id: string } }).token.id
}

/** The feed's entry of a task. */
async function changeOf(tenant: TestTenant, taskId: string): Promise<Change> {
  const change = (await readFeed(tenant)).changes.find(({ task }) => task.id === taskId)
  if (!change) throw new Error('the feed does not hold the task')
  return change
}

interface Write {
  name: string
  write: (tenant: TestTenant, taskId: string, sending: Sending) => Promise<unknown>
}

const writes: Write[] = [
  {
    name: 'a change in place',
    write: ({ send }, id, s) => send('PATCH', `/tasks/${id}`, { ...s, body: { status: 1 } }),
  },
  {
    name: 'a change of lane',
    write: async ({ send, newLane }, id, s) =>
      send('PATCH', `/tasks/${id}`, { ...s, body: { workflowLaneId: await newLane() } }),
  },
  {
    name: 'a move',
    write: ({ send }, id, s) => send('POST', `/tasks/${id}/move`, { ...s, body: { to: 'top' } }),
  },
  {
    name: 'a new subtask',
    write: ({ send }, id, s) => send('POST', `/tasks/${id}/subtasks`, { ...s, body: { label: 'Part' } }),
  },
  { name: 'a deletion', write: ({ send }, id, s) => send('DELETE', `/tasks/${id}`, s) },
  {
    name: 'a restore',
    write: async ({ send }, id, s) => {
      await send('DELETE', `/tasks/${id}`, from('somebody-else'))
      return send('POST', `/tasks/${id}/restore`, s)
    },
  },
  {
    name: 'the deletion of its lane',
    write: async ({ send, newLane, projectId }, id, s) => {
      const laneId = await newLane()
      await send('PATCH', `/tasks/${id}`, { ...from('somebody-else'), body: { workflowLaneId: laneId } })
      return send('DELETE', `/projects/${projectId}/lanes/${laneId}`, s)
    },
  },
]

describe('the origin of a change', () => {
  it('names token and Origin-Id of a new task', async () => {
    const tenant = await newTenant()
    const { body } = await tenant.send('POST', '/tasks', {
      ...from('crm.sync_1-a'),
      body: { projectId: tenant.projectId, label: 'New' },
    })
    const { id } = (body as { task: { id: string } }).task
    expect((await changeOf(tenant, id)).origin).toEqual({
      via: 'api',
      token_id: await ownTokenId(tenant),
      origin_id: 'crm.sync_1-a',
      member_id: null,
      rule_id: null,
    })
  })

  it.each(writes)(
    'is that of the last write after $name, with an Origin-Id and without',
    async ({ write }) => {
      const tenant = await newTenant()
      const token_id = await ownTokenId(tenant)
      for (const origin_id of ['theirs', null]) {
        const { id } = await tenant.createTask()
        await write(tenant, id, origin_id === null ? {} : from(origin_id))
        expect((await changeOf(tenant, id)).origin).toEqual({
          via: 'api',
          token_id,
          origin_id,
          member_id: null,
          rule_id: null,
        })
      }
    },
  )

  it('names the rule that wrote, in the feed, in a task and in its event', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const rule_id = randomUUID()
    const origin = { via: 'rule', token_id: null, origin_id: null, member_id: null, rule_id } as const
    const write = () => updateTask({ ...tenant, writer: encodeWriter(origin) }, id, { status: 1 })
    const [event] = await taskEventsOf(tenant, write)
    expect(event).toMatchObject({ type: 'task.updated', data: { origin } })
    expect((await changeOf(tenant, id)).origin).toEqual(origin)
    const { body } = await tenant.send('GET', `/tasks/${id}?include=origin`)
    expect(body).toMatchObject({ origin, member: null })
    // nobody's echo
    const { changes } = await readFeed(tenant, '?excludeSelf=true&excludeOriginId=crm')
    expect(changes.map(({ task }) => task.id)).toEqual([id])
  })

  it('is null for a task that an earlier release wrote', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    await update(tenant, { Key: taskKey(tenant, id), UpdateExpression: 'REMOVE writer' })
    expect((await changeOf(tenant, id)).origin).toBeNull()
  })

  it('may be named in every request that writes tasks', () => {
    const reading = new Set(['tasks.get', 'tasks.list', 'tasks.history'])
    const writing = endpoints.filter(
      ({ id }) => (/^(tasks|subtasks)\./.test(id) && !reading.has(id)) || id === 'lanes.delete',
    )
    expect(writing.filter(({ headers }) => !headers || !('origin-id' in headers.shape))).toEqual([])
  })

  it.each(['', 'a'.repeat(65), 'with space', 'a:b', 'ä'])(
    '%j is refused with 400, and nothing is stored',
    async (originId) => {
      const tenant = await newTenant()
      const { status, body } = await tenant.send('POST', '/tasks', {
        headers: { 'Origin-Id': Buffer.from(originId).toString('latin1') },
        body: { projectId: tenant.projectId, label: 'New' },
      })
      expect(status).toBe(400)
      const message = 'must be 1 to 64 of the characters A–Z a–z 0–9 . _ -'
      expect(body).toMatchObject({ error: { code: 'invalid_request', details: [{ message }] } })
      expect(await tenant.taskCount()).toBe(0)
    },
  )
})

describe('the id of a change', () => {
  it('names task and time of the write, and is another one after each write', async () => {
    const tenant = await newTenant()
    const task = await tenant.createTask()
    const first = await changeOf(tenant, task.id)
    expect(first.id).toBe(`evt_${task.id.replaceAll('-', '')}_${Date.parse(task.updated_at)}`)
    expect(first.version).toBe(1)
    await tenant.send('PATCH', `/tasks/${task.id}`, { body: { status: 2 } })
    await tenant.send('DELETE', `/tasks/${task.id}`)
    const last = await changeOf(tenant, task.id)
    expect(last).toMatchObject({ type: 'deleted', version: 3 })
    expect(last.id).not.toBe(first.id)
  })
})

/** A tenant with four tasks, written by two origins, by none, and by another token; their ids by name. */
async function fourWriters() {
  const tenant = await newTenant()
  const other = await tenant.newToken(['write'])
  const create = async (sending: Sending) => {
    const { body } = await tenant.send('POST', '/tasks', {
      ...sending,
      body: { projectId: tenant.projectId, label: 'New' },
    })
    return (body as { task: { id: string } }).task.id
  }
  const ids = {
    crm: await create(from('crm')),
    crm2: await create(from('crm2')),
    none: await create({}),
    other: await create({ token: other }),
  }
  const namesOf = (changes: Change[]) =>
    changes.map(({ task }) => Object.entries(ids).find(([, id]) => id === task.id)?.[0])
  return { tenant, namesOf }
}

describe('GET /changes without an echo', () => {
  it.each([
    ['excludeOriginId=crm', ['crm2', 'none', 'other']],
    ['excludeOriginId=crm&excludeOriginId=crm2', ['none', 'other']],
    ['excludeSelf=true', ['other']],
    ['excludeSelf=true&excludeOriginId=crm', ['other']],
    ['excludeSelf=false', ['crm', 'crm2', 'none', 'other']],
    ['excludeOriginId=cr', ['crm', 'crm2', 'none', 'other']],
  ])('?%s leaves out these writes and no others', async (query, names) => {
    const { tenant, namesOf } = await fourWriters()
    expect(namesOf((await readFeed(tenant, `?${query}`)).changes)).toEqual(names)
  })

  it('moves its cursor on past what is left out, page by page', async () => {
    const { tenant, namesOf } = await fourWriters()
    const first = await readFeed(tenant, '?excludeOriginId=crm&excludeOriginId=crm2&limit=1')
    expect(namesOf(first.changes)).toEqual(['none'])
    expect(first.has_more).toBe(true)
    const next = await readFeed(tenant, `?excludeSelf=true&limit=1&cursor=${first.next_cursor}`)
    expect(namesOf(next.changes)).toEqual(['other'])
    expect(next.has_more).toBe(false)
  })

  it('takes ten origins, and refuses more, and origins that nobody could have', async () => {
    const { send } = await newTenant()
    const origins = (count: number) => Array.from({ length: count }, (_, n) => `excludeOriginId=o${n}`)
    expect((await send('GET', `/changes?${origins(10).join('&')}`)).status).toBe(200)
    const many = await send('GET', `/changes?${origins(11).join('&')}`)
    const message = 'must name at most 10 different origins'
    expect(many.body).toEqual(
      errorBody('invalid_request', `excludeOriginId ${message}`, {
        details: [{ path: 'excludeOriginId', message }],
      }),
    )
    expect((await send('GET', '/changes?excludeOriginId=a:b')).status).toBe(400)
    expect((await send('GET', '/changes?excludeSelf=yes')).status).toBe(400)
  })
})
