import { query } from '../table/read-items.ts'
import type { Item } from '../table/item.ts'
import type { Storage } from '../table/storage.ts'
import { duePartition } from './webhook-item.ts'
import { wakeUp, type WakeUp } from './wake-up.ts'

/** Returns the wake-up of an entry of the index: `<time>#<account>#<webhook>`. */
function wakeUpOf({ list_sk }: Item): WakeUp[] {
  const [, account, webhook] = String(list_sk).split('#')
  return account === undefined || webhook === undefined ? [] : [{ account, webhook }]
}

/**
 * Wakes every webhook that is due: for its next attempt, or because the holder of its lease was killed. A webhook stays
 * due until its lease is taken, so one that was woken in vain is woken again.
 * @param nowMs the time in ms since 1970
 * @returns how many were woken
 */
export async function wakeDueWebhooks(storage: Storage, nowMs: number): Promise<number> {
  let woken = 0
  let after: Item | undefined
  do {
    const { items, last } = await query(storage, {
      index: 'list',
      condition: 'list_pk = :due AND list_sk <= :now',
      values: { ':due': duePartition, ':now': `${new Date(nowMs).toISOString()}~` },
      after,
    })
    const wakeUps = items.flatMap(wakeUpOf)
    await wakeUp(storage, wakeUps)
    woken += wakeUps.length
    after = last
  } while (after)
  return woken
}
