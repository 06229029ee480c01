import { createHash } from 'node:crypto'
import { inParallel } from './in-parallel.ts'
import type { Item } from './item.ts'
import { query } from './read-items.ts'
import type { Storage } from './storage.ts'
import { table } from './table.ts'
import type { Tenant } from './tenant.ts'

/**
 * A timer is an item that stands in the list index while something must be done with it at some time. The timers of all
 * accounts rise with time, so DynamoDB cannot split their partition: it takes 1,000 write units a second, for a whole
 * stage. So there are several, and an account's timers are in one of them. The embedded engine has no such limit, and each
 * look there takes time of the processor, so one is enough.
 */
const shardCount = (): number => (table().isEmbedded ? 1 : 16)

/** The partition of all timers up to release 0.2.0. What stands there moves when it is next written. */
const formerPartition = 'WEBHOOKS#DUE'

const partitionOf = (shard: number): string => `TIMERS#${shard}`

/** The partitions of timers. */
export const timerShards = (): string[] =>
  Array.from({ length: shardCount() }, (_, shard) => partitionOf(shard))

/** The partitions in which there may be timers of webhooks. */
export const timerPartitions = (): string[] => [...timerShards(), formerPartition]

/** The partition of an account's timers: by a hash, which spreads accounts evenly. */
const timerPartition = ({ accountId }: Pick<Tenant, 'accountId'>): string =>
  partitionOf(createHash('sha256').update(accountId).digest().readUInt8() % shardCount())

/**
 * The index keys of an item for which something must be done.
 * @param id distinguishes the account's timers
 * @param atMs the time in ms since 1970; undefined takes the item out of the index
 */
export const timerKeys = (
  tenant: Pick<Tenant, 'accountId'>,
  id: string,
  atMs: number | undefined,
): { list_pk: string | undefined; list_sk: string | undefined } =>
  atMs === undefined
    ? { list_pk: undefined, list_sk: undefined }
    : {
        list_pk: timerPartition(tenant),
        list_sk: `${new Date(atMs).toISOString()}#${tenant.accountId}#${id}`,
      }

/** A timer whose time has come. */
export interface DueTimer {
  accountId: string
  id: string
  /** The sort key of its item, which says what kind of thing it is. */
  sk: string
  /** When it is due, in ms since 1970. */
  atMs: number
}

function timerOf({ sk, list_sk }: Item): DueTimer[] {
  const [time = '', accountId, id] = String(list_sk).split('#')
  if (accountId === undefined || id === undefined) return []
  return [{ accountId, id, sk: String(sk), atMs: Date.parse(time) }]
}

/** The partitions that are read at once. */
const readsAtOnce = 4

/**
 * Calls `act` with the timers whose time has come, page by page; of one partition, the earliest first. A partition that
 * fails keeps no other from being read.
 * @param nowMs the time in ms since 1970
 * @param partitions where to look
 * @throws the first error of a partition or of `act`, when all partitions are done
 */
export async function eachDueTimer(
  storage: Storage,
  nowMs: number,
  act: (timers: readonly DueTimer[]) => Promise<void>,
  partitions = timerPartitions(),
): Promise<void> {
  const errors: unknown[] = []
  await inParallel(partitions, readsAtOnce, async (partition) => {
    try {
      let after: Item | undefined
      do {
        const { items, last } = await query(storage, {
          index: 'list',
          condition: 'list_pk = :timers AND list_sk <= :now',
          values: { ':timers': partition, ':now': `${new Date(nowMs).toISOString()}~` },
          // a rule may be long, and a thousand may be due
          projection: 'sk, list_sk',
          after,
        })
        if (items.length > 0) await act(items.flatMap(timerOf))
        after = last
      } while (after)
    } catch (error) {
      errors.push(error)
    }
  })
  if (errors.length > 0) throw errors[0]
}
