import { expect } from 'vitest'
import type { Task } from '../../../lib/tasks/task.ts'
import { accountPartition, type Item } from '../../../lib/table/item.ts'
import { tap, type Reply, type Sending } from '../../support/api.ts'
import { partition } from '../../support/stream.ts'
import type { TestTenant } from '../../support/tenant.ts'

export const taskOf = (body: unknown) => (body as { task: Task }).task // the test has checked the status

/** Every item of the account, byte by byte. */
export const tableOf = (tenant: TestTenant): Promise<Map<string, Item>> =>
  partition(tenant, accountPartition(tenant.accountId))

/** Sends a dry run, and checks that the table is the same afterwards, and that no exchange could have changed it. */
export async function tried(
  tenant: TestTenant,
  method: 'POST' | 'PATCH',
  path: string,
  sending: Sending,
): Promise<Reply> {
  const before = await tableOf(tenant)
  const sent: string[] = []
  tap.answerInstead = (operation, request) => {
    const { TransactItems = [] } = request as { TransactItems?: object[] } // every request comes from the SDK
    sent.push(operation, ...TransactItems.flatMap((item) => Object.keys(item)))
    return undefined
  }
  const reply = await tenant.send(method, `${path}?dryRun=true`, sending)
  tap.reset()
  const harmless = ['GetItem', 'BatchGetItem', 'TransactWriteItems', 'ConditionCheck']
  expect(sent.filter((name) => !harmless.includes(name))).toEqual([])
  expect(await tableOf(tenant)).toEqual(before)
  return reply
}

/** A create of a task, with further fields. */
export const create = ({ projectId }: TestTenant, more: object = {}, sending: Sending = {}) =>
  ['POST', '/tasks', { body: { projectId, label: 'New', ...more }, ...sending }] as const

/** An error without what differs from request to request. */
export const withoutId = ({ status, headers, body }: Reply) => ({
  status,
  etag: headers.etag,
  error: { ...(body as { error: object }).error, request_id: '' }, // the test has checked the status
})
