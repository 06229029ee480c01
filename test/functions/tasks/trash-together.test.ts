import { afterEach, describe, expect, it } from 'vitest'
import { lastingFaults, passingFaults, type Fault } from '../../harness/engine-tap.ts'
import { limits, tap } from '../../support/api.ts'
import { bulk, shown } from '../../support/bulk.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

afterEach(() => {
  tap.reset()
})

/** Three tasks to delete and two to restore, of one lane; and what a request for all of that is. */
async function fiveTasks() {
  const tenant = await newTenant()
  const workflowLaneId = await tenant.newLane()
  const ids: string[] = []
  for (const label of ['A', 'B', 'C', 'D', 'E'])
    ids.push((await tenant.createTask({ label, workflowLaneId })).id)
  const [, , , ...trashed] = ids
  await bulk(
    tenant,
    trashed.map((id) => ({ op: 'delete', id })),
  )
  tap.reset()
  const operations = ids.map((id) => ({ op: trashed.includes(id) ? 'restore' : 'delete', id }))
  return { tenant, ids, operations }
}

/** What the project and its lane hold, and what they count. */
async function held({ send, projectId }: TestTenant) {
  tap.reset()
  const { body: list } = await send('GET', `/projects/${projectId}/tasks`)
  const { body } = await send('GET', `/projects/${projectId}`)
  const { tasks } = list as { tasks: { label: string }[] } // as declared
  const { project } = body as { project: { task_count: number; workflow_lanes: { task_count: number }[] } }
  return {
    labels: tasks.map(({ label }) => label),
    counts: [project.task_count, ...project.workflow_lanes.map(({ task_count }) => task_count)],
  }
}

const before = { labels: ['A', 'B', 'C'], counts: [3, 3] }
const after = { labels: ['D', 'E'], counts: [2, 2] }

describe('deletions and restores of one bulk request', () => {
  const passing = [...passingFaults, Array<Fault>(5).fill('conflict')]
  it.each(passing.map((faults) => ({ faults })))(
    'end in the right answer after $faults',
    async ({ faults }) => {
      const { tenant, operations } = await fiveTasks()
      tap.failNext('TransactWriteItems', ...faults)
      expect(shown(await bulk(tenant, operations))).toEqual([200, 200, 200, 200, 200])
      expect(await held(tenant)).toEqual(after)
    },
  )

  it.each([...lastingFaults, 'conflict'] as const)('change nothing while %s lasts', async (fault) => {
    const { tenant, operations } = await fiveTasks()
    limits.functionTimeoutMs = 5_000
    tap.faults = (current) => (current === 'TransactWriteItems' ? fault : undefined)
    const { status, body } = await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    limits.functionTimeoutMs = 10_000
    if (status === 503) expect(body).toMatchObject({ error: { code: 'service_unavailable' } })
    else expect(body).toMatchObject({ succeeded: 0, failed: 5 })
    expect(await held(tenant)).toEqual(before)
  })

  it('are tried alone where one has changed meanwhile, so that only that one is refused', async () => {
    const { tenant, ids, operations } = await fiveTasks()
    const withVersion = operations.map((one) => (one.op === 'delete' ? { ...one, ifVersion: 1 } : one))
    const [first = ''] = ids
    tap.answerInstead = async (operation) => {
      if (operation !== 'TransactWriteItems') return undefined
      tap.reset() // once
      await tenant.send('PATCH', `/tasks/${first}`, { body: { label: 'Theirs' } })
      return undefined
    }
    const answer = await bulk(tenant, withVersion)
    expect(shown(answer)).toEqual(['precondition_failed', 200, 200, 200, 200])
    expect(await held(tenant)).toEqual({ labels: ['Theirs', 'D', 'E'], counts: [3, 3] })
  })

  it('that do not all fit into the project are restored as far as they do', async () => {
    const tenant = await newTenant({ taskQuota: 3 })
    const ids: string[] = []
    for (const label of ['A', 'B', 'C']) ids.push((await tenant.createTask({ label })).id)
    expect(
      shown(
        await bulk(
          tenant,
          ids.map((id) => ({ op: 'delete', id })),
        ),
      ),
    ).toEqual([200, 200, 200])
    await tenant.createTask({ label: 'D' })
    const answer = await bulk(
      tenant,
      ids.map((id) => ({ op: 'restore', id })),
    )
    expect(shown(answer).toSorted()).toEqual([200, 200, 'quota_exceeded'])
    expect((await held(tenant)).counts).toEqual([3])
  })
})
