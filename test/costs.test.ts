import { describe, expect, it } from 'vitest'
import { tap } from './support/api.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'

/** The exchanges with the engine that a request with a known token makes. design.md, "What an operation may cost". */
async function costOf(tenant: TestTenant, request: () => Promise<{ status: number }>) {
  await tenant.send('GET', `/tasks/${crypto.randomUUID()}`) // the token is known from here on
  tap.reset()
  expect((await request()).status).toBeLessThan(300)
  return [...tap.exchanges]
}

describe('on small items, with the token known, and both indexes', () => {
  it('a first request looks up account and token in one round trip of 2 read units', async () => {
    const { send, projectId } = await newTenant()
    await send('GET', `/projects/${projectId}/tasks`)
    expect(tap.exchanges[0]).toEqual({ operation: 'BatchGetItem', units: 2 })
  })

  it('get costs one round trip and 1 read unit', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const cost = await costOf(tenant, () => tenant.send('GET', `/tasks/${id}`))
    expect(cost).toEqual([{ operation: 'GetItem', units: 1 }])
  })

  it('create costs one round trip and 6 write units', async () => {
    const tenant = await newTenant()
    const body = { projectId: tenant.projectId, label: 'New' }
    const cost = await costOf(tenant, () => tenant.send('POST', '/tasks', { body }))
    expect(cost).toEqual([{ operation: 'TransactWriteItems', units: 6 }])
  })

  it('patch costs one round trip and 4 write units', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const cost = await costOf(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { status: 2 } }))
    expect(cost).toEqual([{ operation: 'UpdateItem', units: 4 }])
  })

  it('a patch that changes nothing costs one read', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const cost = await costOf(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: {} }))
    expect(cost).toEqual([{ operation: 'GetItem', units: 1 }])
  })

  it('a move to another project costs two round trips, 1 read unit and 10 write units', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const projectId = await tenant.newProject()
    const cost = await costOf(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { projectId } }))
    expect(cost).toEqual([
      { operation: 'GetItem', units: 1 },
      { operation: 'TransactWriteItems', units: 10 },
    ])
  })

  it('delete costs two round trips, 1 read unit and 8 write units', async () => {
    const tenant = await newTenant()
    const { id } = await tenant.createTask()
    const cost = await costOf(tenant, () => tenant.send('DELETE', `/tasks/${id}`))
    expect(cost).toEqual([
      { operation: 'GetItem', units: 1 },
      { operation: 'TransactWriteItems', units: 8 },
    ])
  })

  it('list costs one round trip a page', async () => {
    const tenant = await newTenant()
    for (let count = 0; count < 3; count++) await tenant.createTask()
    const cost = await costOf(tenant, () => tenant.send('GET', `/projects/${tenant.projectId}/tasks?limit=2`))
    expect(cost).toEqual([{ operation: 'Query', units: 0.5 }])
  })

  it('does not depend on how many tasks the project holds', async () => {
    const tenant = await newTenant()
    const costs = async () => {
      const body = { projectId: tenant.projectId, label: 'New' }
      const { id } = await tenant.createTask()
      return [
        await costOf(tenant, () => tenant.send('POST', '/tasks', { body })),
        await costOf(tenant, () => tenant.send('GET', `/tasks/${id}`)),
        await costOf(tenant, () => tenant.send('PATCH', `/tasks/${id}`, { body: { label: 'Newer' } })),
        await costOf(tenant, () => tenant.send('DELETE', `/tasks/${id}`)),
      ]
    }
    const whenSmall = await costs()
    await Promise.all(Array.from({ length: 300 }, () => tenant.createTask()))
    expect(await costs()).toEqual(whenSmall)
  })
})
