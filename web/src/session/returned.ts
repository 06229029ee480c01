import { signal } from '@preact/signals-core'

/** The address to which an identity provider sends people back: docs/sign-in.md. */
export const redirectUri = `${location.origin}/sign-in/callback`

/** What the identity provider has sent this tab back with, until the sign-in has ended. */
export const returned = signal<URLSearchParams | undefined>(undefined)

/** Removes the provider's data from the address bar and the history, before anything else happens. */
export function takeReturned(): void {
  if (`${location.origin}${location.pathname}` !== redirectUri) return
  returned.value = new URLSearchParams(location.search)
  history.replaceState(null, '', '/')
}
