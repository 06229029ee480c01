import { signal } from '@preact/signals-core'
import { isTasksApiError } from '../../../client/src/index.ts'
import { openClient } from '../data/api.ts'
import { showAlert, showToast } from '../ui/messages.ts'
import { followTyping, forgetUnsaved, leaveUnsaved } from '../ui/unsaved.ts'
import { askWith } from '../ui/yours.ts'
import { forget, isPerson, keep, keptToken, stayOnDevice, tidy } from './kept.ts'
import { returned } from './returned.ts'
import { holdSession, isAskingTabs, shareWithTabs } from './tabs.ts'
import { decoded, findToken, isSecretOfSession, notAToken } from './token.ts'

const fragmentPrefix = '#token='

/** Why a session ended, for the reasons that the page for signing in can explain. */
export type Why = 'ended' | 'ended-elsewhere' | 'signed-out-elsewhere' | 'lasts-on'

/** Why the last session ended; undefined when the person signed out. */
export const endReason = signal<Why | { text: string } | undefined>(undefined)

/** The token of the session as the page shows it: null when nobody is signed in, undefined while another tab is asked. */
export const shownToken = signal<string | null | undefined>(null)

/** The text and the page of a link that came before the page knew whether somebody is signed in. */
let linked: { text: string; open: string | undefined } | undefined

/** The token of a link that would switch the account, until the person has answered. */
export const offered = signal<string | undefined>(undefined)

function tell(): void {
  const token = keptToken()
  if (token === null) offered.value = undefined
  else {
    holdSession()
    endReason.value = undefined
    // what is typed stays noted as long as the session lasts: only where the token is kept may have changed
    if (token !== shownToken.value) forgetUnsaved()
  }
  shownToken.value = token ?? (isAskingTabs() ? undefined : null)
}

/**
 * Signs in all tabs of this browser with the token in a text. If the text holds no token, the sign-in page says so.
 * @param onDevice whether the token outlasts the browser's tabs
 */
export function signIn(text: string, onDevice = false): void {
  const token = findToken(text)
  if (token === undefined) endReason.value = { text: notAToken }
  else keep(token, onDevice)
  tell()
}

/** How a sign-in at the identity provider has ended. */
interface Return {
  /** The fragment of the page that was asked for. */
  hash: string
  /** The secret of the session, if there is one. */
  secret?: string
  /** Why there is none. */
  reason?: string
}

/** Ends a sign-in at the identity provider: shows the page that was asked for, or says why there is no session. */
export function endReturn({ hash, secret, reason }: Return): void {
  history.replaceState(null, '', hash === '' ? '#/' : hash)
  if (secret !== undefined) keep(secret, false)
  endReason.value = reason === undefined ? undefined : { text: reason }
  // somebody is signed in already, so the page for signing in does not come
  if (reason !== undefined && isSignedIn()) showAlert(reason)
  returned.value = undefined
  tell()
}

/** Whether somebody is signed in, or another tab is just asked for it. */
export const isSignedIn = (): boolean => keptToken() !== null || isAskingTabs()

/** Ends a session at the service. A token that was pasted is only forgotten, because programs may use it, too. */
async function endAtService(token: string): Promise<void> {
  await openClient(token, { maxRetries: 1 })
    .sessions.delete()
    .catch((error: unknown) => {
      if ((isTasksApiError(error) && error.status === 401) || keptToken() !== null) return
      endReason.value = 'lasts-on'
      tell()
    })
}

/** Keeps what is not saved for copying if the service has ended the session. Signing out leaves nothing. */
function leave(isRefused: boolean): void {
  leaveUnsaved()
  if (!isRefused) forgetUnsaved()
}

/** Signs out all tabs of this browser. With a reason, the route is kept for the next sign-in. */
export function signOut(reason?: Why | { text: string }): void {
  const secret = ownSecretOfSession()
  endReason.value = reason
  leave(reason !== undefined)
  forget(reason !== undefined)
  if (reason === undefined) location.hash = '#/'
  tell()
  // afterwards, so that the last saves of the views are sent before
  if (reason === undefined && secret !== undefined) setTimeout(() => void endAtService(secret))
}

/** The token that the service has accepted, as far as the page knows: one that was kept was used before. */
let accepted: string | null = null

/** Notes that the service has accepted a token. */
export function noteAccepted(token: string): void {
  accepted = token
}

/** What is said of a token that the service refuses. It does not tell one that was revoked from one that never was. */
const refusedText = (token: string, { message }: Error) =>
  token === accepted
    ? 'Your session has ended: its token is not accepted any more. It was revoked, or it has expired.'
    : `This token is not accepted: ${message}`

/** Ends the session of a token when an error says that the token is not, or no longer, accepted. */
export function endIfRefused(error: unknown, token: string): void {
  if (isTasksApiError(error) && error.status === 401 && token === keptToken())
    signOut(isSecretOfSession(token) ? 'ended' : { text: refusedText(token, error) })
}

/** Opens the session that this browser has, and follows what its other tabs do with it. */
export function openSession(): void {
  askWith(isPerson)
  tidy()
  accepted = keptToken()
  followTyping()
  shareWithTabs((isRefused = false) => {
    if (shownToken.value != null && keptToken() === null) {
      endReason.value = isRefused ? 'ended-elsewhere' : 'signed-out-elsewhere'
      leave(isRefused)
    }
    takeLinked()
    tell()
  })
  tell()
}

/**
 * Signs in with the token of a link such as `/#token=tsk_…`, and removes it from the address bar and the history. (A
 * fragment is never sent to a server.) If somebody is signed in with another token, the person is asked first. With
 * `&open=/projects/…` behind the token, the link opens that page, and the person is offered to stay signed in.
 * @param before the fragment that the link's has replaced
 */
export function takeTokenFromLink(before = '#/'): void {
  if (!location.hash.startsWith(fragmentPrefix)) return
  const [text = '', open] = decoded(location.hash.slice(fragmentPrefix.length)).split('&open=')
  linked = { text, open }
  history.replaceState(null, '', before)
  takeLinked()
}

function takeLinked(): void {
  const current = keptToken()
  if (linked === undefined || (current === null && isAskingTabs())) return
  const { text, open } = linked
  linked = undefined
  const token = findToken(text)
  // a page of the account, and nothing else
  if (open?.startsWith('/') === true && (current ?? token) === token) location.replace(`#${open}`)
  if (current === null) {
    signIn(text)
    if (open !== undefined && token !== undefined)
      showToast('Signed in until the last tab closes.', {
        label: 'Keep me signed in',
        run: stayOnDevice,
      })
  } else if (token === undefined) showAlert(notAToken)
  else if (token !== current) offered.value = token
}

/** The secret of the session of a person; undefined when nobody is signed in, or somebody is with a token. */
export function ownSecretOfSession(): string | undefined {
  const token = keptToken()
  return token !== null && isSecretOfSession(token) ? token : undefined
}
