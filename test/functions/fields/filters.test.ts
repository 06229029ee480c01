import { describe, expect, it } from 'vitest'
import { copyDefinitions } from '../../../lib/fields/definitions.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { defineFields, ofEveryType, storedField } from '../../support/definitions.ts'
import { snapshot } from '../../support/requests.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const options = [{ value: 'high' }, { value: 'mid' }, { value: 'low' }]
const definitions = ofEveryType(options)

const tasks: [label: string, fields: object][] = [
  ['early', { due: '2026-01-01', priority: 'high', estimate: 1, billable: true, customer: 'Ada & Co' }],
  ['late', { due: '2026-12-31', priority: 'low', estimate: 3, billable: false, tags: ['high', 'low'] }],
  ['timed', { meeting: '2026-06-01T12:00:00Z', link: 'https://example.com', tags: ['mid'] }],
  ['bare', {}],
]

async function filled(): Promise<TestTenant> {
  const tenant = await defineFields(await newTenant(), definitions)
  for (const [label, fields] of tasks) await tenant.createTask({ label, fields })
  return tenant
}

const labelsOf = (body: unknown) => (body as { tasks: Task[] }).tasks.map(({ label }) => label).sort()

/** Conditions in a query, the same in a body, and the labels of the tasks that meet them. */
const cases: [query: string, where: object, labels: string[]][] = [
  ['fields[priority]=high', { priority: 'high' }, ['early']],
  ['fields%5Bpriority%5D=high', { priority: 'high' }, ['early']],
  ['fields[priority]=gone', { priority: 'gone' }, []],
  ['fields[due]=2026-01-01', { due: '2026-01-01' }, ['early']],
  ['fields[due.before]=2026-12-31', { due: { before: '2026-12-31' } }, ['early']],
  ['fields[due.after]=2026-01-01', { due: { after: '2026-01-01' } }, ['late']],
  [
    'fields[due.after]=2025-12-31&fields[due.before]=2027-01-01',
    { due: { after: '2025-12-31', before: '2027-01-01' } },
    ['early', 'late'],
  ],
  ['fields[estimate.min]=3', { estimate: { min: 3 } }, ['late']],
  ['fields[estimate.max]=1.0', { estimate: { max: 1 } }, ['early']],
  ['fields[estimate]=3', { estimate: 3 }, ['late']],
  ['fields[billable]=false', { billable: false }, ['late']],
  ['fields[tags]=high', { tags: 'high' }, ['late']],
  ['fields[customer]=Ada%20%26%20Co', { customer: 'Ada & Co' }, ['early']],
  [
    'fields[meeting.before]=2026-06-01T14:00:01%2B02:00',
    { meeting: { before: '2026-06-01T14:00:01+02:00' } },
    ['timed'],
  ],
  ['fields[link]=https://example.com/', { link: 'https://example.com/' }, ['timed']],
  ['fields[due.exists]=false', { due: { exists: false } }, ['bare', 'timed']],
  ['fields[due.exists]=true&fields[priority]=low', { due: { exists: true }, priority: 'low' }, ['late']],
]

