import { expect } from 'vitest'
import type { HistoryEntry } from '../../lib/history/entry.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { dispatchRecords } from '../../lib/webhooks/dispatch-records.ts'
import { recordsOf } from './stream.ts'
import type { TestTenant } from './tenant.ts'

/** Acts, and hands the writes of an account without webhooks to the function on the stream. */
export async function remembered<T>(tenant: TestTenant, act: () => Promise<T>): Promise<T> {
  const results: T[] = []
  const records = await recordsOf(tenant, async () => {
    results.push(await act())
  })
  const { failedFrom } = await dispatchRecords(openStorage(Date.now() + 60_000), records)
  expect(failedFrom).toBeUndefined()
  const [result] = results
  return result as T // `act` has returned it
}

/** A page of a history that is read with a token, by default the tenant's. */
export async function pageOf(
  tenant: TestTenant,
  path: string,
  token = tenant.token,
): Promise<{ entries: HistoryEntry[]; next_cursor: string | null }> {
  const { status, body } = await tenant.send('GET', path, { token })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as { entries: HistoryEntry[]; next_cursor: string | null } // checked by the status
}

/** All pages of a history, from its first path on. */
export async function allEntries(
  tenant: TestTenant,
  path: string,
  token = tenant.token,
): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const from: string = cursor === '' ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`
    const page = await pageOf(tenant, from, token)
    entries.push(...page.entries)
    cursor = page.next_cursor
  }
  return entries
}

/** The writes of a task, newest first. */
export const historyOf = (tenant: TestTenant, taskId: string): Promise<HistoryEntry[]> =>
  allEntries(tenant, `/tasks/${taskId}/history`)
