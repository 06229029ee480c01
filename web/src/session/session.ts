import { useSyncExternalStore } from 'preact/compat'
import { isTasksApiError } from '../../../client/src/index.ts'
import { signalOf } from '../data/signal.ts'
import { showAlert } from '../ui/toast.tsx'
import { forget, keep, keptToken, tidy } from './kept.ts'
import { isWaiting, shareWithTabs } from './tabs.ts'
import { decoded, findToken, notAToken } from './token.ts'

const fragmentPrefix = '#token='

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why the session ended; undefined when the person signed out. */
let endReason: string | undefined
/** The token of the session as the page shows it. */
let shown: string | null = null
/** The text of a link that came before it was known whether somebody is signed in. */
let linked: string | undefined

/** The token of a link that would switch the account, until the person has answered. */
export const offered = signalOf<string | undefined>(undefined)

function tell(): void {
  shown = keptToken()
  if (shown === null) offered.set(undefined)
  else endReason = undefined
  for (const listener of listeners) listener()
}

/**
 * Signs in all tabs of this browser with the token in a text. If the text holds no token, the sign-in page says so.
 * @param onDevice whether the token outlasts the browser's tabs
 */
export function signIn(text: string, onDevice = false): void {
  const token = findToken(text)
  if (token === undefined) endReason = notAToken
  else keep(token, onDevice)
  tell()
}

/** Signs out all tabs of this browser. With a reason, the route is kept for the next sign-in. */
export function signOut(reason?: string): void {
  endReason = reason
  forget()
  if (reason === undefined) location.hash = '#/'
  tell()
}

/** Ends the session of a token when an error says that the token is not, or no longer, accepted. */
export function endIfRefused(error: unknown, token: string): void {
  if (isTasksApiError(error) && error.status === 401 && token === keptToken())
    signOut(`This token is not accepted: ${error.message}`)
}

/** Opens the session that this browser has, and follows what its other tabs do with it. */
export function openSession(): void {
  tidy()
  shareWithTabs(() => {
    if (shown !== null && keptToken() === null) endReason = 'You were signed out in another tab.'
    takeLinked()
    tell()
  })
  tell()
}

/**
 * Signs in with the token of a link such as `/#token=tsk_…`, and removes it from the address bar and the history. (A
 * fragment is never sent to a server.) If somebody is signed in with another token, the person is asked first.
 * @param before the fragment that the link's has replaced
 */
export function takeTokenFromLink(before = '#/'): void {
  if (!location.hash.startsWith(fragmentPrefix)) return
  linked = decoded(location.hash.slice(fragmentPrefix.length))
  history.replaceState(null, '', before)
  takeLinked()
}

function takeLinked(): void {
  const current = keptToken()
  if (linked === undefined || (current === null && isWaiting())) return
  const text = linked
  linked = undefined
  if (current === null) signIn(text)
  else if (findToken(text) === undefined) showAlert(notAToken)
  else if (findToken(text) !== current) offered.set(findToken(text))
}

/** The token of the session, as a hook: null when nobody is signed in, undefined while another tab is asked. */
export const useToken = (): string | null | undefined =>
  useSyncExternalStore(subscribe, () => keptToken() ?? (isWaiting() ? undefined : null))

/** Why the last session ended, as a hook; undefined when the person signed out. */
export const useEndReason = (): string | undefined => useSyncExternalStore(subscribe, () => endReason)
