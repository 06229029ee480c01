import type { operations } from '../../../client/src/schema.ts'
import { isTasksApiError, TasksApiError } from '../../../client/src/index.ts'
import { dataOf } from '../../../client/src/http.ts'
import { openClient } from '../data/api.ts'
import { tabStorage } from '../data/browser-storage.ts'
import { explain } from '../ui/explain.ts'
import { redirectUri } from './returned.ts'

type Provider = operations['sign-in.get']['responses'][200]['content']['application/json']['provider']
/** The identity provider of the service. */
export type IdentityProvider = NonNullable<Provider>
/** A session of a person at the service. */
export type OpenedSession =
  operations['sessions.create']['responses'][201]['content']['application/json']['session']
/** The answer to a person who is a member of several accounts. */
export type AccountChoice = operations['sessions.create']['responses'][200]['content']['application/json']

/**
 * The operations of the sign-in need no token, so the client has a dummy. A code works once, so there are no retries.
 */
const http = () => openClient('none', { maxRetries: 0 }).http

/** How people sign in at this service; null if they only have tokens. */
export const getProvider = async (): Promise<Provider> =>
  (await dataOf(http().GET('/sign-in'), 'provider')).provider

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** A sign-in that this tab has begun. Each has its own entry, so that they do not disturb each other. */
const keyOf = (state: string) => `tasks-sign-in ${state}`

/**
 * Leads to the provider (OpenID Connect, authorization code with PKCE: RFC 7636). The page that is shown now comes again
 * after it.
 */
export async function beginSignIn({ authorization_endpoint, client_id, scope }: IdentityProvider) {
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  tabStorage.setItem(keyOf(state), new URLSearchParams({ nonce, verifier, hash: location.hash }).toString())
  const url = new URL(authorization_endpoint)
  const parameters = {
    ...{ response_type: 'code', client_id, scope, redirect_uri: redirectUri, state, nonce },
    ...{ code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: 'S256' },
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  location.assign(url)
}

/** What this tab has kept of a sign-in. */
export interface Begun {
  nonce: string
  verifier: string
  /** The fragment of the page that was asked for. */
  hash: string
}

/** Returns and forgets the sign-in that a state belongs to; undefined when this tab has begun none with it. */
export function takeBegun(state: string): Begun | undefined {
  const kept = tabStorage.getItem(keyOf(state))
  if (kept === null) return undefined
  tabStorage.removeItem(keyOf(state))
  const parameters = new URLSearchParams(kept)
  const [nonce = '', verifier = '', hash = ''] = ['nonce', 'verifier', 'hash'].map(
    (name) => parameters.get(name) ?? '',
  )
  return { nonce, verifier, hash }
}

/**
 * Exchanges the code of the provider for a session, or for a choice of accounts.
 * @throws TasksApiError sign_in_failed, not_a_member, or another one
 */
export async function openWithCode(
  answer: URLSearchParams,
  { nonce, verifier: codeVerifier }: Begun,
): Promise<OpenedSession | AccountChoice> {
  const [code, iss] = [answer.get('code') ?? '', answer.get('iss')]
  const { data, error, response } = await http().POST('/sessions', {
    body: { code, codeVerifier, nonce, redirectUri, ...(iss !== null && { iss }) },
  })
  if (!data) throw TasksApiError.of(response, error)
  return 'session' in data ? data.session : data
}

/** Opens the session of one of several accounts. A ticket works once, for some minutes. */
export const openWithTicket = async (ticket: string, accountId: string): Promise<OpenedSession> => {
  const { data, error, response } = await http().POST('/sessions', { body: { ticket, accountId } })
  if (!data || !('session' in data)) throw TasksApiError.of(response, error)
  return data.session
}

/**
 * Why the provider sent no code, and what to do. Its own words are not shown, because anybody can put words into a
 * link.
 */
export const denialText = (code: string): string =>
  code === 'access_denied'
    ? 'The identity provider did not let you in, or you cancelled. Sign in again, or ask an administrator of your team.'
    : 'The identity provider refused the sign-in. Sign in again. If it happens each time, tell whoever runs this service.'

/** Why there is no session, and what to do. */
export function refusalText(error: unknown): string {
  if (isTasksApiError(error, 'not_a_member'))
    return `${error.message} To use another address, sign out at the identity provider first.`
  if (isTasksApiError(error, 'invalid_request'))
    return `The service does not know this address of the page: ${error.details.map(({ path, message }) => `${path} ${message}`).join(', ')}. Tell whoever runs it.`
  if (isTasksApiError(error, 'route_not_found'))
    return 'This service has no identity provider any more. Sign in with a token.'
  return explain(error)
}

/** Why a way back leads nowhere, and what to do. */
export const unknownState =
  'This tab did not begin this sign-in, or it has ended already. Sign in again, in one tab from beginning to end.'
