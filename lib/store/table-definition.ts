import type { IndexName } from '../contract/endpoint.ts'

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
} as const satisfies Record<string, unknown> & {
  indexes: readonly (Record<string, string> & { name: IndexName })[]
}
