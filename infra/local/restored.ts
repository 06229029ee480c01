import { rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { skipMissed } from '../../lib/rules/skip-missed.ts'
import { openStorage } from '../../lib/table/storage.ts'
import { listAccounts } from '../../lib/tokens/account.ts'

const timeoutMs = 60_000

/** The file that says that the data is from a backup, and that no service has run on it yet. */
export const restoredIn = (dataDir: string): string => join(dataDir, 'restored.json')

/**
 * Notes what the rules of all accounts have missed as skipped, instead of running it.
 * @returns how many times and dates were skipped
 * @throws ApiError service_unavailable, rate_limited: it can be repeated
 */
export async function skipMissedOfAll(): Promise<number> {
  let count = 0
  const storage = () => openStorage(Date.now() + timeoutMs)
  for (const { id } of await listAccounts(storage())) count += await skipMissed(storage(), id, Date.now())
  return count
}

/** The same at the first start after a restore. */
export async function skipMissedOnce(dataDir: string): Promise<void> {
  const path = restoredIn(dataDir)
  if (!existsSync(path)) return
  await skipMissedOfAll()
  await rm(path)
}
