/**
 * The one table, as data: the local engine creates it from this, and so does the deployment.
 * docs/architecture.md, "The table".
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttlAttribute: 'expires_at',
  indexes: [
    /** What is listed in order: a project's tasks by position, its trash by time, the accounts by creation. */
    { name: 'list', partitionKey: 'list_pk', sortKey: 'list_sk' },
    /** An account's tasks by their last write: the change feed. */
    { name: 'changes', partitionKey: 'changes_pk', sortKey: 'changes_sk' },
  ],
} as const

export type IndexName = (typeof tableDefinition.indexes)[number]['name']

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
