import { accountPartition, epochSeconds, type Item, type Key } from '../table/item.ts'
import type { Storage } from '../table/storage.ts'
import type { Tenant } from '../table/tenant.ts'
import { eventIdAt } from '../tasks/task-item.ts'
import { findAccount } from '../tokens/account.ts'
import type { Step } from './event.ts'

/*
 * The history of tasks. An entry is the event of a write, as webhooks get it: one item serves both. Beside it, each write leaves
 * a step in the history of its task, which has little but the version: so the entries of one task are found by one query.
 */

/** A step in the table, without the item's key. */
export interface StepItem {
  version: number
  before?: number
  quiet?: true
  previous?: Step['previous']
  expires_at: number
}

const dayMs = 24 * 60 * 60 * 1000

/** When the entry of a write expires, in seconds since 1970. */
export const historyExpiry = (at: string, days: number): number => epochSeconds(Date.parse(at) + days * dayMs)

/** The partition of an account's steps: those of a task are together, by time. */
export const historyPartition = ({ accountId }: Pick<Tenant, 'accountId'>): string =>
  `${accountPartition(accountId)}#HISTORY`

/** The start of the sort keys of a task's steps. */
export const stepPrefix = (taskId: string): string => `${taskId}#`

const stepKey = (tenant: Pick<Tenant, 'accountId'>, { taskId, at }: Pick<Step, 'taskId' | 'at'>): Key => ({
  pk: historyPartition(tenant),
  sk: `${stepPrefix(taskId)}${at}`,
})

/** The item of a step that is kept for so many days. */
export function stepItem(tenant: Pick<Tenant, 'accountId'>, step: Step, days: number): Item {
  const { version, before, isQuiet, previous, at } = step
  const stored: StepItem = {
    version,
    ...(before !== undefined && { before }),
    ...(isQuiet && { quiet: true }),
    ...(previous && { previous }),
    expires_at: historyExpiry(at, days),
  }
  return { ...stepKey(tenant, step), ...stored }
}

/** The step of an item that was read with its key. Only this folder writes items in this partition. */
export function stepOf(item: Item): Step & Pick<StepItem, 'expires_at'> & { eventId: string } {
  const { sk, version, before, quiet = false, previous, expires_at } = item as unknown as StepItem & Key
  const [taskId = '', at = ''] = sk.split('#')
  return {
    ...{ taskId, at, version, isQuiet: quiet, expires_at, eventId: eventIdAt(taskId, at) },
    ...(before !== undefined && { before }),
    ...(previous && { previous }),
  }
}

/**
 * For how many days an account keeps its history; 0: it keeps none, as an account that is being deleted. It is not cached: what a
 * function writes late must not outlive the account.
 */
export const historyDaysOf = async (storage: Storage, accountId: string): Promise<number> =>
  (await findAccount(storage, accountId))?.history_days ?? 0
