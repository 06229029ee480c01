import { describe, expect, it } from 'vitest'
import { newTenant } from '../support/tenant.ts'
import { clientFor, collect, fatefulFetch } from './support.ts'

const filled = async (count: number) => {
  const tenant = await newTenant()
  await Promise.all(Array.from({ length: count }, () => tenant.createTask({ status: 1 })))
  return { ...tenant, client: clientFor(tenant.token) }
}

describe('projects.updateTasks', () => {
  it('changes as many tasks as one request may, and goes on from its cursor', async () => {
    const { client, projectId } = await filled(3)
    const change = { where: { status: 1 as const }, set: { status: 2 as const }, limit: 2 }
    const first = await client.projects.updateTasks(projectId, change)
    expect(first).toMatchObject({ matched: 2, updated: 2, skipped: 0, has_more: true })
    const cursor = String(first.next_cursor)
    expect(await client.projects.updateTasks(projectId, { ...change, cursor })).toEqual({
      ...{ matched: 1, updated: 1, skipped: 0, has_more: false, next_cursor: null },
    })
  })

  it('writes nothing in a dry run', async () => {
    const { client, projectId } = await filled(2)
    const change = { where: { q: 'TASK' }, set: { description: 'New' } }
    expect(await client.projects.updateTasks(projectId, change, { dryRun: true })).toMatchObject({
      updated: 2,
    })
    const tasks = await collect(client.projects.listTasks(projectId))
    expect(tasks.map(({ description }) => description)).toEqual([null, null])
  })

  it('is sent again when its answer was lost, since a repeat changes nothing', async () => {
    const { token, projectId } = await filled(2)
    const { fetch, sent } = fatefulFetch('lost')
    const change = { where: { status: [1 as const] }, set: { status: 2 as const } }
    const report = await clientFor(token, fetch).projects.updateTasks(projectId, change)
    expect(report).toMatchObject({ matched: 0, has_more: false })
    expect(sent).toHaveLength(2)
  })
})

describe('projects.updateAllTasks', () => {
  it('goes on until no more match, and counts them, also in a dry run', async () => {
    const { client, projectId } = await filled(205)
    const change = { where: { status: 1 as const }, set: { status: 2 as const } }
    const sum = { matched: 205, updated: 205, skipped: 0 }
    expect(await client.projects.updateAllTasks(projectId, change, { dryRun: true })).toEqual(sum)
    expect(await client.projects.updateAllTasks(projectId, change)).toEqual(sum)
    expect(await client.projects.updateAllTasks(projectId, change)).toEqual({
      ...sum,
      matched: 0,
      updated: 0,
    })
    expect(await collect(client.projects.listTasks(projectId, { status: [1] }))).toEqual([])
  })
})
