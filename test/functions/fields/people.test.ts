import { beforeAll, describe, expect, it, vi } from 'vitest'
import { removeMember, createMember } from '../../../lib/members/members.ts'
import { memberIdOf } from '../../../lib/members/member-item.ts'
import { signIn } from '../../../lib/members/sessions.ts'
import { get } from '../../../lib/table/read-items.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { anyTask, taskKey } from '../../../lib/tasks/task-item.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { taskEventOf } from '../../../lib/webhooks/task-event.ts'
import { tap } from '../../support/api.ts'
import { defineFields } from '../../support/definitions.ts'
import { readFeed } from '../../support/feed.ts'
import { newRule } from '../../support/rules.ts'
import { isOwnWork, withoutSharing } from '../../support/shared-counts.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { newForm } from '../forms/support.ts'
import { imported, sendFile } from '../projects/import-support.ts'
import { newEmail } from '../sign-in/try.ts'

interface Person {
  id: string
  email: string
}

interface Team extends TestTenant {
  ada: Person
  bob: Person
}

async function newMember(tenant: TestTenant, email = newEmail()): Promise<Person> {
  const { id } = await createMember(tenant, { email, role: 'admin' })
  return { id, email }
}

/** An account with two members, and the field `owner` of this type. */
async function newTeam(): Promise<Team> {
  const tenant = await defineFields(await newTenant(), [{ key: 'owner', type: 'member' }])
  return { ...tenant, ada: await newMember(tenant), bob: await newMember(tenant) }
}

const taskIn = (body: unknown) => (body as { task: Task }).task // held against its declaration
const tasksIn = (body: unknown) => (body as { tasks: Task[] }).tasks // as above
const read = async (tenant: TestTenant, id: string) =>
  taskIn((await tenant.send('GET', `/tasks/${id}`)).body).fields?.owner
const labelsIn = (body: unknown) => tasksIn(body).map(({ label }) => label)

const absent =
  'must be the id or the e-mail address of a member of the account: an administrator adds members'
const refused = (path: string) => ({
  status: 400,
  body: { error: { code: 'invalid_request', details: [{ path, message: absent }] } },
})

describe('a member in a field', () => {
  let team: Team
  beforeAll(async () => {
    team = await newTeam()
  })

  it('is named by id, by e-mail address in any case, or as answers show it, and shown with both', async () => {
    const { ada } = team
    for (const owner of [ada.id, ada.id.toUpperCase(), ` ${ada.email.toUpperCase()} `, ada]) {
      const created = await team.createTask({ fields: { owner } })
      expect(created.fields).toEqual({ owner: ada })
      expect(await read(team, created.id)).toEqual(ada)
    }
  })

  it('is set by a change, a bulk request and a conditional change, and taken off by null', async () => {
    const { ada, bob, projectId } = team
    const { id } = await team.createTask({ label: 'Mine' })
    const change = async (owner: unknown) =>
      taskIn((await team.send('PATCH', `/tasks/${id}`, { body: { fields: { owner } } })).body).fields
    expect(await change(ada.email)).toEqual({ owner: ada })
    const operations = [
      { op: 'update', id, fields: { owner: bob.email } },
      { op: 'create', projectId, label: 'New', fields: { owner: ada.id } },
    ]
    const bulk = await team.send('POST', '/tasks/bulk', { body: { operations } })
    expect(bulk.body).toMatchObject({
      results: [{ task: { fields: { owner: bob } } }, { task: { fields: { owner: ada } } }],
    })
    const where = { q: 'mine', fields: { owner: bob.email } }
    const path = `/projects/${projectId}/tasks`
    const set = { fields: { owner: ada.email } }
    expect((await team.send('PATCH', path, { body: { where, set } })).body).toMatchObject({ updated: 1 })
    expect(await read(team, id)).toEqual(ada)
    expect(await change(null)).toBeUndefined()
  })

  it('is refused if the account has no such member, also if another account has', async () => {
    const other = await newTeam()
    const { id } = await team.createTask({ fields: { owner: team.ada.id } })
    const { projectId } = team
    for (const owner of [
      other.ada.id,
      other.ada.email,
      newEmail(),
      'ada',
      'ä@example.com',
      '\ud800@x',
      1,
      {},
    ]) {
      const fields = { owner }
      expect(await team.send('PATCH', `/tasks/${id}`, { body: { fields } })).toMatchObject(
        refused('fields.owner'),
      )
      const body = { projectId, label: 'New', fields }
      expect(await team.send('POST', '/tasks?dryRun=true', { body })).toMatchObject(refused('fields.owner'))
    }
    expect(await read(team, id)).toEqual(team.ada)
  })

  it('can be named as soon as the account has it', async () => {
    const email = newEmail()
    const body = { projectId: team.projectId, label: 'New', fields: { owner: email } }
    expect((await team.send('POST', '/tasks', { body })).status).toBe(400)
    const member = await newMember(team, email)
    expect(taskIn((await team.send('POST', '/tasks', { body })).body).fields).toEqual({ owner: member })
  })

  it('stays as a name when it is removed, and a repeated request gets its answer', async () => {
    const member = await newMember(team)
    const sending = {
      body: { projectId: team.projectId, label: 'Kept', fields: { owner: member.id } },
      headers: { 'Idempotency-Key': 'kept' },
    }
    const created = taskIn((await team.send('POST', '/tasks', sending)).body)
    await removeMember(team, member.id)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 61_000)
      const change = { body: { label: 'Changed' } }
      expect((await team.send('PATCH', `/tasks/${created.id}`, change)).status).toBe(200)
      expect(await read(team, created.id)).toEqual(member)
      const found = await team.send('GET', `/tasks?fields[owner]=${member.email}`)
      expect(tasksIn(found.body)).toMatchObject([{ id: created.id, fields: { owner: member } }])
      const again = await team.send('POST', '/tasks', sending)
      expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
      expect(taskIn(again.body)).toEqual(created)
      const other = { body: { ...sending.body, label: 'Other' } }
      expect(await team.send('POST', '/tasks', other)).toMatchObject(refused('fields.owner'))
    } finally {
      vi.useRealTimers()
    }
  })

  it('is in the change feed, and in the event with who it was before', async () => {
    const { ada, bob } = team
    const { id } = await team.createTask({ fields: { owner: ada.id } })
    const itemOf = async () => anyTask(await get(team, taskKey(team, id)))
    const before = await itemOf()
    await team.send('PATCH', `/tasks/${id}`, { body: { fields: { owner: bob.id } } })
    const [after, { changes }] = [await itemOf(), await readFeed(team, '?limit=100')]
    expect(changes.find(({ task }) => task.id === id)?.task).toMatchObject({ fields: { owner: bob } })
    expect(before && after && taskEventOf(before, after)?.data).toMatchObject({
      changed: ['fields.owner'],
      previous: { fields: { owner: ada } },
      task: { fields: { owner: bob } },
    })
  })
})

