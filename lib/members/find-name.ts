import { MinuteCache } from '../table/minute-cache.ts'
import { get } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { asMember, memberKey } from './member-item.ts'
import type { Member } from './member.ts'

/** Who a member is, for those who may not list all of them. */
export type MemberName = Pick<Member, 'id' | 'email'>

const names = new MinuteCache<MemberName | null>()

/**
 * Finds a member's name, in one round trip, or in none if it was found within a minute; null if the account has no such
 * member. That is not remembered: a new member can be named at once.
 */
export async function findMemberName(tenant: Tenant, memberId: string): Promise<MemberName | null> {
  const key = `${tenant.accountId} ${memberId}`
  const found = await names.get(key, async () => {
    const item = await get(tenant, memberKey(tenant, memberId))
    if (!item) return null
    const { id, email } = asMember(item)
    return { id, email }
  })
  if (!found) names.delete(key)
  return found
}
