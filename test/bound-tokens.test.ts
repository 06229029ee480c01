import { describe, expect, it } from 'vitest'
import { maxBoundProjects } from '../lib/contract/limits.ts'
import type { Submission } from '../lib/forms/submission.ts'
import type { Change } from '../lib/tasks/change.ts'
import type { Token } from '../lib/tokens/token.ts'
import { send, type Reply } from './support/api.ts'
import { idsIn, newScene, projectNotFound, sendWith, type Scene } from './support/bound.ts'
import { errorBody, newTenant } from './support/tenant.ts'

const taskNotFound = errorBody('task_not_found', 'There is no such task.')

const tokenOf = ({ body }: Reply) => (body as { token: Token & { secret: string } }).token

const mint = (by: Scene['bound'], body: object = {}) =>
  by('POST', '/tokens', { body: { name: 'New', scopes: ['read'], ...body } })

describe('POST /tokens', () => {
  it('binds a token to projects, and shows to which', async () => {
    const { tenant, own, other } = await newScene()
    const created = await mint(tenant.send, { projectIds: [own, other] })
    expect(tokenOf(created)).toMatchObject({ project_ids: [own, other] })
    const self = await send('GET', '/tokens/self', { token: tokenOf(created).secret })
    expect(self.body).toMatchObject({ token: { project_ids: [own, other] } })
    for (const projectIds of [null, undefined]) {
      expect(tokenOf(await mint(tenant.send, { projectIds }))).toMatchObject({ project_ids: null })
    }
  })

  it('refuses ids that are unknown or foreign, and makes no token', async () => {
    const { tenant, own } = await newScene()
    const { projectId: foreign } = await newTenant()
    const { body: before } = await tenant.send('GET', '/tokens')
    for (const id of [crypto.randomUUID(), foreign]) {
      const { status, body } = await mint(tenant.send, { projectIds: [own, id] })
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
    }
    expect((await tenant.send('GET', '/tokens')).body).toEqual(before)
  })

  it('refuses none, the same twice, and one too many', async () => {
    const { tenant, own } = await newScene()
    const many = Array.from({ length: maxBoundProjects + 1 }, () => crypto.randomUUID())
    for (const projectIds of [[], [own, own], [own, own.toUpperCase()], many]) {
      const { status, body } = await mint(tenant.send, { projectIds })
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'invalid_request',
            details: [{ path: 'projectIds', message: 'must name 1 to 10 different projects' }],
          },
        },
      })
    }
  })

  it('lets a bound token make tokens for its projects or fewer, and for its own by default', async () => {
    const { tenant, own, other } = await newScene()
    const maker = sendWith(await tenant.boundToken(own, other))
    expect(tokenOf(await mint(maker))).toMatchObject({ project_ids: [own, other] })
    expect(tokenOf(await mint(maker, { projectIds: [other] }))).toMatchObject({ project_ids: [other] })
    const third = await tenant.newProject()
    for (const projectIds of [null, [third], [own, third], [crypto.randomUUID()]]) {
      const { status, body } = await mint(maker, { projectIds })
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
    }
  })
})

describe('GET and DELETE /tokens', () => {
  it('show a bound token itself and those that see nothing beyond its projects', async () => {
    const { tenant, own, other, bound } = await newScene()
    const names = async () =>
      ((await bound('GET', '/tokens')).body as { tokens: Token[] }).tokens.map(({ name }) => name)
    const make = async (name: string, projectIds: string[] | null) =>
      tokenOf(await mint(tenant.send, { name, projectIds }))
    const gone = await tenant.newProject()
    const [beyond, wide, within, former] = [
      await make('beyond', [own, other]),
      await make('wide', null),
      await make('within', [own]),
      await make('former', [own, gone]),
    ]
    expect(await names()).toEqual(['Bound', 'within'])
    for (const { id } of [beyond, wide, former]) {
      expect(await bound('DELETE', `/tokens/${id}`)).toMatchObject({
        status: 404,
        body: errorBody('token_not_found', 'There is no such token.'),
      })
    }
    expect((await tenant.send('DELETE', `/projects/${gone}`)).status).toBe(200)
    expect(await names()).toEqual(['Bound', 'within', 'former'])
    for (const { id } of [within, former]) expect((await bound('DELETE', `/tokens/${id}`)).status).toBe(200)
    expect(await names()).toEqual(['Bound'])
  })
})

