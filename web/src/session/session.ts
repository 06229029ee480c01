import { useSyncExternalStore } from 'preact/compat'
import { isTasksApiError } from '../../../client/src/index.ts'
import { decoded, findToken, isToken, notAToken } from './token.ts'

/** The token lives as long as its tab; nothing else is ever stored. */
const storageKey = 'tasks-token'
const fragmentPrefix = '#token='

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The token that is signed in with, or null; whatever else may be stored is none. */
export function currentToken(): string | null {
  const stored = sessionStorage.getItem(storageKey)
  return stored !== null && isToken(stored) ? stored : null
}

/** Why the session ended, when it was not the person's wish. */
let endReason: string | undefined

/** Signs in with the token in a text, for this tab alone; without one, the sign-in says so. */
export function signIn(text: string): void {
  const token = findToken(text)
  if (token === undefined) {
    signOut(notAToken)
    return
  }
  endReason = undefined
  sessionStorage.setItem(storageKey, token)
  tell()
}

/** Forgets the token; with a reason when it is none or was refused, and then the view stays the one to come back to. */
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
 * sent to a server. What is stored from before and is no token goes away.
 */
export function takeTokenFromLink(): void {
  if (currentToken() === null) sessionStorage.removeItem(storageKey)
  if (!location.hash.startsWith(fragmentPrefix)) return
  signIn(decoded(location.hash.slice(fragmentPrefix.length)))
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
