import type { QueryClient } from '@tanstack/preact-query'
import { dataOf } from '../../../client/src/http.ts'
import { isTasksApiError, type Change, type TasksClient } from '../../../client/src/index.ts'
import { endIfRefused } from '../session/session.ts'
import { explain } from '../ui/explain.ts'
import { showAlert } from '../ui/toast.tsx'
import { applyChanges } from './changes.ts'
import { connection, isLoss, isRefusal } from './connection.ts'

const beatMs = 2000

interface FeedOptions {
  cache: QueryClient
  client: TasksClient
  /** Where to begin: taken before any list was read, so that nothing falls in between. */
  cursor: string | undefined
  signal: AbortSignal
}

/** Where the feed stands now; undefined for a token that may not read. */
export async function cursorOfNow({ http }: TasksClient): Promise<string | undefined> {
  try {
    const outcome = http.GET('/changes', { params: { query: { from: 'now', limit: 1 } } })
    return (await dataOf(outcome, 'next_cursor')).next_cursor
  } catch (error) {
    if (isTasksApiError(error, 'insufficient_scope')) return undefined
    throw error
  }
}

/**
 * Follows what others do while the page can be seen, and watches the connection along the way. What was missed in
 * between comes with the next beat. Ends, with a word, when the account may not read the changes any more.
 */
export async function followChanges({ cache, client, signal, ...start }: FeedOptions): Promise<void> {
  const open = (cursor?: string) => client.changes({ cursor, from: 'now', limit: 100, signal })
  // one feed for all beats: it hands out each change once
  let feed = open(start.cursor)
  const read = async () => {
    const changes: Change[] = []
    for await (const change of feed) changes.push(change)
    applyChanges(cache, changes)
  }
  while (!signal.aborted) {
    try {
      if (document.visibilityState === 'visible') {
        await read()
        isBack(cache)
      }
    } catch (error) {
      if (isRefusal(error)) {
        connection.set('there')
        showAlert(`What others change is no longer shown. ${explain(error)}`)
        return
      }
      // the cursor is too old: all that is shown may be stale
      if (isTasksApiError(error, 'cursor_expired')) {
        feed = open()
        void cache.invalidateQueries()
      } else if (isLoss(error)) connection.set('lost')
      endIfRefused(error)
    }
    await beat(signal)
  }
}

/** The service answers: what was missed, beside the tasks that the feed brings, is read again. */
export function isBack(cache: QueryClient): void {
  const wasLost = connection.get() === 'lost'
  connection.set('there')
  if (!wasLost) return
  void cache.invalidateQueries({
    predicate: ({ queryKey, state }) => queryKey[0] !== 'tasks' || state.status === 'error',
  })
}

/** Waits for the next beat; ends early when the page is looked at again or the device is back online. */
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