describe('lists', () => {
  it('have only what is in the projects of a bound token', async () => {
    const { tenant, own, other, bound } = await newScene()
    const mine = await tenant.createTask()
    await tenant.createTask({ projectId: other })
    expect(idsIn(await bound('GET', '/projects'), 'projects')).toEqual([own])
    for (const query of ['', '?order=oldest', `?projectId=${own}`, '?q=task']) {
      expect(idsIn(await bound('GET', `/tasks${query}`), 'tasks')).toEqual([mine.id])
    }
    for (const id of [other, crypto.randomUUID()]) {
      const { status, body } = await bound('GET', `/tasks?projectId=${own}&projectId=${id}`)
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
    }
    const { body } = await bound('GET', '/changes')
    expect((body as { changes: Change[] }).changes.map(({ task }) => task.id)).toEqual([mine.id])
  })

  it('come in pages', async () => {
    const { tenant, own, other } = await newScene()
    const third = await tenant.newProject()
    await tenant.newProject()
    const bound = sendWith(await tenant.boundToken(third, own, other))
    const found: (string | undefined)[] = []
    for (let query = '?limit=2'; query !== '';) {
      const page = await bound('GET', `/projects${query}`)
      found.push(...(idsIn(page, 'projects') ?? []))
      const { next_cursor } = page.body as { next_cursor: string | null }
      query = next_cursor === null ? '' : `?limit=2&cursor=${encodeURIComponent(next_cursor)}`
    }
    expect(found).toEqual([own, other, third]) // oldest first
  })

  it('are shorter by a project that was deleted since, and empty when all were', async () => {
    const { tenant, own, other } = await newScene()
    const bound = sendWith(await tenant.boundToken(own, other))
    await tenant.send('DELETE', `/projects/${other}`)
    expect(idsIn(await bound('GET', '/projects'), 'projects')).toEqual([own])
    await tenant.send('DELETE', `/projects/${own}`)
    expect(idsIn(await bound('GET', '/projects'), 'projects')).toEqual([])
    expect(idsIn(await bound('GET', '/tasks'), 'tasks')).toEqual([])
    expect((await bound('GET', '/changes')).body).toMatchObject({ changes: [], has_more: false })
    const { status, body } = await bound('POST', '/tasks', { body: { projectId: own, label: 'New' } })
    expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
  })
})

describe('the tokens that a bound token sees', () => {
  it('are none of projects that it never saw, even when these were deleted', async () => {
    const { tenant, own, other, bound } = await newScene()
    const foreign = await tenant.boundToken(other)
    const shared = sendWith(await tenant.boundToken(own, other))
    const idOf = async (by: typeof bound) =>
      ((await by('GET', '/tokens/self')).body as { token: { id: string } }).token.id
    const ids = [await idOf(bound), await idOf(shared)]
    const foreignId = await idOf(sendWith(foreign))
    await tenant.send('DELETE', `/projects/${other}`)
    const { tokens } = (await bound('GET', '/tokens')).body as { tokens: { id: string }[] }
    expect(tokens.map(({ id }) => id).sort()).toEqual(ids.sort())
    expect((await bound('DELETE', `/tokens/${foreignId}`)).status).toBe(404)
    expect((await send('GET', '/tokens/self', { token: foreign })).status).toBe(200)
  })
})

describe('writes of a bound token', () => {
  it('reach no task of another project, by any door', async () => {
    const { tenant, own, other, bound } = await newScene()
    const mine = await tenant.createTask()
    const foreign = await tenant.createTask({ projectId: other, externalId: 'there' })
    const refused = [
      await bound('PATCH', `/tasks/${foreign.id}`, { body: { label: 'x' } }),
      await bound('PATCH', '/tasks/ext:there', { body: { status: 2 } }),
      await bound('PATCH', `/tasks/${foreign.id}`, { body: { projectId: own } }),
      await bound('POST', `/tasks/${mine.id}/move`, { body: { beforeTaskId: foreign.id } }),
      await bound('POST', `/tasks/${foreign.id}/move`, { body: { to: 'top' } }),
      await bound('POST', `/tasks/${foreign.id}/subtasks`, { body: { label: 'x' } }),
      await bound('DELETE', '/tasks/ext:there'),
      await bound('POST', `/tasks/${foreign.id}/restore`),
    ]
    for (const { status, body } of refused)
      expect({ status, body }).toEqual({ status: 404, body: taskNotFound })
    const moved = await bound('PATCH', `/tasks/${mine.id}`, { body: { projectId: other } })
    expect({ status: moved.status, body: moved.body }).toEqual({ status: 404, body: projectNotFound })
    const operations = [
      { op: 'update', id: foreign.id, label: 'x' },
      { op: 'create', projectId: other, label: 'x' },
      { op: 'delete', id: 'ext:there' },
      { op: 'update', id: mine.id, label: 'Mine' },
    ]
    const { body } = await bound('POST', '/tasks/bulk', { body: { operations } })
    expect((body as { results: { status: number }[] }).results.map(({ status }) => status)).toEqual([
      404, 404, 404, 200,
    ])
    expect((await tenant.send('GET', `/tasks/${foreign.id}`)).body).toEqual({ task: foreign })
    expect(await tenant.taskCount(other)).toBe(1)
  })

  it('may rename its projects and change their lanes, but define no fields by an import', async () => {
    const { own, bound } = await newScene()
    expect((await bound('PATCH', `/projects/${own}`, { body: { label: 'Mine' } })).status).toBe(200)
    expect((await bound('POST', `/projects/${own}/lanes`, { body: { label: 'Lane' } })).status).toBe(201)
    const file = { body: 'label,fields.colour\nOne,red\n', headers: { 'Content-Type': 'text/csv' } }
    const path = `/projects/${own}/import?format=csv`
    expect((await bound('POST', `${path}&createFields=true`, file)).body).toMatchObject({
      error: { code: 'project_bound_token' },
    })
    expect((await bound('POST', path, file)).body).toMatchObject({ created: 1, fields_created: [] })
    expect((await bound('GET', '/fields')).body).toEqual({ fields: [] })
  })
})

