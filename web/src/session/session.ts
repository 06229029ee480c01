import { useSyncExternalStore } from 'preact/compat'
import { isTasksApiError } from '../../../client/src/index.ts'
import { decoded, findToken, isToken, notAToken } from './token.ts'

/** The token is kept in sessionStorage until the tab is closed. Nothing else is stored. */
const storageKey = 'tasks-token'
const fragmentPrefix = '#token='

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The token of the session; null when none is stored or the stored text is not a token. */
export function currentToken(): string | null {
  const stored = sessionStorage.getItem(storageKey)
  return stored !== null && isToken(stored) ? stored : null
}

/** Why the session ended; undefined when the person signed out. */
let endReason: string | undefined

/** Signs in with the token in a text, for this tab only. If the text holds no token, the sign-in page says so. */
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

/** Forgets the token. With a reason (not a token, or refused), the route is kept for the next sign-in. */
export function signOut(reason?: string): void {
  endReason = reason
  sessionStorage.removeItem(storageKey)
  if (reason === undefined) location.hash = '#/'
  tell()
}

/** Ends the session when an error says that its token is not, or no longer, accepted. */
export function endIfRefused(error: unknown): void {
  if (isTasksApiError(error) && error.status === 401) signOut(`This token is not accepted: ${error.message}`)
}

/**
 * Signs in with the token of a link such as `/#token=tsk_…`, and removes it from the address bar and the history. (A
 * fragment is never sent to a server.) Also removes a stored text that is not a token.
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

/** Why the last session ended, as a hook; undefined when the person signed out. */
export const useEndReason = (): string | undefined => useSyncExternalStore(subscribe, () => endReason)
