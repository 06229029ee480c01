import { MinuteCache } from '../table/minute-cache.ts'
import { get } from '../table/read-items.ts'
import type { Tenant } from '../table/tenant.ts'
import { asMember, memberKey } from './member-item.ts'
import type { Member } from './member.ts'

/** Who a member is, for those who may not list all of them. */
export type MemberName = Pick<Member, 'id' | 'email'>

const names = new MinuteCache<MemberName | null>()

/**
 * Finds a member's name, in one round trip, or in none if it was asked for within a minute; null if the member no
 * longer exists.
 */
export const findMemberName = (tenant: Tenant, memberId: string): Promise<MemberName | null> =>
  names.get(`${tenant.accountId} ${memberId}`, async () => {
    const item = await get(tenant, memberKey(tenant, memberId))
    if (!item) return null
    const { id, email } = asMember(item)
    return { id, email }
  })
