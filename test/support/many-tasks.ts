import { BatchWriteCommand, DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'
import type { Page, Response } from 'playwright-core'
import { newPosition } from '../../lib/tasks/position/new-position.ts'
import { countsKey, laneKey } from '../../lib/projects/project-item.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { indexKeys, taskKey, type TaskItem } from '../../lib/tasks/task-item.ts'
import { openServiceTable } from './service-table.ts'

const batch = 25

interface BulkAnswer {
  results: { error?: { code: string } }[]
}

/**
 * Follows the bulk requests of a page. Returns how many tasks each was for, without those that only send again what a busy
 * service has left undone.
 */
export function followBulk(page: Page): () => Promise<number[]> {
  // read only when somebody asks: the page can be closed before an answer has been read
  const answers: Response[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/v1/tasks/bulk')) answers.push(response)
  })
  return async () => {
    let undone = 0
    const sizes: number[] = []
    for (const answer of answers) {
      const { results } = (await answer.json()) as BulkAnswer // by the contract
      if (undone === 0) sizes.push(results.length)
      undone = results.filter(({ error }) => error?.code === 'service_unavailable').length
    }
    return sizes
  }
}

/** Writes tasks directly to the table of a running service, with their counts. Creating them one by one would be slow. */
export async function writeTasks(
  dataDir: string,
  accountId: string,
  projectId: string,
  labels: string[],
  laneId?: string,
): Promise<void> {
  const { client, name } = await openServiceTable(dataDir)
  const tenant = { ...openStorage(Date.now()), accountId, projectIds: null }
  const now = new Date().toISOString()
  const requests = labels.map((label) => {
    const id = randomUUID()
    const task: TaskItem = {
      ...{ id, label, status: 0, project_id: projectId, position: newPosition(), subtasks: {} },
      ...(laneId !== undefined && { workflow_lane_id: laneId }),
      ...{ created_at: now, updated_at: now, version: 1, write_id: id },
    }
    return { PutRequest: { Item: { ...taskKey(tenant, id), ...task, ...indexKeys(tenant, task) } } }
  })
  while (requests.length > 0) {
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests.splice(0, batch) } }))
  }
  await client.send(
    new UpdateCommand({
      TableName: name,
      Key: countsKey(tenant, projectId),
      UpdateExpression: `SET task_count = task_count + :count${laneId === undefined ? '' : ', lanes.#lane = lanes.#lane + :count'}`,
      ...(laneId !== undefined && { ExpressionAttributeNames: { '#lane': laneKey(laneId) } }),
      ExpressionAttributeValues: { ':count': labels.length },
    }),
  )
  client.destroy()
}

/** Removes a task from the table of a running service, as its end in the trash does. */
export async function purge(dataDir: string, accountId: string, taskId: string): Promise<void> {
  const { client, name } = await openServiceTable(dataDir)
  const tenant = { ...openStorage(Date.now()), accountId, projectIds: null }
  await client.send(new DeleteCommand({ TableName: name, Key: taskKey(tenant, taskId) }))
  client.destroy()
}
