import { createHash } from 'node:crypto'
import { v5 as nameBasedUuid } from 'uuid'
import type { Complete, Kept } from '../table/attributes.ts'
import { accountPartition, epochSeconds, type Item, type Key } from '../table/item.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Member } from './member.ts'

/** A session of a member: the hash under which its item is stored, and when it ends, in seconds since 1970. */
export interface OpenSession {
  hash: string
  expires_at: number
}

/** The item of a member, without its keys. */
export interface MemberItem extends Kept<Member> {
  /** The number of the last write, from 1. Each write has the condition that it has not changed since it was read. */
  version: number
  /** The version in which it got its role and projects. Sessions with another version are older. */
  grant: number
  /** Oldest first. Ended sessions may still be among them. */
  sessions: OpenSession[]
  list_pk: string
  list_sk: string
}

/** The namespace of members' ids: RFC 9562, section 6.5. */
const namespace = '8f0f4c1e-6d0b-4f39-9b1d-0a4a7f1f0c53'

/**
 * An e-mail address without the difference of upper and lower case. Only ASCII letters are folded: Unicode would make
 * two different addresses equal, for example with a Kelvin sign and a k.
 */
export const foldEmail = (email: string): string => email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * The id of a member: it is computed from the account and the e-mail address, so an account cannot have the same
 * address twice, and a person who comes back is the same member.
 */
export const memberIdOf = (accountId: string, email: string): string =>
  nameBasedUuid(`${accountId} ${foldEmail(email)}`, namespace)

export const memberPrefix = 'MEMBER#'

export const memberKey = ({ accountId }: Pick<Tenant, 'accountId'>, memberId: string): Key => ({
  pk: accountPartition(accountId),
  sk: `${memberPrefix}${memberId}`,
})

/** The partition of the list index with the members of all accounts that have an e-mail address. No key holds the address. */
export const emailPartition = (email: string): string =>
  `MEMBERS#${createHash('sha256').update(foldEmail(email)).digest('hex')}`

/** Only `createMember` writes items under such a key. */
export const asMember = (item: Item): MemberItem => item as unknown as MemberItem

/** The member object of the contract. */
export const toMember = ({ id, email, role, project_ids, created_at }: MemberItem): Complete<Member> => ({
  id,
  email,
  role,
  project_ids: project_ids ?? null,
  created_at,
})

/** The sessions of a member that have not ended. */
export const liveSessions = ({ sessions }: MemberItem): OpenSession[] =>
  sessions.filter(({ expires_at }) => expires_at > epochSeconds(Date.now()))

/** The condition of a write of a member: nobody else has written it since it was read. */
export const isAsRead = ({ version }: MemberItem) => ({
  ConditionExpression: '#version = :version',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':version': version },
})
