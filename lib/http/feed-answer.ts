import type { FeedFilter } from '../tasks/feed.ts'
import type { Caller } from '../tokens/caller.ts'
import { writeLog } from './invocation/log.ts'

/** The token whose writes a reader of a feed leaves out, if it asks for that: its own. */
export const ownToken = (
  { token, session }: Pick<Caller, 'token' | 'session'>,
  { excludeSelf }: { excludeSelf?: boolean | undefined },
): FeedFilter['excludeToken'] =>
  excludeSelf ? { token_id: token.id, member_id: session?.memberId ?? null } : undefined

/** The answer with a page of a feed. Where the index is late, the log says so. */
export function feedAnswer<P>(
  { accountId }: Pick<Caller, 'accountId'>,
  { page, lagMs, error }: { page: P; lagMs: number; error?: unknown },
): { body: P } {
  if (lagMs > 0 || error !== undefined) {
    writeLog('warn', {
      message: 'the change feed waits for its index',
      account_id: accountId,
      index_lag_ms: lagMs, // an alarm reads it
      cause: error instanceof Error ? `${error.name}: ${error.message}` : undefined,
    })
  }
  return { body: page }
}
