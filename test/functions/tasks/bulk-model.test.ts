import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { query } from '../../../lib/table/read-items.ts'
import { limits } from '../../support/api.ts'
import { bulk, type Bulk } from '../../support/bulk.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { rounds } from '../../support/rounds.ts'

/** The projects and tasks of an account, as they are stored. */
const stored = async (tenant: TestTenant) => {
  const { items } = await query(tenant, {
    condition: 'pk = :pk',
    values: { ':pk': `ACCOUNT#${tenant.accountId}` },
  })
  return items.filter(({ sk }) => /^(TASK|PROJECT)#/.test(String(sk)))
}

/** Operations on few tasks, so that many meet: creates by external id, and changes of these tasks. */
const operations = fc.array(
  fc.record({
    op: fc.constantFrom('create', 'create', 'update', 'update', 'delete', 'restore'),
    task: fc.nat(4),
    project: fc.nat(2),
    lane: fc.nat(3),
    status: fc.nat(2),
    ifVersion: fc.option(fc.nat(3), { nil: undefined, freq: 5 }),
  }),
  { minLength: 1, maxLength: 25 },
)
type Drawn = (typeof operations extends fc.Arbitrary<infer A> ? A : never)[number]

/** An account with two projects and two lanes, and an operation in its words. */
async function newWorld() {
  const tenant = await newTenant()
  const projects = [tenant.projectId, await tenant.newProject(), crypto.randomUUID()]
  const lanes = [null, await tenant.newLane(), await tenant.newLane(), crypto.randomUUID()]
  const operation = ({ op, task, project, lane, status, ifVersion }: Drawn) => {
    const target = { id: `ext:t${task}`, ...(ifVersion !== undefined && { ifVersion }) }
    if (op === 'create') {
      const fields = { label: `Task ${status}`, status, workflowLaneId: lanes[lane] }
      return { op, projectId: projects[project], externalId: `t${task}`, ...fields }
    }
    if (op !== 'update') return { op, ...target }
    const move =
      status === 0 ? { projectId: projects[project] } : status === 1 ? { workflowLaneId: lanes[lane] } : {}
    return { op, ...target, status, ...move }
  }
  /** What the projects hold, without what differs between accounts. */
  const contents = async () => {
    const lists = projects.slice(0, 2).map(async (id) => {
      const { body } = await tenant.send('GET', `/projects/${id}/tasks`)
      const { tasks } = body as { tasks: Task[] } // `send` has checked it against the contract
      const { body: counted } = await tenant.send('GET', `/projects/${id}`)
      const { task_count, workflow_lanes } = (
        counted as { project: { task_count: number; workflow_lanes: { task_count: number }[] } }
      ).project
      const rows = tasks.map((one) => [
        one.external_id,
        one.label,
        one.status,
        lanes.indexOf(one.workflow_lane_id),
      ])
      return { rows: rows.sort(), task_count, lanes: workflow_lanes.map((one) => one.task_count) }
    })
    return Promise.all(lists)
  }
  return { tenant, operation, contents }
}

/** Sends an operation to its single endpoint. */
async function single(
  { send }: TestTenant,
  { op, id, ifVersion, ...body }: { op: string; id?: string; ifVersion?: number; [field: string]: unknown },
) {
  const headers = ifVersion === undefined ? {} : { 'If-Match': `"${ifVersion}"` }
  const path = `/tasks/${String(id)}`
  const reply =
    op === 'create'
      ? await send('POST', '/tasks', { body })
      : op === 'update'
        ? await send('PATCH', path, { body, headers })
        : op === 'delete'
          ? await send('DELETE', path, { headers })
          : await send('POST', `${path}/restore`, { headers })
  const { error, task } = reply.body as { error?: { code: string }; task?: Task }
  const tag = reply.headers.etag
  return [
    reply.status,
    error?.code,
    tag === undefined ? undefined : Number(String(tag).slice(1, -1)),
    task?.label,
    task?.status,
  ]
}

const summary = ({ results }: Bulk) =>
  results.map(({ status, error, version, task }) => [status, error?.code, version, task?.label, task?.status])

describe('any operations in one bulk request', () => {
  it('do what they do one after another, and a dry run says so without a trace', async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (drawn) => {
        const [together, apart] = [await newWorld(), await newWorld()]
        const list = drawn.map(together.operation)
        const before = await stored(together.tenant)
        const dry = await bulk(together.tenant, list, {}, '/tasks/bulk?dryRun=true')
        expect(await stored(together.tenant)).toEqual(before)
        const answer = await bulk(together.tenant, list)
        const singles: unknown[] = []
        for (const one of drawn) singles.push(await single(apart.tenant, apart.operation(one)))
        expect(summary(answer)).toEqual(singles)
        expect(summary(dry)).toEqual(singles)
        expect(await together.contents()).toEqual(await apart.contents())
      }),
      { numRuns: rounds(8) },
    )
  })
})

describe('an answer to operations on large tasks', () => {
  it('stays below what a Lambda may send, and leaves tasks out for that', async () => {
    limits.functionTimeoutMs = 60_000 // a busy machine needs longer, and what is not done in time is left out, too
    const tenant = await newTenant()
    const subtasks = Array.from({ length: 100 }, () => ({ label: '"'.repeat(500) }))
    const ids: string[] = []
    for (let count = 0; count < 24; count++) ids.push((await tenant.createTask({ subtasks })).id)
    const answer = await bulk(
      tenant,
      ids.map((id) => ({ op: 'update', id, status: 1 })),
    )
    expect(answer.succeeded).toBe(24)
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(answer)))).toBeLessThan(6_291_556)
    const told = answer.results.filter(({ task }) => task !== undefined).length
    expect(told).toBeGreaterThan(10)
    expect(told).toBeLessThan(24)
    expect(answer.results.map(({ version }) => version)).toEqual(Array(24).fill(2))
  })
})
