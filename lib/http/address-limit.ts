import type { NoAuth } from '../contract/endpoint.ts'
import type { Bucket } from './rate-limit/key.ts'
import type { ApiEvent } from './types.ts'
import { viewerAddress } from './viewer-address.ts'

/** What only an endpoint needs that anyone may call, but not as often as they like. */
export interface AddressLimit {
  /** Returns the bucket in which `charge` counts: that of the sender's address. */
  bucketOfAddress: (event: ApiEvent) => Bucket
}

/**
 * Limits what an endpoint without authentication does for one address. Its code says what counts: a request that is
 * refused for its form does not.
 * @param policy the name of the limit in the headers
 */
export const limitPerAddress = ({ auth }: { auth: Required<NoAuth> }, policy: string): AddressLimit => ({
  bucketOfAddress: (event) => ({
    policy,
    accountId: '', // nobody's: the partition begins like an account's, so the grants of the counters hold
    key: viewerAddress(event),
    limit: auth.chargesPerAddress,
  }),
})
