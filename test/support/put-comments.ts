import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { countKey, nameKey, stored, type CommentItem } from '../../lib/comments/comment-item.ts'
import { partsOf } from '../../lib/table/in-parallel.ts'
import { testTable } from './api.ts'
import type { TestTenant } from './tenant.ts'

/** Writes comments of a task directly to the table of this test file, a millisecond apart: adding them one by one would be slow. */
export async function putComments(
  tenant: TestTenant,
  taskId: string,
  texts: readonly string[],
  { startMs = Date.now() }: { startMs?: number } = {},
): Promise<void> {
  const items = texts.flatMap((text, n) => {
    const id = crypto.randomUUID()
    const now = new Date(startMs + n).toISOString()
    const author: CommentItem['author'] = { kind: 'token', id: crypto.randomUUID(), name: 'Test' }
    const item: CommentItem = {
      ...{ id, task_id: taskId, project_id: tenant.projectId, text, author },
      ...{ created_at: now, updated_at: now, version: 1, write_id: id },
    }
    const name = { comment_id: id, task_id: taskId, created_at: now }
    return [stored(tenant, item), { ...nameKey(tenant, id), ...name }]
  })
  for (const part of partsOf(items, 20)) {
    const RequestItems = { [testTable.name]: part.map((Item) => ({ PutRequest: { Item } })) }
    await testTable.client.send(new BatchWriteCommand({ RequestItems }))
  }
  const Item = { ...countKey(tenant, taskId), comment_count: texts.length }
  if (texts.length > 0) await testTable.client.send(new PutCommand({ TableName: testTable.name, Item }))
}
