import type { Bucket } from './rate-limit/key.ts'
import type { FindHolder } from './authenticate.ts'
import { errorPage } from './page.ts'
import type { ApiEvent, ApiResult, KeyHolder } from './types.ts'
import { viewerAddress } from './viewer-address.ts'

/** What only an endpoint with a key in its path needs. It passes this to the stack, so no other bundle holds it. */
export interface KeyAccess<H extends KeyHolder> {
  findHolder: FindHolder<H>
  /** Returns the buckets that a request with a key counts towards. */
  bucketsOf: (holder: KeyHolder, isForged: boolean, event: ApiEvent) => [Bucket, ...Bucket[]]
  /** Returns the error page for a person whose browser sent a form. Absent: everybody gets the error itself. */
  errorPage?: (statusCode: number, retryAfterSeconds?: number) => ApiResult
}

/** Requests per minute from one address. A person does not send a form more often than this; a program may. */
const addressRateLimit = 10

/**
 * Returns the buckets for a request with a key in its path: the bucket of the key's holder, and for requests from a
 * browser also the bucket of the sender's address. A browser always sends an `Origin`. Form services send none, and use a
 * few addresses for all their customers, so they have no limit per address. Requests that lack the holder's signature
 * have a bucket of their own: otherwise anyone who knows the key could use up the share of those who sign.
 */
function bucketsOf(
  { accountId, rateLimit: { key, limit } }: KeyHolder,
  isForged: boolean,
  event: ApiEvent,
): [Bucket, ...Bucket[]] {
  const form = { policy: isForged ? 'unsigned' : 'form', accountId, key, limit }
  if (isForged || event.headers.origin === undefined) return [form]
  const address = viewerAddress(event)
  return [form, { policy: 'address', accountId, key: `${key} ${address}`, limit: addressRateLimit }]
}

/**
 * Returns the access of the endpoint to which forms are sent.
 * @param findHolder looks up the holder of the key
 */
export const keyAccess = <H extends KeyHolder>(findHolder: FindHolder<H>): KeyAccess<H> => ({
  findHolder,
  bucketsOf,
  errorPage,
})