describe('a filter by fields', () => {
  it('finds the same in a list, in the list of all projects, and in a conditional change', async () => {
    const tenant = await filled()
    for (const [query, fields, labels] of cases) {
      const list = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?${query}`)
      expect({ query, labels: labelsOf(list.body) }).toEqual({ query, labels })
      const all = await tenant.send('GET', `/tasks?${query}`)
      expect({ query, labels: labelsOf(all.body) }).toEqual({ query, labels })
      const body = { where: { fields }, set: { status: 2 } }
      const change = await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks?dryRun=true`, { body })
      expect(change).toMatchObject({ status: 200, body: { matched: labels.length } })
    }
  })

  it.each([
    ['fields[nope]=1', { nope: 1 }, 'is not a field of the account'],
    [
      'fields[due.min]=1',
      { due: { min: 1 } },
      'is no filter of a field of the type date: such a field has before, after, exists',
    ],
    [
      'fields[due.equal]=2026-01-01',
      { due: { equal: '2026-01-01' } },
      'is no filter of a field of the type date',
    ],
    ['fields[due.]=2026-01-01', { due: { '': '2026-01-01' } }, 'is no filter of a field of the type date'],
    ['fields[due]=soon', { due: 'soon' }, 'must be a date such as 2026-12-24'],
    ['fields[estimate.min]=', { estimate: { min: '3' } }, 'must be a number from'],
    ['fields[billable]=yes', { billable: 'yes' }, 'must be true or false'],
    ['fields[due.exists]=1', { due: { exists: 1 } }, 'must be true or false'],
    ['fields[due]=2026-01-01&fields[due]=2026-01-02', { due: ['2026-01-01'] }, 'must be'],
    ['fields[tags]=', { tags: ['high'] }, 'must be'],
    ['fields[priority]=', { priority: {} }, 'must be the value of an option'],
    ['fields[estimate]=', { estimate: {} }, 'must be a number from'],
    ['fields[gone]=', { gone: {} }, 'is not a field of the account'],
    ['fields[__proto__]=1', JSON.parse('{"__proto__": "x"}') as object, 'is not a field of the account'],
  ])('is refused: %s', async (query, fields, message) => {
    const tenant = await filled()
    const list = await tenant.send('GET', `/projects/${tenant.projectId}/tasks?${query}`)
    const path = /fields\[[^\]]*\]/.exec(query)?.[0]
    expect(list).toMatchObject({
      status: 400,
      body: { error: { details: [{ path, message: expect.stringContaining(message) as unknown }] } },
    })
    const body = { where: { fields }, set: { status: 2 } }
    const change = await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body })
    expect(change).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect((change.body as { error: { message: string } }).error.message).toMatch(/^where\.fields/)
  })

  it('has at most ten conditions, and either a value or operators for a key', async () => {
    const tenant = await filled()
    const many = Array.from({ length: 11 }, (_, n) => `fields[key_${n}]=1`).join('&')
    for (const [query, message] of [
      [many, 'fields must have at most 10 conditions'],
      [
        'fields[due]=2026-01-01&fields[due.before]=2027-01-01',
        'fields.due must have a value or operators, not both',
      ],
      ['fields=high', 'fields must name a field: fields[priority]=high'],
      ['fields=high&fields[due]=2026-01-01', 'fields must name a field: fields[priority]=high'],
      ['fields[due]=2026-01-01&fields=high', 'fields must name a field: fields[priority]=high'],
    ]) {
      const reply = await tenant.send('GET', `/tasks?${query}`)
      expect(reply).toMatchObject({ status: 400, body: { error: { message } } })
    }
    const fields = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`key_${n}`, 'x']))
    const body = { where: { fields }, set: { status: 2 } }
    expect(await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body })).toMatchObject({
      status: 400,
      body: { error: { message: 'where.fields must have at most 10 conditions' } },
    })
  })

  it('of a deleted field still finds what tasks have', async () => {
    const tenant = await filled()
    await tenant.send('DELETE', '/fields/due')
    const list = await tenant.send('GET', '/tasks?fields[due.before]=2026-06-01')
    expect(labelsOf(list.body)).toEqual(['early'])
  })

  it('that is refused changes nothing, whatever else is asked for', async () => {
    const tenant = await filled()
    const before = await snapshot(tenant)
    const body = { where: { status: 0, fields: { due: {} } }, set: { status: 2 } }
    expect(await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body })).toMatchObject({
      status: 400,
      body: {
        error: { details: [{ path: 'where.fields.due', message: 'must be a date such as 2026-12-24' }] },
      },
    })
    expect(await snapshot(tenant)).toEqual(before)
  })

  it('that is empty is no condition', async () => {
    const tenant = await filled()
    const body = { where: { fields: {} }, set: { status: 2 } }
    expect(await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body })).toMatchObject({
      status: 400,
      body: { error: { message: 'where must say which tasks are meant: it is empty' } },
    })
  })
})

