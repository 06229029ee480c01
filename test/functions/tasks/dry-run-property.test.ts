import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { accountPartition } from '../../../lib/table/item.ts'
import type { Reply } from '../../support/api.ts'
import { partition } from '../../support/stream.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'
import { rounds } from '../../support/rounds.ts'

const runs = rounds(15)

/** Small numbers pick projects, lanes, names and tasks, so that they often meet. */
const requests = fc.record({
  isCreate: fc.boolean(),
  task: fc.nat(3),
  project: fc.option(fc.nat(2), { nil: undefined }),
  lane: fc.option(fc.nat(3), { nil: undefined }),
  name: fc.option(fc.nat(1), { nil: undefined }),
  key: fc.option(fc.nat(1), { nil: undefined }),
  version: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  status: fc.option(fc.nat(3), { nil: undefined }),
  /** What happens to the task afterwards, besides the write. */
  then: fc.constantFrom('nothing', 'nothing', 'trash', 'drop the project'),
})
type Wanted = typeof requests extends fc.Arbitrary<infer R> ? R : never

interface World {
  tenant: TestTenant
  projects: string[]
  /** No lane; two lanes of the first project; a lane of the second. */
  lanes: (string | null)[]
  tasks: string[]
}

/** The first project has room, the second for two tasks, the third is gone at some time. */
async function newWorld(): Promise<World> {
  const tenant = await newTenant()
  const projects = [tenant.projectId, await tenant.newProject(2), await tenant.newProject()]
  const lanes = [null, await tenant.newLane(), await tenant.newLane(), await tenant.newLane(projects[1])]
  return { tenant, projects, lanes, tasks: [(await tenant.createTask()).id] }
}

const headersOf = ({ key, version, isCreate }: Wanted): Record<string, string> => ({
  ...(key !== undefined && isCreate && { 'Idempotency-Key': `key-${key}` }),
  ...(version !== undefined && !isCreate && { 'If-Match': `"${version}"` }),
})

const bodyOf = ({ projects, lanes }: World, { isCreate, project, lane, name, status }: Wanted) => ({
  ...(isCreate && { label: 'New', projectId: projects[project ?? 0] }),
  ...(!isCreate && project !== undefined && { projectId: projects[project] }),
  ...(lane !== undefined && { workflowLaneId: lanes[lane] }),
  ...(isCreate && name !== undefined && { externalId: `name-${name}` }),
  ...(status !== undefined && { status }),
})

/** What must be the same in both answers: all but what a dry run may only guess, and the id of the request. */
function outcome({ status, headers, body }: Reply): object {
  if (status >= 400) {
    const { error } = body as { error: object } // `send` has checked it against the contract
    return { status, etag: headers.etag, error: { ...error, request_id: '' } }
  }
  const { id, position, created_at, updated_at, subtasks, ...rest } = (body as { task: Task }).task
  const guesses = [id, position, created_at, updated_at].every((text) => text.length > 0)
  return { task: rest, subtasks: subtasks.length, guesses, replayed: headers['idempotency-replayed'] }
}

async function step(world: World, wanted: Wanted): Promise<void> {
  const { tenant, tasks, projects } = world
  const task = tasks[wanted.task % tasks.length]
  const [method, path] = wanted.isCreate
    ? (['POST', '/tasks'] as const)
    : (['PATCH', `/tasks/${String(task)}`] as const)
  const sending = { body: bodyOf(world, wanted), headers: headersOf(wanted) }
  const table = () => partition(tenant, accountPartition(tenant.accountId))
  const before = await table()
  const dry = await tenant.send(method, `${path}?dryRun=true`, sending)
  expect(await table()).toEqual(before)
  const real = await tenant.send(method, path, sending)
  expect(outcome(dry)).toEqual(outcome(real))
  if (real.status === 201) tasks.push((real.body as { task: Task }).task.id) // `send` has checked it
  if (wanted.then === 'trash') await tenant.send('DELETE', `/tasks/${String(task)}`)
  if (wanted.then === 'drop the project') await tenant.send('DELETE', `/projects/${String(projects[2])}`)
}

it('a dry run, then the run: the same outcome, and the table is the same in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 4, maxLength: 12 }), async (all) => {
      const world = await newWorld()
      for (const wanted of all) await step(world, wanted)
    }),
    { numRuns: runs },
  )
})
