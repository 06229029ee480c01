import { afterEach, describe, expect, it, vi } from 'vitest'
import { tap } from '../../support/api.ts'
import { transactionUnits } from '../../support/local-units.ts'
import { errorBody, newTenant } from '../../support/tenant.ts'

const dayMs = 24 * 60 * 60 * 1000

const reused = errorBody(
  'idempotency_key_reused',
  'This Idempotency-Key was used for another request: use a new one.',
)

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
})

/** An account, and a function that sends creates with one key. */
async function withKey() {
  vi.useFakeTimers({ toFake: ['Date'] })
  const tenant = await newTenant()
  const create = (body: object = {}) =>
    tenant.send('POST', '/tasks', {
      body: { projectId: tenant.projectId, label: 'New', ...body },
      headers: { 'Idempotency-Key': 'form-1' },
    })
  return { tenant, create }
}

describe('an Idempotency-Key whose task cannot be restored because its project was deleted', () => {
  const lose = async (externalId?: string) => {
    const { tenant, create } = await withKey()
    const projectId = await tenant.newProject()
    const made = await create({ projectId, ...(externalId !== undefined && { externalId }) })
    const { task } = made.body as { task: { id: string } } // the test checks the status
    const replies = [made, await tenant.send('DELETE', `/tasks/${task.id}`)]
    replies.push(await tenant.send('DELETE', `/projects/${projectId}`))
    expect(replies.map(({ status }) => status)).toEqual([201, 200, 200])
    return { tenant, create, projectId }
  }

  it('answers a repeat with 404: the project does not exist', async () => {
    const { create, projectId } = await lose()
    const { status, body } = await create({ projectId })
    expect(status).toBe(404)
    expect(body).toEqual(errorBody('project_not_found', 'There is no such project.'))
  })

  it('is free for another request, which creates one task', async () => {
    const { tenant, create } = await lose()
    const [first, second] = [await create(), await create()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('is free for another request without an external id, which creates one task', async () => {
    const { tenant, create } = await lose('order-1')
    const [first, second] = [await create(), await create()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('is free for another request with the same external id, which creates one task', async () => {
    const { tenant, create } = await lose('order-1')
    const [first, second] = [await create({ externalId: 'order-1' }), await create({ externalId: 'order-1' })]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await tenant.taskCount()).toBe(1)
  })

  it('is free for another request with another external id, which creates one task', async () => {
    const { tenant, create } = await lose('order-1')
    const [first, second] = [await create({ externalId: 'order-2' }), await create({ externalId: 'order-2' })]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await tenant.taskCount()).toBe(1)
  })
})

describe('an Idempotency-Key whose task leaves a deleted project while a create asks what became of it', () => {
  it.each([
    ['without an external id', {}],
    ['with another external id', { externalId: 'order-2' }],
  ])('stays with the task, which lives: another create %s gets 422', async (_, rest) => {
    const { tenant, create } = await withKey()
    const from = await tenant.newProject()
    const made = await create({ projectId: from, externalId: 'order-1' })
    await tenant.send('DELETE', '/tasks/ext:order-1')
    const rescue = async () => {
      const body = { projectId: tenant.projectId }
      return [
        await tenant.send('POST', '/tasks/ext:order-1/restore'),
        await tenant.send('PATCH', '/tasks/ext:order-1', { body }),
        await tenant.send('DELETE', `/projects/${from}`),
      ].map(({ status }) => status)
    }
    let statuses: number[] | undefined
    tap.answerInstead = async (_operation, request) => {
      const { Key } = request as { Key?: { sk: { S: string } } }
      // the create has read the task, and now asks for its project
      if (statuses || !Key?.sk.S.endsWith(from)) return undefined
      statuses = []
      statuses = await rescue()
      return undefined
    }
    const { status, body } = await create(rest)
    expect(statuses).toEqual([200, 200, 200])
    expect([status, body]).toEqual([422, reused])
    const repeat = await create({ projectId: from, externalId: 'order-1' })
    expect({ status: repeat.status, body: repeat.body }).toEqual({ status: 201, body: made.body })
    expect(await tenant.taskCount()).toBe(1)
  })
})

describe('an Idempotency-Key together with an external id', () => {
  it('is kept for longer than 40 days while its task is active', async () => {
    const { tenant, create } = await withKey()
    await create({ externalId: 'order-1' })
    vi.advanceTimersByTime(50 * dayMs)
    const { status, body } = await create({ externalId: 'order-2' })
    expect([status, body]).toEqual([422, reused])
    expect(await tenant.taskCount()).toBe(1)
  })

  it('is kept while its task is in the trash, and expires with it', async () => {
    const { tenant, create } = await withKey()
    await create({ externalId: 'order-1' })
    vi.advanceTimersByTime(30 * dayMs)
    await tenant.send('DELETE', '/tasks/ext:order-1')
    vi.advanceTimersByTime(39 * dayMs)
    expect((await create({ externalId: 'order-2' })).status).toBe(422)
    vi.advanceTimersByTime(dayMs + 1_000)
    expect((await create({ externalId: 'order-2' })).status).toBe(201)
  })

  it('is kept when its task is restored', async () => {
    const { tenant, create } = await withKey()
    await create({ externalId: 'order-1' })
    await tenant.send('DELETE', '/tasks/ext:order-1')
    expect((await tenant.send('POST', '/tasks/ext:order-1/restore')).status).toBe(200)
    vi.advanceTimersByTime(50 * dayMs)
    expect((await create({ externalId: 'order-2' })).status).toBe(422)
    expect((await create({ externalId: 'order-1' })).headers['idempotency-replayed']).toBe('true')
  })

  it('costs two write units more when its task is deleted or restored', async () => {
    const { tenant, create } = await withKey()
    await create({ externalId: 'order-1' })
    tap.reset()
    await tenant.send('DELETE', '/tasks/ext:order-1')
    await tenant.send('POST', '/tasks/ext:order-1/restore')
    const costs = tap.exchanges.map(({ operation, units }) => `${operation} ${units}`)
    const write = `TransactWriteItems ${transactionUnits(10, 2)}`
    expect(costs).toEqual(['GetItem 1', write, 'GetItem 1', write])
  })
})