describe('a conditional change of values', () => {
  it('escalates what is overdue, once', async () => {
    const tenant = await filled()
    const body = {
      where: { status: 0, fields: { due: { before: '2026-11-24' } } },
      set: { fields: { priority: 'mid', estimate: null } },
    }
    const change = () => tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body })
    expect((await change()).body).toMatchObject({ matched: 1, updated: 1 })
    expect((await change()).body).toMatchObject({ matched: 0, updated: 0 })
    const { body: list } = await tenant.send('GET', '/tasks?fields[priority]=mid')
    expect((list as { tasks: Task[] }).tasks.map(({ fields }) => fields)).toEqual([
      { due: '2026-01-01', priority: 'mid', billable: true, customer: 'Ada & Co' },
    ])
  })

  it('refuses half of a surrogate pair as an option', async () => {
    const tenant = await newTenant()
    const options = [{ value: 'high' }]
    for (const type of ['select', 'multi_select']) {
      await tenant.send('POST', '/fields', { body: { key: type, label: type, type, options } })
      const body = { where: { fields: { [type]: '\udc00' } }, set: { status: 1 } }
      expect(await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body })).toMatchObject({
        status: 400,
        body: errorBody('invalid_request', `where.fields.${type} must be the value of an option`),
      })
    }
  })

  it('refuses a long name without sending all of it back', async () => {
    const tenant = await newTenant()
    const name = 'x'.repeat(5_000)
    const where = (fields: object) =>
      tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, {
        body: { where: { fields }, set: { status: 1 } },
      })
    const mapping = { label: 'New', fields: { [name]: '{{a}}' } }
    const replies = await Promise.all([
      tenant.send('GET', `/tasks?fields[${name}]=1`),
      where({ [name]: 'high' }),
      where({ due: { [name]: 'high' } }),
      tenant.send('POST', '/forms', { body: { projectId: tenant.projectId, name: 'Form', mapping } }),
    ])
    for (const { status, body } of replies) {
      expect(status).toBe(400)
      expect(JSON.stringify(body).length).toBeLessThan(1_000)
    }
  })

  it('takes all 50 fields with the longest keys at once', async () => {
    const tenant = await newTenant()
    const keys = Array.from({ length: 50 }, (_, n) =>
      `${'k'.repeat(38)}${n < 10 ? '0' : ''}${n}`.slice(0, 40),
    )
    for (const key of keys) {
      await tenant.send('POST', '/fields', { body: { key, label: key, type: 'text' } })
    }
    const { id } = await tenant.createTask()
    const fields = Object.fromEntries(keys.map((key) => [key, `of ${key}`]))
    const body = { where: { fields: { [String(keys[0])]: { exists: false } } }, set: { fields } }
    const change = await tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body })
    expect(change).toMatchObject({ status: 200, body: { updated: 1 } })
    const none = Object.fromEntries(keys.map((key) => [key, null]))
    const reply = await tenant.send('PATCH', `/tasks/${id}`, { body: { fields: none } })
    expect(reply.status).toBe(200)
    expect((reply.body as { task: Task }).task.fields).toBeUndefined()
  })
})

