import { useSyncExternalStore } from 'preact/compat'
import { isTasksApiError } from '../../../client/src/index.ts'

/** The token lives as long as its tab; nothing else is ever stored. */
const storageKey = 'tasks-token'
const fragmentPrefix = '#token='

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The token that is signed in with, or null. */
export const currentToken = (): string | null => sessionStorage.getItem(storageKey)

/** Why the session ended, when it was not the person's wish. */
let endReason: string | undefined

/** Signs in with a token, for this tab alone. */
export function signIn(token: string): void {
  endReason = undefined
  sessionStorage.setItem(storageKey, token)
  tell()
}

/** Forgets the token; with a reason when the service has refused it, and then the view stays the one to come back to. */
export function signOut(reason?: string): void {
  endReason = reason
  sessionStorage.removeItem(storageKey)
  if (reason === undefined) location.hash = '#/'
  tell()
}

/** Ends the session when this error says that its token is not accepted, or not any more. */
export function endIfRefused(error: unknown): void {
  if (isTasksApiError(error) && error.status === 401) signOut(`This token is not accepted: ${error.message}`)
}

/**
 * Takes a token out of a link such as `/#token=tsk_…`, and out of the address bar and its history: a fragment is never
 * sent to a server.
 */
export function takeTokenFromLink(): void {
  if (!location.hash.startsWith(fragmentPrefix)) return
  signIn(decodeURIComponent(location.hash.slice(fragmentPrefix.length)))
  history.replaceState(null, '', '#/')
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The token of the session, as a hook. */
export const useToken = (): string | null => useSyncExternalStore(subscribe, currentToken)

/** Why the last session ended, as a hook; undefined when the person ended it. */
export const useEndReason = (): string | undefined => useSyncExternalStore(subscribe, () => endReason)
