import type { Plan, Token } from './token.ts'
import type { Tenant } from '../table/tenant.ts'

/** A tenant with the token that the request was authenticated with. */
export interface Caller extends Tenant {
  token: Token
  /** The hash under which the token is stored. */
  tokenHash: string
  /** The session, if the token is one: its member, and the version of its grant. Null: it is not a session. */
  session: { memberId: string; grant: number } | null
  plan: Plan
  /** The task quota of the account's new projects. */
  taskQuota: number
  /** How many requests the token and the account may send per minute. */
  rateLimits: { token: number; account: number }
}