describe('a change of the values of all fields and of all deleted ones', () => {
  it('is one write of a task, and too much for a conditional change', async () => {
    const tenant = await newTenant()
    const keys = Array.from({ length: 250 }, (_, n) => `of_some_length_${String(n).padStart(3, '0')}`)
    await copyDefinitions(tenant, {
      fields: keys.slice(0, 50).map((key) => storedField({ key, type: 'text' })),
      retired: keys.slice(50).map((key) => ({ key, type: 'text' })),
    })
    const { id } = await tenant.createTask()
    const values = Object.fromEntries(keys.slice(0, 50).map((key) => [key, 'x']))
    const fields = { ...Object.fromEntries(keys.map((key) => [key, null])), ...values }
    const reply = await tenant.send('PATCH', `/tasks/${id}`, { body: { fields } })
    expect(reply).toMatchObject({ status: 200, body: { task: { fields: values } } })
    const change = (set: object) =>
      tenant.send('PATCH', `/projects/${tenant.projectId}/tasks`, { body: { where: { status: 0 }, set } })
    expect(await change({ fields })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'set.fields', message: 'must have at most 50 keys' }] } },
    })
    const none = Object.fromEntries(keys.slice(25, 75).map((key) => [key, null]))
    expect(await change({ fields: none })).toMatchObject({ status: 200, body: { updated: 1 } })
  })
})

describe('GET /tasks', () => {
  it('lists what changed last first, over all projects, without the trash', async () => {
    const tenant = await newTenant()
    const other = await tenant.newProject()
    const first = await tenant.createTask({ label: 'first' })
    await tenant.createTask({ label: 'second', projectId: other })
    const gone = await tenant.createTask({ label: 'gone' })
    await tenant.send('DELETE', `/tasks/${gone.id}`)
    await tenant.send('PATCH', `/tasks/${first.id}`, { body: { status: 1 } })
    const list = async (query = '') =>
      ((await tenant.send('GET', `/tasks${query}`)).body as { tasks: Task[] }).tasks.map(({ label }) => label)
    expect(await list()).toEqual(['first', 'second'])
    expect(await list('?order=oldest')).toEqual(['second', 'first'])
    expect(await list('?status=0')).toEqual(['second'])
    expect(await list(`?projectId=${other}`)).toEqual(['second'])
    expect(await list(`?projectId=${other}&projectId=${tenant.projectId}`)).toEqual(['first', 'second'])
    expect(await list('?q=SEC')).toEqual(['second'])
  })

  it.each(['', '&order=oldest', '&status=0'])('shows each of many on pages, in order: %s', async (query) => {
    const tenant = await newTenant()
    for (let n = 0; n < 7; n++) await tenant.createTask({ label: `${n}` })
    const gone = await tenant.createTask()
    await tenant.send('DELETE', `/tasks/${gone.id}`)
    const found: string[] = []
    let cursor: string | null = null
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await tenant.send('GET', `/tasks?limit=3${query}${next}`)
      const page = body as { tasks: Task[]; next_cursor: string | null } // checked against its declaration
      found.push(...page.tasks.map(({ label }) => label))
      cursor = page.next_cursor
    } while (cursor !== null)
    const labels = ['0', '1', '2', '3', '4', '5', '6']
    expect(found).toEqual(query === '&order=oldest' ? labels : labels.toReversed())
  })

  it('refuses an unknown project, the cursor of another list, and too many projects', async () => {
    const tenant = await newTenant()
    await tenant.createTask()
    await tenant.createTask()
    const absent = crypto.randomUUID()
    expect(
      await tenant.send('GET', `/tasks?projectId=${tenant.projectId}&projectId=${absent}`),
    ).toMatchObject({
      status: 404,
      body: errorBody('project_not_found', 'There is no such project.'),
    })
    const { body } = await tenant.send('GET', '/tasks?limit=1')
    const { next_cursor } = body as { next_cursor: string }
    expect((await tenant.send('GET', `/tasks?limit=1&order=oldest&cursor=${next_cursor}`)).status).toBe(400)
    const many = Array.from({ length: 11 }, () => `projectId=${crypto.randomUUID()}`)
    expect((await tenant.send('GET', `/tasks?${many.slice(1).join('&')}`)).status).toBe(404) // ten are taken
    expect(await tenant.send('GET', `/tasks?${many.join('&')}`)).toMatchObject({
      status: 400,
      body: { error: { message: 'projectId must be sent at most 10 times' } },
    })
  })
})
