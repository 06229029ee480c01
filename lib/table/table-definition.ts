import type { IndexName } from '../contract/endpoint.ts'

/**
 * The definition of the table, for the local engine and for the deployment.
 * docs/architecture.md, "The table".
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttlAttribute: 'expires_at',
  indexes: [
    /** Lists: a project's tasks by position, its trash by time of deletion, the accounts by time of creation. */
    { name: 'list', partitionKey: 'list_pk', sortKey: 'list_sk' },
    /** The change feed: an account's tasks by the time of their last write. */
    { name: 'changes', partitionKey: 'changes_pk', sortKey: 'changes_sk' },
  ],
} as const satisfies Record<string, unknown> & {
  indexes: readonly (Record<string, string> & { name: IndexName })[]
}
