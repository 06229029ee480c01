/** An item as the document client reads and writes it. */
export type Item = Record<string, unknown>

/** Where an item lies. */
export interface Key extends Item {
  pk: string
  sk: string
}

/** The partition of an account: every item of a tenant begins with it. */
export const accountPartition = (accountId: string): string => `ACCOUNT#${accountId}`

/** The TTL attribute counts whole seconds since 1970. */
export const epochSeconds = (timeMs: number): number => Math.floor(timeMs / 1000)

/** DynamoDB purges days late: what has run out is treated as gone from then on. */
export const hasExpired = (item: { expires_at?: number }): boolean =>
  item.expires_at !== undefined && item.expires_at <= epochSeconds(Date.now())
