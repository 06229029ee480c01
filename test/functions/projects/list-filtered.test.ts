import { describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { tap } from '../../support/api.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

interface Page {
  tasks: Task[]
  next_cursor: string | null
}

/** All pages of a filtered list, each with the tasks on it. */
async function pages({ send, projectId }: TestTenant, query: string): Promise<Page[]> {
  const found: Page[] = []
  let path = `/projects/${projectId}/tasks?${query}`
  for (;;) {
    const { status, body, headers } = await send('GET', path)
    expect(status).toBe(200)
    found.push(body as Page) // `send` has checked it against the contract
    const link = /^<\/v1(.*)>; rel="next"$/.exec(String(headers.link))?.[1]
    expect(link === undefined).toBe((body as Page).next_cursor === null)
    if (link === undefined) return found
    path = link
  }
}

const ids = (found: Page[]) => found.flatMap(({ tasks }) => tasks.map(({ id }) => id))

async function mixedProject() {
  const tenant = await newTenant()
  const lane = await tenant.newLane()
  const tasks: Task[] = []
  for (let n = 0; n < 30; n++) {
    tasks.push(await tenant.createTask({ status: n % 3, ...(n % 5 === 0 && { workflowLaneId: lane }) }))
  }
  const idsWhere = (test: (task: Task) => boolean) => tasks.filter(test).map(({ id }) => id)
  return { tenant, lane, idsWhere }
}

describe('a filtered list', () => {
  it('has the tasks of one status, or of several, in full pages connected by Link', async () => {
    const { tenant, idsWhere } = await mixedProject()
    const open = await pages(tenant, 'status=0&limit=4')
    expect(open.map(({ tasks }) => tasks.length)).toEqual([4, 4, 2])
    expect(ids(open)).toEqual(idsWhere(({ status }) => status === 0))
    const two = await pages(tenant, 'status=0&status=2&limit=7')
    expect(two.map(({ tasks }) => tasks.length)).toEqual([7, 7, 6])
    expect(ids(two)).toEqual(idsWhere(({ status }) => status !== 1))
  })

  it('has the tasks of a lane, those without a lane, and those that match both filters', async () => {
    const { tenant, lane, idsWhere } = await mixedProject()
    expect(ids(await pages(tenant, `workflowLaneId=${lane}&limit=2`))).toEqual(
      idsWhere(({ workflow_lane_id }) => workflow_lane_id === lane),
    )
    expect(ids(await pages(tenant, 'workflowLaneId=none'))).toEqual(
      idsWhere(({ workflow_lane_id }) => workflow_lane_id === null),
    )
    expect(ids(await pages(tenant, `workflowLaneId=${lane}&status=0`))).toEqual(
      idsWhere(({ workflow_lane_id, status }) => workflow_lane_id === lane && status === 0),
    )
    expect(ids(await pages(tenant, `workflowLaneId=${crypto.randomUUID()}`))).toEqual([])
  })

  it('ends with null when the last match ends a page, even if other tasks follow', async () => {
    const tenant = await newTenant()
    const done = await tenant.createTask({ status: 2 })
    for (let n = 0; n < 5; n++) await tenant.createTask()
    expect(await pages(tenant, 'status=2&limit=1')).toEqual([{ tasks: [done], next_cursor: null }])
  })

  it.each([
    ['status=3', 'status must be one of 0, 1, 2'],
    ['status=', 'status must be one of 0, 1, 2'],
    ['status=0&status=x', 'status must be one of 0, 1, 2'],
    ['workflowLaneId=all', 'workflowLaneId must be none or a UUID'],
    ['workflowLaneId=none&workflowLaneId=none', 'workflowLaneId must be given once'],
  ])('answers 400 to %s', async (query, message) => {
    const { send, projectId } = await newTenant()
    const { status, body } = await send('GET', `/projects/${projectId}/tasks?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 'invalid_request', message } })
  })

  it('refuses a cursor of the list with another filter', async () => {
    const { tenant } = await mixedProject()
    const [first] = await pages(tenant, 'status=0&limit=4')
    const path = `/projects/${tenant.projectId}/tasks?status=1&limit=4&cursor=${String(first?.next_cursor)}`
    expect((await tenant.send('GET', path)).status).toBe(400)
  })

  it('answers with the tasks found so far and a cursor when time is running out', async () => {
    const { send, createTask, projectId } = await newTenant()
    const { id, position } = await createTask()
    vi.useFakeTimers({ toFake: ['Date'] })
    // each query takes 3 s of the 10 s, and finds nothing in its part of a long list
    tap.answerInstead = (operation, request) => {
      if (operation !== 'Query') return undefined
      vi.advanceTimersByTime(3_000)
      const { ExpressionAttributeValues: values } = request as { ExpressionAttributeValues: object } // a query of the SDK has it
      const last = { list_sk: { S: `${position}#${id}` } }
      return { Items: [], LastEvaluatedKey: { ...last, ...values } }
    }
    const { status, body } = await send('GET', `/projects/${projectId}/tasks?status=2`)
    vi.useRealTimers()
    const queries = tap.exchanges.filter(({ operation }) => operation === 'Query').length
    tap.reset()
    expect(status).toBe(200)
    expect(body).toEqual({ tasks: [], next_cursor: expect.any(String) as unknown })
    expect(queries).toBe(3) // a fourth would begin 0.75 s before the deadline
  })
})
