import type { Ids } from '../../harness/sample-requests.ts'
import type { TestTenant } from '../../support/tenant.ts'

/** How a request differs from the smallest good request. */
interface Prepared {
  ids?: Ids
  body?: object
  query?: string
  headers?: Record<string, string>
  /** Sent in place of a token of the account. */
  token?: string
  /** Ends what the request needs, when it was sent. */
  end?: () => Promise<unknown>
}

/** Prepares a request. Returns how it differs from the smallest good request. */
export type Preparation = (tenant: TestTenant, ids: Ids) => Promise<Prepared>
