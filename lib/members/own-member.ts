import type { Tenant } from '../table/tenant.ts'
import { makerOf } from '../tokens/maker.ts'
import type { MemberName } from './find-name.ts'
import { memberIdOf } from './member-item.ts'

/**
 * The member who asks: that of the session, else the one who made the token, who may have been removed since; null if there is
 * none. Nothing is read.
 */
export function ownMember(tenant: Tenant): MemberName | null {
  const { session, token } = makerOf(tenant) ?? {}
  // a session has the member's address as its name
  const email = session ? token?.name : token?.created_by
  if (email == null) return null
  return { id: session?.memberId ?? memberIdOf(tenant.accountId, email), email }
}
