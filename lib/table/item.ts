/** An item as the document client reads and writes it. */
export type Item = Record<string, unknown>

/** The primary key of an item. */
export interface Key extends Item {
  pk: string
  sk: string
}

/** The partition key of all items of an account. */
export const accountPartition = (accountId: string): string => `ACCOUNT#${accountId}`

/** A time in the unit of the TTL attribute: whole seconds since 1970. */
export const epochSeconds = (timeMs: number): number => Math.floor(timeMs / 1000)

/** Whether an item has expired. DynamoDB deletes it up to days later; until then, readers must treat it as absent. */
export const hasExpired = (item: { expires_at?: number }): boolean =>
  item.expires_at !== undefined && item.expires_at <= epochSeconds(Date.now())

/**
 * The stamp of a write at `nowMs`: now, but later than the item's last stamp even if the clock is behind. So an item never has
 * the same `updated_at` twice, and readers can tell its versions apart.
 */
export const timeAfter = (updatedAt: string, nowMs: number): string =>
  new Date(Math.max(nowMs, Date.parse(updatedAt) + 1)).toISOString()
