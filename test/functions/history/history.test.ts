import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HistoryEntry } from '../../../lib/history/entry.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { createMember, removeMember } from '../../../lib/members/members.ts'
import { signIn } from '../../../lib/members/sessions.ts'
import { allEntries, historyOf, pageOf, remembered } from '../../support/history.ts'
import { rounds } from '../../support/rounds.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

afterEach(() => {
  vi.useRealTimers()
})

const change = (tenant: TestTenant, id: string, body: object, token = tenant.token) =>
  remembered(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body, token }))

const labelsOf = (entries: readonly HistoryEntry[]) => entries.map(({ label }) => label)

describe('GET /tasks/{id}/history', () => {
  it('answers the writes of the task alone, newest first, with what they changed', async () => {
    const tenant = await newTenant()
    const task = await remembered(tenant, () => tenant.createTask({ externalId: 'one' }))
    await remembered(tenant, () => tenant.createTask())
    await change(tenant, task.id, { label: 'Second', status: 1 })
    const { entries, next_cursor } = await pageOf(tenant, '/tasks/ext:one/history')
    expect(next_cursor).toBeNull()
    expect(entries).toEqual([
      {
        ...{ id: expect.stringMatching(/^evt_/) as string, type: 'task.updated' },
        ...{ at: expect.any(String) as string, task_id: task.id, project_id: tenant.projectId },
        ...{ label: 'Second', version: 2, changed: ['label', 'status'] },
        previous: { label: 'A task', status: 0 },
        origin: expect.objectContaining({ via: 'api' }) as object,
        member: null,
      },
      expect.objectContaining({ type: 'task.created', version: 1, at: task.created_at }),
    ])
    const { body } = await tenant.send('GET', '/changes')
    const { changes } = body as { changes: { id: string; task: Task }[] }
    expect(changes.find((one) => one.task.id === task.id)?.id).toBe(entries[0]?.id)
  })

  it('comes in pages, without the writes that changed nothing', async () => {
    const tenant = await newTenant()
    const { id } = await remembered(tenant, () => tenant.createTask({ label: '0' }))
    for (const label of ['1', '1', '2', '2', '3']) await change(tenant, id, { label })
    expect(labelsOf(await historyOf(tenant, id))).toEqual(['3', '2', '1', '0'])
    for (const limit of [1, 2, 3, 4])
      expect(labelsOf(await allEntries(tenant, `/tasks/${id}/history?limit=${limit}`))).toEqual([
        ...['3', '2', '1', '0'],
      ])
  })

  it('answers that of a task in the trash, and none of a task that is purged or foreign', async () => {
    const tenant = await newTenant()
    const { id } = await remembered(tenant, () => tenant.createTask())
    await remembered(tenant, () => tenant.send('DELETE', `/tasks/${id}`))
    expect((await historyOf(tenant, id)).map(({ type }) => type)).toEqual(['task.deleted', 'task.created'])
    const other = await newTenant()
    const missing = { status: 404, body: { error: { code: 'task_not_found' } } }
    expect(await other.send('GET', `/tasks/${id}/history`)).toMatchObject(missing)
    vi.setSystemTime(Date.now() + 41 * 24 * 60 * 60 * 1000)
    expect(await tenant.send('GET', `/tasks/${id}/history`)).toMatchObject(missing)
  })

  it('forgets after the days of the account', async () => {
    const tenant = await newTenant({ historyDays: 2 })
    const { id } = await remembered(tenant, () => tenant.createTask())
    expect(await historyOf(tenant, id)).toHaveLength(1)
    vi.setSystemTime(Date.now() + 3 * 24 * 60 * 60 * 1000)
    expect(await historyOf(tenant, id)).toEqual([])
    expect(await allEntries(tenant, '/history')).toEqual([])
  })

  it('has nothing in an account that keeps none, nor of writes before it was kept', async () => {
    const tenant = await newTenant({ historyDays: 0 })
    const { id } = await remembered(tenant, () => tenant.createTask())
    expect(await historyOf(tenant, id)).toEqual([])
    expect(await allEntries(tenant, '/history')).toEqual([])
    const other = await newTenant()
    expect(await historyOf(other, (await other.createTask()).id)).toEqual([])
  })

  it('says what it lacks of a task that is larger than 100 KiB', async () => {
    const tenant = await newTenant()
    const subtasks = Array.from({ length: 100 }, () => ({ label: '😀'.repeat(500) }))
    const { id } = await remembered(tenant, () => tenant.createTask({ subtasks, description: 'Long' }))
    await change(tenant, id, { description: 'Other' })
    const [entry] = await historyOf(tenant, id)
    expect(entry).toMatchObject({ changed: ['description'], truncated: ['description', 'subtasks'] })
    expect(entry?.previous).toEqual({})
  })
})

