import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { newCreation } from '../../../lib/tasks/new-task.ts'
import { newTask } from '../../../lib/tasks/task.ts'
import { newTenant } from '../../support/tenant.ts'

it('a request has the hash that every release has made of it, so that a repeat is known after an update', async () => {
  const projectId = crypto.randomUUID()
  const request = newTask.parse({
    ...{ subtasks: [{ label: 'Step' }], externalId: 'ext', workflowLaneId: projectId, status: 1 },
    ...{ description: 'Words', label: 'Task', projectId },
  })
  const body = `{"projectId":"${projectId}","label":"Task","description":"Words","status":1,"workflowLaneId":"${projectId}","externalId":"ext","subtasks":[{"label":"Step","isCompleted":false}]}`
  const hash = createHash('sha256').update(`["key",${body}]`).digest('base64url')
  expect(newCreation(await newTenant(), request, {}, { key: 'key' }).requestHash).toBe(hash)
})