describe('a search by a member', () => {
  it('finds tasks by id, by e-mail address and by me: the member of the session, or who made the token', async () => {
    const team = await newTeam()
    const { ada, bob, projectId } = team
    for (const [label, owner] of Object.entries({ Ada: ada.id, Bob: bob.id, Nobody: null }))
      await team.createTask({ label, fields: { owner } })
    const signedIn = await signIn(openStorage(Infinity), ada.email)
    if (!('secret' in signedIn)) throw new Error('There is no session.')
    const session = signedIn.secret
    const body = { name: 'Own', scopes: ['read', 'write'] }
    const made = (await team.send('POST', '/tokens', { token: session, body })).body as {
      token: { secret: string }
    }
    const cases = [
      { value: ada.id, token: team.token },
      { value: bob.email.toUpperCase(), token: team.token, label: 'Bob' },
      { value: newEmail(), token: team.token, label: null },
      { value: 'me', token: session },
      { value: 'me', token: made.token.secret },
    ]
    for (const { value, token, label = 'Ada' } of cases) {
      const labels = label === null ? [] : [label]
      const query = `fields[owner]=${encodeURIComponent(value)}`
      for (const path of [`/projects/${projectId}/tasks`, '/tasks'])
        expect(labelsIn((await team.send('GET', `${path}?${query}`, { token })).body), value).toEqual(labels)
      const where = { where: { fields: { owner: value } }, set: { status: 1 } }
      const change = { token, body: where }
      const path = `/projects/${projectId}/tasks?dryRun=true`
      expect((await team.send('PATCH', path, change)).body).toMatchObject({ matched: labels.length })
    }
    const unassigned = await team.send('GET', '/tasks?fields[owner.exists]=false')
    expect(labelsIn(unassigned.body)).toEqual(['Nobody'])
  })

  it.each([
    ['me', 'must not be me: no member has made this token, so name one by id or e-mail address'],
    ['Ada', 'must be me, or the id or the e-mail address of a member'],
  ])('refuses %s', async (value, message) => {
    const team = await newTeam()
    expect(await team.send('GET', `/tasks?fields[owner]=${value}`)).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'fields[owner]', message }] } },
    })
  })
})

