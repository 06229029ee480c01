/**
 * How long AWS keeps data of the table in other places, in days. The deployment uses these times, and so does the report of
 * a deleted account: docs/security.md, "When a person or an account is to be erased".
 */
export const keptDays = {
  /** The stream of changes, and so what a function is still to do: 24 hours. */
  stream: 1,
  /** Messages of a queue: they hold ids. */
  messages: 4,
  /** Messages that failed five times. */
  failedMessages: 14,
  /** Batches of the stream that failed too often, with their records. */
  failedBatches: 30,
  /** Log lines, unless the setting `logRetentionDays` says otherwise: its default. */
  logs: 30,
  /** Copies of backups in another vault, unless the setting `backupRetentionDays` says otherwise. */
  copies: 35,
} as const
