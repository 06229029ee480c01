import type { Plan, Token } from './token.ts'
import type { Tenant } from '../table/tenant.ts'

/** A tenant with the token that the request was authenticated with. */
export interface Caller extends Tenant {
  token: Token
  /** The hash under which the token is stored. */
  tokenHash: string
  /** The session that the token is: whose it is, and the number of what it was granted. Null: it is no session. */
  session: { memberId: string; grant: number } | null
  plan: Plan
  /** The task quota of the account's new projects. */
  taskQuota: number
  /** How many requests the token and the account may send per minute. */
  rateLimits: { token: number; account: number }
}