describe('forms and files', () => {
  it('read an e-mail address, and leave out one of nobody with a warning', async () => {
    const team = await newTeam()
    const { ada } = team
    const form = await newForm(team, { mapping: { label: '{{label}}', fields: { owner: '{{who}}' } } })
    await form.submit({ label: 'Known', who: ada.email })
    await form.submit({ label: 'Unknown', who: 'nobody@example.com' })
    const { body } = await team.send('GET', `/projects/${team.projectId}/tasks`)
    expect(tasksIn(body).map(({ label, fields }) => [label, fields?.owner])).toEqual([
      ['Known', ada],
      ['Unknown', undefined],
    ])
    const [unknown] = await form.submissions()
    expect(unknown).toMatchObject({
      outcome: 'created',
      warnings: [`The field owner ${absent}: “nobody@example.com” is left out.`],
    })
  })

  it.each([
    ['csv', 'csv'],
    ['ndjson', 'json'],
  ])('export %s comes in again, also in another account with the same person', async (format, as) => {
    const team = await newTeam()
    const { ada, bob } = team
    await team.createTask({ label: 'Ada', fields: { owner: ada.id } })
    await team.createTask({ label: 'Bob', fields: { owner: bob.id } })
    const file = String((await team.send('GET', `/projects/${team.projectId}/export?format=${format}`)).body)
    if (format === 'csv') expect(file).toContain(`,${ada.email}\r\n`)
    const other = await newTeam()
    const there = await newMember(other, ada.email)
    const report = await imported(other, as, file)
    expect(report).toMatchObject({ created: 2, warnings: [{ count: 1 }] })
    expect(report.warnings[0]?.message).toContain(bob.email)
    const { body } = await other.send('GET', `/projects/${other.projectId}/tasks`)
    expect(there.id).toBe(memberIdOf(other.accountId, ada.email))
    expect(tasksIn(body).map(({ fields }) => fields?.owner)).toEqual([there, undefined])
  })

  it('look each member up once, whatever the rows', async () => {
    const team = await newTeam()
    const rows = Array.from(
      { length: 30 },
      (_, n) => `Task ${n},${n % 2 ? team.ada.email : 'no@example.com'}`,
    )
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 61_000)
      await team.send('GET', '/tokens/self')
      tap.reset()
      await sendFile(team, 'csv', ['label,owner', ...rows].join('\n'))
      const reads = tap.exchanges.filter(({ operation }) => operation === 'GetItem')
      expect(reads).toHaveLength(3) // the definitions, and two members
    } finally {
      tap.reset()
      vi.useRealTimers()
    }
  })
})

describe('a rule', () => {
  const daily = { type: 'schedule', rrule: 'FREQ=DAILY', start: '2026-01-01T09:00', timeZone: 'UTC' }

  it('gives its tasks a member, and finds tasks by one', async () => {
    const team = await newTeam()
    const { ada, bob } = team
    const { id } = await team.createTask({ label: 'Old', fields: { owner: ada.id } })
    const where = { fields: { owner: ada.email } }
    const rule = await newRule(team, daily, {
      type: 'update_tasks',
      where,
      set: { fields: { owner: bob.email } },
    })
    expect((await team.send('POST', `/rules/${rule.id}/runs`, { body: {} })).status).toBe(201)
    expect(await read(team, id)).toEqual(bob)
  })

  it.each([
    [
      'a search for me',
      { where: { fields: { owner: 'me' } } },
      'action.where.fields.owner',
      'must not be me',
    ],
    ['nobody', { set: { fields: { owner: 'no@example.com' } } }, 'action.set.fields.owner', 'a member of'],
  ])('with %s is refused', async (_, parts, path, message) => {
    const team = await newTeam()
    const action = { type: 'update_tasks', where: { status: [0] }, set: { status: 2 }, ...parts }
    const body = { projectId: team.projectId, label: 'Wrong', trigger: daily, action }
    expect(await team.send('POST', '/rules', { body })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path, message: expect.stringContaining(message) as unknown }] } },
    })
  })
})

describe('what a member costs', () => {
  const sent = () => tap.exchanges.filter(isOwnWork).map(({ operation, units }) => `${operation} ${units}`)

  it('is one read within a minute, and nothing in a search', async () => {
    const team = await newTeam()
    const { id } = await team.createTask()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 61_000)
      const change = (owner: string | null) =>
        team.send('PATCH', `/tasks/${id}`, { body: { fields: { owner } } })
      await team.send('GET', `/tasks/${id}`) // reads the token
      const costOf = async (work: () => Promise<unknown>) => {
        tap.reset()
        tap.answerInstead = withoutSharing
        await work()
        return sent()
      }
      expect(await costOf(() => change(team.ada.email))).toEqual(['GetItem 1', 'GetItem 1', 'UpdateItem 4'])
      expect(await costOf(() => change(team.ada.id))).toEqual(['UpdateItem 4'])
      expect(await costOf(() => change(team.bob.id))).toEqual(['GetItem 1', 'UpdateItem 4'])
      expect(await costOf(() => change(null))).toEqual(['UpdateItem 4'])
      const search = () => team.send('GET', `/tasks?fields[owner]=${team.ada.email}`)
      expect(await costOf(search)).toEqual(['Query 0.5'])
    } finally {
      tap.reset()
      vi.useRealTimers()
    }
  })
})
