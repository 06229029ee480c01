import type { Plan, Token } from '../contract/token.ts'
import type { Tenant } from './tenant.ts'

/** A tenant as a token stands for it: what the token and its account allow. */
export interface Caller extends Tenant {
  token: Token
  /** The hash under which the token is kept. */
  tokenHash: string
  plan: Plan
  /** What a new project of the account starts with. */
  taskQuota: number
  /** How many requests the token and the account may send per minute. */
  rateLimits: { token: number; account: number }
}
