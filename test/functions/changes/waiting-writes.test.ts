import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { limits, tap, type Reply } from '../../support/api.ts'
import { readFeed } from '../../support/feed.ts'
import { newTenant, type TestTenant } from '../../support/tenant.ts'

/** How long a request may last, how far an index may lag, and how far two clocks may differ. */
const functionTimeoutMs = 10_000
const lagMs = 4_000
const skewMs = 4_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
  tap.reset()
  limits.functionTimeoutMs = functionTimeoutMs
})

/** Makes each try of these writes meet a conflict, for this long. */
function conflictsFor(waitMs: number, writesOf: RegExp): void {
  const endMs = Date.now() + waitMs
  tap.faults = (operation) => {
    if (!writesOf.test(operation) || Date.now() >= endMs) return undefined
    vi.advanceTimersByTime(700)
    return operation === 'TransactWriteItems' ? 'conflict' : 'single-conflict'
  }
}

interface Write {
  name: string
  /** The operations that write the tasks. */
  operations?: RegExp
  run: (tenant: TestTenant, task: Task, other: Task) => Promise<Reply>
}

const writes: Write[] = [
  {
    name: 'create',
    run: ({ send, projectId }) => send('POST', '/tasks', { body: { projectId, label: 'New' } }),
  },
  { name: 'update', run: ({ send }, { id }) => send('PATCH', `/tasks/${id}`, { body: { status: 2 } }) },
  {
    name: 'change of the lane',
    run: ({ send }, { id }) => send('PATCH', `/tasks/${id}`, { body: { workflowLaneId: null } }),
  },
  { name: 'delete', run: ({ send }, { id }) => send('DELETE', `/tasks/${id}`) },
  {
    name: 'move',
    run: ({ send }, { id }, other) => send('POST', `/tasks/${id}/move`, { body: { afterTaskId: other.id } }),
  },
  {
    name: 'subtask',
    run: ({ send }, { id }) => send('POST', `/tasks/${id}/subtasks`, { body: { label: 'Part' } }),
  },
  {
    name: 'deletion of a lane',
    operations: /^Transact/, // the update only closes the lane
    run: ({ send, projectId }, { workflow_lane_id: lane }) =>
      send('DELETE', `/projects/${projectId}/lanes/${String(lane)}`),
  },
]

describe.each(writes)('$name', ({ run, operations = /^(?:Put|Update|Transact)/ }) => {
  it('reaches a reader although conflicts delayed it for 8 s and the index showed it late', async () => {
    const tenant = await newTenant()
    const lane = await tenant.newLane()
    const task = await tenant.createTask({ workflowLaneId: lane })
    const other = await tenant.createTask({ workflowLaneId: lane })
    vi.advanceTimersByTime(60_000)
    const beganMs = Date.now()

    limits.functionTimeoutMs = 3_600_000 // the clock jumps in this test, which must not end the request
    conflictsFor(8_000, operations)
    expect((await run(tenant, task, other)).status).toBeLessThan(300)
    tap.reset()
    const writtenMs = Date.now()
    expect(writtenMs - beganMs).toBeGreaterThanOrEqual(8_000)

    // the worst case: the reader's clock is ahead, and it reads just before the index shows the write
    vi.setSystemTime(writtenMs + lagMs + skewMs - 1)
    const { next_cursor } = await readFeed(tenant, '?from=now')
    const { changes } = await readFeed(tenant, `?cursor=${next_cursor}`)
    expect(changes).not.toEqual([])
  })
})
