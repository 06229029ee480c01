import { afterEach, describe, expect, it } from 'vitest'
import type { Task } from '../lib/tasks/task.ts'
import { tap, type Reply } from './support/api.ts'
import { newTenant, type TestTenant } from './support/tenant.ts'

afterEach(() => {
  tap.reset()
})

interface Write {
  name: string
  operation: string
  run: (tenant: TestTenant, task: Task) => Promise<Reply>
}

const onlyFirst = { 'If-Match': '"1"' }

const writes: Write[] = [
  {
    name: 'a change in place',
    operation: 'UpdateItem',
    run: ({ send }, { id }) => send('PATCH', `/tasks/${id}`, { body: { label: 'Mine' }, headers: onlyFirst }),
  },
  {
    name: 'a change of the whole item',
    operation: 'PutItem',
    run: ({ send }, { id }) =>
      send('PATCH', `/tasks/${id}`, { body: { label: 'Mine', workflowLaneId: null }, headers: onlyFirst }),
  },
  {
    name: 'the deletion of a subtask',
    operation: 'UpdateItem',
    run: ({ send }, { id, subtasks }) => send('DELETE', `/tasks/${id}/subtasks/${String(subtasks[0]?.id)}`),
  },
]

describe.each(writes)('$name that was executed without an answer', ({ operation, run }) => {
  it('answers 503, not a refusal, after a conflict and another write: the result is unknown', async () => {
    const tenant = await newTenant()
    const task = await tenant.createTask({ subtasks: [{ label: 'Part' }] })
    await tenant.send('GET', '/tokens/self')
    let tries = 0
    let isOther = false
    let other: Reply | undefined
    tap.faults = (current) => {
      if (current !== operation || isOther) return undefined
      tries += 1
      return tries === 1 ? 'lost-answer' : tries === 2 ? 'single-conflict' : undefined
    }
    // the other write is made before the second try meets its conflict
    tap.answerInstead = async (current) => {
      if (current === operation && tries === 2 && !isOther) {
        isOther = true
        other = await tenant.send('PATCH', `/tasks/${task.id}`, { body: { description: 'Theirs' } })
        isOther = false
      }
      return undefined
    }
    const { status } = await run(tenant, task)
    expect(other?.status).toBe(200)
    expect(status).toBe(503)
  })
})
