import { expect, it } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { newTenant } from '../../support/tenant.ts'

it('concurrent moves among the same few tasks all succeed, and leave one total order', async () => {
  const { send, createTask, projectId } = await newTenant()
  const ids: string[] = []
  for (let count = 0; count < 4; count += 1) ids.push((await createTask()).id)
  const id = (index: number) => ids[index % 4] ?? ''
  const statuses = new Set<number>()
  for (let round = 0; round < 40; round += 1) {
    const moves = [
      [id(round), { afterTaskId: id(round + 1) }],
      [id(round + 1), { beforeTaskId: id(round) }],
      [id(round + 2), { beforeTaskId: id(round) }],
    ] as const
    const replies = await Promise.all(
      moves.map(([task, body]) => send('POST', `/tasks/${task}/move`, { body })),
    )
    for (const { status } of replies) statuses.add(status)
  }
  expect([...statuses]).toEqual([200])
  const { body } = await send('GET', `/projects/${projectId}/tasks`)
  const { tasks } = body as { tasks: Task[] } // `send` has checked it against the contract
  expect(tasks.map((task) => task.id).sort()).toEqual([...ids].sort())
})