describe('GET /history', () => {
  it('answers the writes of all tasks, newest first, in pages', async () => {
    const tenant = await newTenant()
    for (const label of ['a', 'b', 'c', 'd', 'e'])
      await remembered(tenant, () => tenant.createTask({ label }))
    expect(labelsOf((await pageOf(tenant, '/history')).entries)).toEqual(['e', 'd', 'c', 'b', 'a'])
    for (const limit of [1, 2, 3, 4, 5])
      expect(labelsOf(await allEntries(tenant, `/history?limit=${limit}`))).toEqual([
        ...['e', 'd', 'c', 'b', 'a'],
      ])
    expect((await pageOf(tenant, '/history?limit=5')).next_cursor).toBeNull()
  })

  it('refuses a cursor of other filters', async () => {
    const tenant = await newTenant()
    for (const label of ['a', 'b']) await remembered(tenant, () => tenant.createTask({ label }))
    const { next_cursor } = await pageOf(tenant, '/history?limit=1')
    expect(next_cursor).not.toBeNull()
    const path = `/history?limit=1&via=api&cursor=${String(next_cursor)}`
    expect(await tenant.send('GET', path)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    })
  })

  it('finds what each filter asks for, whatever the size of the pages', async () => {
    const tenant = await newTenant()
    const other = await tenant.newProject()
    const second = await tenant.newToken(['read', 'write'])
    const { id } = await remembered(tenant, () => tenant.createTask({ label: '1' }))
    await change(tenant, id, { label: '2' }, second)
    await remembered(tenant, () =>
      tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 }, headers: { 'Origin-Id': 'sync' } }),
    )
    await change(tenant, id, { projectId: other })
    await remembered(tenant, () => tenant.createTask({ projectId: other }))
    const all = await allEntries(tenant, '/history')
    expect(all).toHaveLength(5)
    const at = (version: number) => all.find((one) => one.task_id === id && one.version === version)?.at ?? ''
    const tokenId = all.find(({ version }) => version === 2)?.origin?.token_id ?? ''
    const byQuery: [query: string, isMeant: (entry: HistoryEntry) => boolean, count: number][] = [
      [`projectId=${tenant.projectId}`, (one) => one.task_id === id, 4],
      [`projectId=${other}`, (one) => one.project_id === other, 2],
      [`tokenId=${tokenId}`, (one) => one.version === 2, 1],
      ['originId=sync', (one) => one.version === 3, 1],
      ['changed=status', ({ changed }) => changed.includes('status'), 1],
      ['changed=fields', () => false, 0],
      ['via=form', () => false, 0],
      [`memberId=${id}`, () => false, 0],
      [`ruleId=${id}`, () => false, 0],
      [`after=${at(2)}`, (one) => one.at > at(2), 3],
      [`before=${at(2)}`, (one) => one.at < at(2), 1],
      [`after=${at(1)}&before=${at(3)}`, (one) => one.version === 2, 1],
      [`after=${at(3)}&before=${at(1)}`, () => false, 0],
    ]
    for (const [query, isMeant, count] of byQuery) {
      for (const limit of [1, 2, 50]) {
        const found = await allEntries(tenant, `/history?${query}&limit=${limit}`)
        expect(found, query).toEqual(all.filter(isMeant))
        expect(found, query).toHaveLength(count)
      }
    }
  })

  it('names the member who wrote in a session, also when it is removed', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const writeAs = async (label: string) => {
      const email = `${crypto.randomUUID()}@example.com`
      const member = await createMember(tenant, { email, role: 'member' })
      const session = await signIn(tenant, email)
      if (!('secret' in session)) throw new Error('no session')
      await change(tenant, id, { label }, session.secret)
      return { id: member.id, email }
    }
    const [stays, goes] = [await writeAs('One'), await writeAs('Two')]
    await removeMember(tenant, goes.id)
    const nameless = { id: goes.id, email: null }
    expect(await historyOf(tenant, id)).toMatchObject([
      { label: 'Two', member: nameless },
      { label: 'One', member: stays },
    ])
    expect(labelsOf(await allEntries(tenant, `/history?memberId=${stays.id}`))).toEqual(['One'])
  })
})

describe('a token that is bound to a project', () => {
  const moves = fc.array(fc.nat(5), { minLength: 3, maxLength: 10 })

  it('sees what happened to a task while it was there, and nothing else', async () => {
    const tenant = await newTenant()
    const other = await tenant.newProject()
    const bound = await tenant.boundToken(tenant.projectId)
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        const { id } = await remembered(tenant, () => tenant.createTask({ label: 'here' }))
        let isHere = true
        const expected: string[] = ['task.created here']
        for (const [index, step] of steps.entries()) {
          const moved = step % 3 === 0
          if (moved) {
            isHere = !isHere
            await change(tenant, id, { projectId: isHere ? tenant.projectId : other })
            expected.push(isHere ? 'task.created moved' : 'task.deleted moved')
          } else {
            await change(tenant, id, { label: `${isHere ? 'here' : 'there'} ${index}` })
            if (isHere) expected.push(`task.updated here ${index}`)
          }
        }
        const seen = (await allEntries(tenant, '/history?limit=3', bound)).filter(
          ({ task_id }) => task_id === id,
        )
        const told = seen.map(({ type, reason, label }) => `${type} ${reason ?? label}`)
        expect(told.toReversed()).toEqual(expected)
        for (const entry of seen) {
          expect(entry.project_id).toBe(tenant.projectId)
          expect(JSON.stringify(entry)).not.toContain(other)
          if (entry.type === 'task.deleted') expect(entry.origin).toBeNull()
        }
        const own = await tenant.send('GET', `/tasks/${id}/history`, { token: bound })
        if (isHere) expect((own.body as { entries: HistoryEntry[] }).entries).toEqual(seen)
        else expect(own).toMatchObject({ status: 404, body: { error: { code: 'task_not_found' } } })
      }),
      { numRuns: rounds(6) },
    )
  })
})
