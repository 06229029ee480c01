import { type Query, QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/preact-query'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { forgetBoards } from '../board/memory.ts'
import { type Filter, filterOf } from '../board/filter.ts'
import { ApiContext, keys, openClient, until, type Api } from '../data/api.ts'
import { connection, isLoss, isRefusal } from '../data/connection.ts'
import { openKeptList } from '../data/kept-list.ts'
import { cursorOfNow, followChanges } from './feed.ts'
import { forgetGone } from '../data/cache.ts'
import { ownMember } from '../data/own-member.ts'
import { readAhead } from '../data/queries.ts'
import { forgetWrites } from '../data/writes.ts'
import { type Entry, isKept } from '../changes/entry.ts'
import { forgetOutbox, openOutbox } from '../changes/outbox.ts'
import { entriesOf, resume } from '../changes/resume.ts'
import type { Route } from '../ui/route.ts'
import { listenForShortcuts, useShortcuts } from '../ui/shortcuts.ts'
import { forgetAllShown, secretDialog } from '../ui/shown-once.ts'
import { Toasts } from '../ui/toast.tsx'
import { forgetUndo, redoLast, undoLast } from '../ui/undo.ts'
import { Offline } from './offline.tsx'
import { NotOpen } from './not-open.tsx'
import { sessionId } from '../session/kept.ts'
import { endIfRefused, noteAccepted } from '../session/session.ts'
import { Shell } from './shell.tsx'
import { useValue } from '../data/use-value.ts'
import { SignOut } from './sign-out.tsx'

/** Queries are not retried here: the client already retries. The change feed invalidates them. */
const openCache = (token: string) => {
  const onError = (error: unknown) => {
    if (isLoss(error)) connection.value = 'lost'
    endIfRefused(error, token)
  }
  const queryCache = new QueryCache({ onError })
  const cache = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: false, staleTime: 1000 },
      mutations: { networkMode: 'always', onError },
    },
  })
  // TanStack Query keeps the answer of a first read that is under way at a change, but that may be older than the change
  queryCache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    const { queryKey, state, promise } = event.query as Query // an event has it with `any`
    if (state.fetchStatus === 'idle' || state.data !== undefined) return
    const readAgain = () => cache.invalidateQueries({ queryKey, exact: true })
    promise?.then(readAgain, () => undefined)
  })
  return cache
}

/** The views of a token, shown once the service has returned what it may do. */
export function Session({ token, route }: { token: string; route: Route }) {
  const cache = useMemo(() => openCache(token), [token])
  const over = useMemo(() => new AbortController(), [token])
  useEffect(
    () => () => {
      over.abort()
      cache.clear()
      forgetAllShown()
      forgetUndo()
      forgetBoards()
      forgetWrites()
      forgetOutbox()
      forgetGone()
      connection.value = 'unknown'
    },
    [cache, over],
  )
  useEffect(listenForShortcuts, [])
  useShortcuts([
    { keys: 'mod+z', name: 'Undo the last change', isInDialogs: true, run: undoLast },
    { keys: 'mod+shift+z', name: 'Redo what was undone', isInDialogs: true, run: redoLast },
  ])
  return (
    <QueryClientProvider client={cache}>
      <Offline />
      <Opening token={token} route={route} cache={cache} over={over.signal} />
      {useValue(secretDialog)}
      <SignOut />
      <Toasts />
    </QueryClientProvider>
  )
}

/**
 * How much older than the cursor the data read beside it may be, in milliseconds: a cursor of `from=now` begins ten
 * seconds before (docs/concepts/change-feed.md).
 */
const mostAheadMs = 5_000

/** The first view's query of tasks, if it shows many. */
function firstTasksOf(route: Route): Pick<Filter, 'statuses' | 'fields'> | undefined {
  if (route.view !== 'board' && route.view !== 'list') return undefined
  const { statuses, fields } = filterOf(route.query ?? '')
  return { statuses, fields }
}

interface OpeningProps {
  token: string
  route: Route
  cache: QueryClient
  /** Aborted when the session ends. */
  over: AbortSignal
}

function Opening({ token, route, cache, over }: OpeningProps) {
  const session = useMemo(() => {
    const isOver = () => over.aborted
    return { client: openClient(token, {}, until(isOver)), lasting: openClient(token), isOver }
  }, [token, over])
  const { client } = session
  const readAt = useRef(0)
  useEffect(() => {
    readAt.current = Date.now()
    if ('projectId' in route) readAhead(cache, client, route.projectId, firstTasksOf(route))
  }, [])
  const self = useQuery({
    queryKey: keys.self,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.status === 'error' && !isRefusal(state.error) ? 2000 : false),
    queryFn: async () => {
      // no change is missed: the feed begins before anything was read, unless this took long
      const [{ token: own, member }, cursor] = await Promise.all([client.tokens.self(), cursorOfNow(client)])
      ownMember.value = member
      connection.value = 'there'
      noteAccepted(token)
      if (Date.now() - readAt.current > mostAheadMs)
        void cache.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== keys.self[0] })
      return { tokenId: own.id, name: own.name, scopes: own.scopes, projectIds: own.project_ids, cursor }
    },
  })
  const { data } = self
  // during a retry the last error stays on screen
  const lastError = useRef<unknown>(null)
  lastError.current = self.error ?? lastError.current

  useEffect(() => {
    if (!data?.scopes.includes('read')) return
    const stop = new AbortController()
    const { tokenId, cursor } = data
    void followChanges({ cache, token, tokenId, cursor, signal: stop.signal })
    return () => {
      stop.abort()
    }
  }, [data, cache, token])

  useEffect(() => {
    const list = openKeptList({ token, sessionId: sessionId() ?? '' }, (kept) => {
      resume(cache, entriesOf(kept))
    })
    const onRefused = (error: unknown) => {
      endIfRefused(error, token)
    }
    const save = async (entries: readonly Entry[]) => {
      isKept.value = await list.save('entries', entries)
    }
    openOutbox({ client, cache, save, onRefused })
    return list.close
  }, [])

  const api = useMemo<Api | undefined>(
    () => data && { ...session, name: data.name, scopes: data.scopes, projectIds: data.projectIds },
    [session, data],
  )
  if (!api) {
    const { current: error } = lastError
    return (
      <main class="opening">
        {error === null ? <p>Signing in…</p> : <NotOpen error={error} onRetry={() => void self.refetch()} />}
      </main>
    )
  }
  return (
    <ApiContext.Provider value={api}>
      <Shell route={route} />
    </ApiContext.Provider>
  )
}
