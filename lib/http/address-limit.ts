import type { NoAuth } from '../contract/endpoint.ts'
import type { Bucket } from './rate-limit/key.ts'
import type { ApiEvent } from './types.ts'
import { viewerAddress } from './viewer-address.ts'

/** The parts for an endpoint that anyone may call, but not as often as they like. */
export interface AddressLimit {
  /** Returns the bucket in which `charge` counts: that of the sender's address. */
  bucketOfAddress: (event: ApiEvent) => Bucket
}

/**
 * Limits what an endpoint without authentication does for one address. Its code says what counts: a malformed request
 * does not.
 * @param policy the name of the limit in the headers
 */
export const limitPerAddress = ({ auth }: { auth: Required<NoAuth> }, policy: string): AddressLimit => ({
  bucketOfAddress: (event) => ({
    policy,
    accountId: '', // no account's partition, but one that begins like an account's, so that the grants of the counters fit
    key: viewerAddress(event),
    limit: auth.chargesPerAddress,
  }),
})
