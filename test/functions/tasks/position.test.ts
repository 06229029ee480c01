import { describe, expect, it } from 'vitest'
import { outermostPositions } from '../../../lib/tasks/position/new-position.ts'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { costs } from '../../support/costs.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'

const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

async function listed({ send, projectId }: TestTenant, project = projectId): Promise<Task[]> {
  const { body } = await send('GET', `/projects/${project}/tasks?limit=100`)
  return (body as { tasks: Task[] }).tasks // `send` has checked it against the contract
}

const order = async (tenant: TestTenant, project?: string) =>
  (await listed(tenant, project)).map(({ label }) => label).join('')

/** A project with the tasks A, B and C, and functions that change one. */
async function withThree() {
  const tenant = await newTenant()
  const tasks: Task[] = []
  for (const label of ['A', 'B', 'C']) tasks.push(await tenant.createTask({ label }))
  const [a, b, c] = tasks
  if (!a || !b || !c) throw new Error('There are no three tasks.')
  const patch = (id: string, body: object, headers = {}) =>
    tenant.send('PATCH', `/tasks/${id}`, { body, headers })
  return { tenant, a, b, c, patch }
}

/** A position right after another one. */
const after = ({ position }: Task) => `${position}1`

describe('the position of a task', () => {
  it('is changed by a PATCH, in one write, to exactly what was sent', async () => {
    const { tenant, a, c, patch } = await withThree()
    tap.reset()
    const { status, body, headers } = await patch(c.id, { position: after(a) })
    expect(status).toBe(200)
    const { updated_at } = taskOf(body)
    expect(taskOf(body)).toEqual({ ...c, position: after(a), updated_at })
    expect(headers.etag).toBe('"2"')
    expect(tap.exchanges.map(({ operation }) => operation)).toEqual(['UpdateItem'])
    expect(await order(tenant)).toBe('ACB')
    // the former value takes it back
    await patch(c.id, { position: c.position })
    expect(await order(tenant)).toBe('ABC')
  })

  it('is that of a create and of a bulk request; without one, a create goes to the end', async () => {
    const { tenant, a, b, c } = await withThree()
    await tenant.createTask({ label: 'D', position: after(a) })
    const operations = [
      { op: 'create', projectId: tenant.projectId, label: 'E', position: after(b) },
      { op: 'update', id: a.id, position: after(c) },
    ]
    const { body } = await tenant.send('POST', '/tasks/bulk', { body: { operations } })
    expect(body).toMatchObject({ succeeded: 2, failed: 0 })
    await tenant.createTask({ label: 'F' })
    expect(await order(tenant)).toBe('DBECAF')
  })

  it('is one in the new lane or project, if these change with it', async () => {
    const { tenant, a, b, c, patch } = await withThree()
    const workflowLaneId = await tenant.newLane()
    const inLane = await patch(c.id, { workflowLaneId, position: after(a) })
    expect(taskOf(inLane.body)).toMatchObject({ workflow_lane_id: workflowLaneId, position: after(a) })
    expect(await order(tenant)).toBe('ACB')
    const other = await tenant.newProject()
    const first = await tenant.createTask({ label: 'X', projectId: other })
    await tenant.createTask({ label: 'Y', projectId: other })
    await patch(b.id, { projectId: other, position: after(first) })
    expect([await order(tenant), await order(tenant, other)]).toEqual(['AC', 'XBY'])
    await patch(a.id, { projectId: other })
    expect(await order(tenant, other)).toBe('XBYA')
  })

  it('may be that of another task: these are sorted by id, and a move between them finds room', async () => {
    const { tenant, a, b, c, patch } = await withThree()
    const fourth = await tenant.createTask({ label: 'D' })
    for (const { id } of [b, c]) expect((await patch(id, { position: a.position })).status).toBe(200)
    const same = [a, b, c].sort((one, other) => (one.id < other.id ? -1 : 1))
    expect((await listed(tenant)).map(({ id }) => id)).toEqual([...same.map(({ id }) => id), fourth.id])
    const body = { afterTaskId: same[0]?.id }
    expect((await tenant.send('POST', `/tasks/${fourth.id}/move`, { body })).status).toBe(200)
    const ids = (await listed(tenant)).map(({ id }) => id)
    expect(ids).toEqual([same[0]?.id, fourth.id, same[1]?.id, same[2]?.id])
  })

  it('is any that an answer shows, at both ends and where neighbours were spaced anew', async () => {
    const { tenant, a, patch } = await withThree()
    for (let n = 0; n < 60; n++) {
      const [, second, third] = await listed(tenant)
      await tenant.send('POST', `/tasks/${String(third?.id)}/move`, {
        body: n % 10 === 0 ? { to: n % 20 === 0 ? 'top' : 'bottom' } : { beforeTaskId: second?.id },
      })
      for (const { position } of await listed(tenant))
        expect((await patch(a.id, { position })).status).toBe(200)
    }
  })

  it('is changed only at the version that If-Match names, and tried by a dry run', async () => {
    const { tenant, a, c, patch } = await withThree()
    expect((await patch(c.id, { position: after(a) }, { 'If-Match': '"7"' })).status).toBe(412)
    const dry = await tenant.send('PATCH', `/tasks/${c.id}?dryRun=true`, { body: { position: after(a) } })
    expect(taskOf(dry.body).position).toBe(after(a))
    expect(await order(tenant)).toBe('ABC')
  })

  it('costs as much as a move to an end, in a PATCH, and nothing in a create', async () => {
    const { tenant, a, c, patch } = await withThree()
    const units = () => tap.exchanges.map(({ operation, units: used }) => `${operation} ${used}`)
    tap.reset()
    await patch(c.id, { position: after(a) })
    expect(units()).toEqual(costs['tasks.move'])
    tap.reset()
    await tenant.createTask({ position: after(a) })
    expect(units()).toEqual(costs['tasks.create'])
  })

  const rule =
    'must be a LexoRank as answers have it, such as 0|igocfo:cj000qrqm3, with at most 31 digits and small letters behind the colon and no 0 at its end: send one that sorts between the positions of two tasks'
  it.each([
    ['', rule],
    ['1', rule],
    ['1|i00000:', rule],
    ['0|i0000:1', rule],
    ['0|i00000', rule],
    ['0|I00000:1', rule],
    ['0|i00000:10', rule],
    [`0|i00000:${'1'.repeat(32)}`, rule],
    ['0|i00000:1\n', rule],
    [1, 'must be a string'],
  ])('is refused: %j', async (position, message) => {
    const { tenant, a, patch } = await withThree()
    const expected = errorBody('invalid_request', `position ${message}`, {
      details: [{ path: 'position', message }],
    })
    expect(await patch(a.id, { position })).toMatchObject({ status: 400, body: expected })
    const body = { projectId: tenant.projectId, label: 'New', position }
    expect(await tenant.send('POST', '/tasks', { body })).toMatchObject({ status: 400, body: expected })
    const operations = [
      { op: 'update', id: a.id, position },
      { op: 'create', ...body },
    ]
    const bulk = (await tenant.send('POST', '/tasks/bulk', { body: { operations } })).body as {
      results: { status: number; error: { message: string } }[]
    }
    expect(bulk.results.map(({ status, error }) => [status, error.message])).toEqual(
      Array(2).fill([400, `position ${message}`]),
    )
    expect(await listed(tenant)).toHaveLength(3)
    expect((await listed(tenant))[0]).toEqual(a)
  })

  it('is refused if it is null, which removes nothing', async () => {
    const { a, patch } = await withThree()
    const { status, body } = await patch(a.id, { position: null })
    expect([status, body]).toEqual([
      400,
      errorBody('invalid_request', 'position must be a string', {
        details: [{ path: 'position', message: 'must be a string' }],
      }),
    ])
  })

  it.each(['0|000000:', '0|000000:1', '0|zzzzzz:1', '0|zzzzzz:'])(
    'is refused beyond the ends, where new tasks would not come after it: %s',
    async (position) => {
      const { a, patch } = await withThree()
      const messageNow = () => {
        const { first, last } = outermostPositions()
        return `position must be between ${first} and ${last}, a day beyond both ends of a project: to put a task at an end, leave position out of a create, or send {"to": "top"} or {"to": "bottom"} to the move of the task`
      }
      const before = messageNow()
      const { status, body } = await patch(a.id, { position })
      expect(status).toBe(400)
      // the second may have changed
      expect([before, messageNow()]).toContain((body as { error: { message: string } }).error.message)
    },
  )
})