describe('names', () => {
  const create = (by: Scene['bound'], body: object, key?: string) =>
    by('POST', '/tasks', {
      body: { label: 'A task', ...body },
      ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
    })

  it('of tasks elsewhere are taken, without telling by which', async () => {
    const { tenant, own, other, bound } = await newScene()
    const here = await tenant.createTask({ externalId: 'here' })
    await tenant.createTask({ projectId: other, externalId: 'there' })
    const message = 'A task with this externalId already exists or is in the trash: update or restore it.'
    const taken = async (externalId: string) => {
      const { status, body } = await create(bound, { projectId: own, externalId })
      return { status, body }
    }
    expect(await taken('here')).toEqual({
      status: 409,
      body: errorBody('external_id_exists', message, { task_id: here.id }),
    })
    expect(await taken('there')).toEqual({ status: 409, body: errorBody('external_id_exists', message) })
  })

  it('of requests elsewhere are used, and a repeat of its own gets the first answer', async () => {
    const { tenant, own, other, bound } = await newScene()
    await create(tenant.send, { projectId: other }, 'there')
    for (const projectId of [own, other]) {
      expect(await create(bound, { projectId }, 'there')).toMatchObject({
        status: 422,
        body: { error: { code: 'idempotency_key_reused' } },
      })
    }
    const first = await create(bound, { projectId: own }, 'mine')
    const again = await create(bound, { projectId: own }, 'mine')
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers['idempotency-replayed']).toBe('true')
  })
})

describe('forms of a bound token', () => {
  const formOf = ({ body }: Reply) => (body as { form: { id: string; url: string } }).form
  const newForm = async (by: Scene['bound'], projectId: string, settings: object = {}) =>
    by('POST', '/forms', { body: { name: 'Contact', projectId, ...settings } })
  const submit = (url: string, body: object) =>
    send('POST', `/hooks/${String(url.split('/').at(-1))}`, { body })

  it('are those of its projects', async () => {
    const { tenant, own, other, bound } = await newScene()
    const mine = formOf(await newForm(bound, own))
    const foreign = formOf(await newForm(tenant.send, other))
    expect(idsIn(await bound('GET', '/forms'), 'forms')).toEqual([mine.id])
    for (const { status, body } of [
      await newForm(bound, other),
      await bound('PATCH', `/forms/${mine.id}`, { body: { projectId: other } }),
    ]) {
      expect({ status, body }).toEqual({ status: 404, body: projectNotFound })
    }
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/submissions'],
      ['POST', '/replay'],
    ] as const) {
      expect((await bound(method, `/forms/${foreign.id}${path}`)).status).toBe(404)
    }
    expect((await tenant.send('GET', `/forms/${foreign.id}`)).status).toBe(200)
  })

  it('say of a duplicate whose task is elsewhere only that it is one', async () => {
    const { tenant, own, other, bound } = await newScene()
    const mapping = { externalId: '{{id}}', label: '{{id}}' }
    const form = formOf(await newForm(bound, own, { mapping }))
    await tenant.createTask({ projectId: other, externalId: 'there' })
    const here = await tenant.createTask({ externalId: 'here' })
    for (const id of ['there', 'here', 'new']) await submit(form.url, { id })
    const outcomes = async (by: Scene['bound']) => {
      const { body } = await by('GET', `/forms/${form.id}/submissions`)
      return (body as { submissions: Submission[] }).submissions
        .map(({ outcome, task_id }) => [outcome, task_id])
        .toReversed()
    }
    const made = expect.any(String) as string
    expect(await outcomes(bound)).toEqual([
      ['duplicate', null],
      ['duplicate', here.id],
      ['created', made],
    ])
    expect(await outcomes(tenant.send)).toEqual([
      ['duplicate', made],
      ['duplicate', here.id],
      ['created', made],
    ])
  })
})
