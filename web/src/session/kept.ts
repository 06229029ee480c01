import { deviceStorage, tabStorage } from '../data/browser-storage.ts'
import { forgetKept } from '../data/kept-list.ts'
import { isSecretOfSession, isToken } from './token.ts'

/**
 * Where the session is kept. `localStorage` holds the session's id, which is no secret; if the person wants to stay
 * signed in, also the token. Otherwise each tab holds the token in its `sessionStorage`, beside the id, and does not use
 * it once the browser's session has another id or none. So signing out also ends the sessions of tabs that sleep.
 */
const storageKey = 'tasks-token'

interface Kept {
  id: string
  token?: string
}

function read(storage: typeof deviceStorage): Kept | undefined {
  const [id = '', token, ...more] = (storage.getItem(storageKey) ?? '').split(' ')
  if (id === '' || more.length > 0) return undefined
  if (token === undefined) return { id }
  return isToken(token) ? { id, token } : undefined
}

const write = (storage: typeof deviceStorage, { id, token }: Kept) => {
  storage.setItem(storageKey, token === undefined ? id : `${id} ${token}`)
}

/** The id of the browser's session; undefined when nobody is signed in. */
export const sessionId = (): string | undefined => read(deviceStorage)?.id

/** Whether the session outlasts the browser's tabs. */
export const isOnDevice = (): boolean => read(deviceStorage)?.token !== undefined

/** The token that this tab has for the browser's session; null when it has none. */
export function keptToken(): string | null {
  const shared = read(deviceStorage)
  if (!shared) return null
  if (shared.token !== undefined) return shared.token
  const own = read(tabStorage)
  return own?.id === shared.id ? (own.token ?? null) : null
}

/** Whether a person is signed in at the identity provider; otherwise the session is that of a token. */
export const isPerson = (): boolean => isSecretOfSession(keptToken() ?? '')

/**
 * Begins a session of the browser.
 * @param onDevice whether it outlasts the browser's tabs
 */
export function keep(token: string, onDevice: boolean): void {
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-')
  if (onDevice) tabStorage.removeItem(storageKey)
  else write(tabStorage, { id, token })
  write(deviceStorage, onDevice ? { id, token } : { id })
}

/** Lets the session outlast the browser's tabs, until somebody signs out. */
export function stayOnDevice(): void {
  const token = keptToken()
  const id = sessionId()
  if (token === null || id === undefined) return
  tabStorage.removeItem(storageKey)
  write(deviceStorage, { id, token })
}

/** Keeps the token that another tab has given to this one, if it is that of the browser's session. */
export function keepGiven(id: string, token: string): void {
  if (id === sessionId() && isToken(token)) write(tabStorage, { id, token })
}

/** The value that replaces the session for a moment when the service has ended it, so that the other tabs notice. */
const refused = 'refused'

/**
 * Ends the session of the browser.
 * @param isRefused whether the service has ended it
 */
export function forget(isRefused = false): void {
  forgetKept()
  tabStorage.removeItem(storageKey)
  if (isRefused) deviceStorage.setItem(storageKey, refused)
  deviceStorage.removeItem(storageKey)
}

/** Removes stored values that are not a session, or no longer one. */
export function tidy(): void {
  if (!read(deviceStorage)) deviceStorage.removeItem(storageKey)
  if (keptToken() === null) tabStorage.removeItem(storageKey)
}

/** Whether an event of `localStorage` says that the service has ended the session. */
export const isOfRefusal = ({ key, newValue }: StorageEvent): boolean =>
  key === storageKey && newValue === refused

/** Whether an event of `localStorage` is about the session. */
export const isOfSession = ({ key }: StorageEvent): boolean => key === storageKey || key === null
