import type { QueryClient } from '@tanstack/preact-query'
import { dataOf } from '../../../client/src/http.ts'
import { isTasksApiError, type Change, type ResourceClient } from '../../../client/src/index.ts'
import { endIfRefused } from '../session/session.ts'
import { explain } from '../ui/explain.ts'
import { showAlert } from '../ui/messages.ts'
import { openClient } from '../data/api.ts'
import { applyChanges } from '../data/changes.ts'
import { connection, isLoss, isRefusal } from '../data/connection.ts'
import { openIncoming } from './incoming.ts'

const beatMs = 2000

interface FeedOptions {
  cache: QueryClient
  /** The token of the session, and its id. */
  token: string
  tokenId: string
  /** Where to start. Taken before any list was read, so that no change is missed. */
  cursor: string | undefined
  signal: AbortSignal
}

/** The feed's current cursor; undefined for a token that may not read. */
export async function cursorOfNow({ http }: ResourceClient): Promise<string | undefined> {
  try {
    const outcome = http.GET('/changes', { params: { query: { from: 'now', limit: 1 } } })
    return (await dataOf(outcome, 'next_cursor')).next_cursor
  } catch (error) {
    if (isTasksApiError(error, 'insufficient_scope')) return undefined
    throw error
  }
}

/**
 * Follows changes by others while the page is visible, and so also monitors the connection. Changes made while it was
 * hidden come with the next poll. Stops, with an alert, when the account may no longer read the feed.
 */
export async function followChanges({ cache, token, tokenId, signal, ...start }: FeedOptions): Promise<void> {
  // few retries, so that a lost connection is shown soon; the next poll comes anyway
  const client = openClient(token, { maxRetries: 1, timeoutMs: 8000 })
  const open = (cursor?: string) => client.changes({ cursor, from: 'now', limit: 100, signal })
  // one feed for all polls: it yields each change once
  let feed = open(start.cursor)
  const tellIncoming = openIncoming(tokenId, signal)
  const read = async () => {
    const changes: Change[] = []
    for await (const change of feed) changes.push(change)
    applyChanges(cache, changes)
    tellIncoming(changes)
  }
  for (;;) {
    await beat(signal) // the first cards come before the first poll
    if (signal.aborted) return
    try {
      if (document.visibilityState === 'visible') {
        const before = connection.value
        await read()
        // an answer that was under way when the connection was lost does not say that it is back
        if (connection.value === before) isBack(cache)
      }
    } catch (error) {
      if (isRefusal(error)) {
        connection.value = 'there'
        showAlert(`Changes by others are no longer shown. ${explain(error)}`)
        return
      }
      // the cursor is older than 40 days: everything shown may be outdated
      if (isTasksApiError(error, 'cursor_expired')) {
        feed = open()
        void cache.invalidateQueries()
      } else if (isLoss(error)) connection.value = 'lost'
      endIfRefused(error, token)
    }
  }
}

/** To be called when the service answers. After a loss, refetches everything that the change feed does not cover. */
export function isBack(cache: QueryClient): void {
  const wasLost = connection.value === 'lost'
  connection.value = 'there'
  if (!wasLost) return
  void cache.invalidateQueries({
    predicate: ({ queryKey, state }) => queryKey[0] !== 'tasks' || state.status === 'error',
  })
}

/** Waits until the next poll is due. Ends early when the page becomes visible or the device is back online. */
function beat(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const done = () => {
      listening.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, beatMs)
    const options = { signal: listening.signal }
    signal.addEventListener('abort', done, options)
    addEventListener('online', done, options)
    document.addEventListener('visibilitychange', done, options)
  })
}
