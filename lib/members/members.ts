import { isDeepStrictEqual } from 'node:util'
import { ApiError, notFound } from '../contract/api-error.ts'
import { maxMembers } from '../contract/limits.ts'
import { projectsExist } from '../projects/exists.ts'
import { accountPartition, type Key } from '../table/item.ts'
import { get, queryAll, withPrefix } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import type { Tenant } from '../table/tenant.ts'
import type { Condition, TransactionWrite } from '../table/transaction-write.ts'
import { updateIf } from '../table/update-expression.ts'
import { firstRefusal, transact, type CheckedWrite } from '../table/write-items.ts'
import type { Caller } from '../tokens/caller.ts'
import { createLimited } from '../tokens/limited-create.ts'
import { isLiveMaker, makerCheck, makerGone, makerOf } from '../tokens/maker.ts'
import { forgetPrincipal } from '../tokens/principal.ts'
import { sessionKey } from '../tokens/token-item.ts'
import {
  asMember,
  emailPartition,
  isAsRead,
  liveSessions,
  memberIdOf,
  memberKey,
  memberPrefix,
  toMember,
  type MemberItem,
} from './member-item.ts'
import { scopesOf, type Member, type MemberChange, type NewMember } from './member.ts'

/** Finds a member; undefined when the account has none with this id. */
export async function findMember(tenant: Tenant, memberId: string): Promise<MemberItem | undefined> {
  const item = await get(tenant, memberKey(tenant, memberId))
  return item && asMember(item)
}

async function memberItems(tenant: Tenant): Promise<MemberItem[]> {
  return (await queryAll(tenant, withPrefix(accountPartition(tenant.accountId), memberPrefix))).map(asMember)
}

/** Lists the members of an account by their e-mail addresses. */
export async function listMembers(tenant: Tenant): Promise<Member[]> {
  return (await memberItems(tenant)).map(toMember).sort((a, b) => (a.email < b.email ? -1 : 1))
}

/**
 * Adds a member to an account.
 * @param tenant the caller whose token adds it, or the operator, who has none
 * @throws ApiError member_exists, project_not_found; quota_exceeded when the account has 500 members; invalid_token when the
 *   caller's token is revoked
 */
export async function createMember(
  tenant: Caller | Tenant,
  { email, role, projectIds }: NewMember,
): Promise<Member> {
  const id = memberIdOf(tenant.accountId, email)
  const member: MemberItem = {
    ...{ id, email, role, ...(projectIds && { project_ids: projectIds }) },
    ...{ version: 1, grant: 1, sessions: [], created_at: new Date().toISOString() },
    ...{ list_pk: emailPartition(email), list_sk: tenant.accountId },
  }
  await createLimited(tenant, {
    item: { ...memberKey(tenant, id), ...member },
    checks: projectsExist(tenant, projectIds),
    counter: 'member_writes',
    most: maxMembers,
    plural: 'members',
    count: async () => (await memberItems(tenant)).length,
    whenExists: () => new ApiError('member_exists', 'The account has a member with this e-mail address.'),
  })
  return toMember(member)
}

/**
 * The check of a write by which members take the role of an administrator from themselves: another member must have it.
 * Otherwise nobody who signs in could undo it.
 * @returns no check for any other caller
 * @throws ApiError last_admin
 */
async function anotherAdmin(tenant: Caller | Tenant, memberId: string): Promise<CheckedWrite[]> {
  if (makerOf(tenant)?.session?.memberId !== memberId) return []
  const lastAdmin = () =>
    new ApiError(
      'last_admin',
      'You are the only administrator: make another member one first, for all projects.',
    )
  const other = (await memberItems(tenant)).find(
    ({ id, role, project_ids }) => id !== memberId && role === 'admin' && project_ids === undefined,
  )
  if (!other) throw lastAdmin()
  return [
    {
      write: {
        ConditionCheck: {
          Key: memberKey(tenant, other.id),
          ConditionExpression: '#role = :admin AND attribute_not_exists(project_ids)',
          ExpressionAttributeNames: { '#role': 'role' },
          ExpressionAttributeValues: { ':admin': 'admin' },
        },
      },
      whenRefused: lastAdmin,
    },
  ]
}

/** What one write does to a member and to each of its sessions. */
interface MemberWrite {
  ofMember: TransactionWrite
  /** `isMaker`, for the caller's own session, is the condition that the write must have. */
  ofSession: (key: Key, isMaker: Condition | undefined) => TransactionWrite
  checks: CheckedWrite[]
}

/**
 * Writes a member together with all its sessions, so that no session ever has scopes that its member does not have.
 * @param writeOf returns what to write; undefined for nothing
 * @returns the member as it was read
 */
async function writeWithSessions(
  tenant: Caller | Tenant,
  memberId: string,
  writeOf: (member: MemberItem) => MemberWrite | undefined,
): Promise<MemberItem> {
  const maker = makerOf(tenant)
  return retried(tenant, async () => {
    const member = await findMember(tenant, memberId)
    if (!member) throw notFound('member')
    const write = writeOf(member)
    if (!write) return member
    const sessions = liveSessions(member)
    // a transaction may name an item only once: so the check of the caller's own session is the condition of its write
    const own = maker?.session ? sessions.findIndex(({ hash }) => hash === maker.tokenHash) : -1
    const ofSessions = sessions.map(({ hash }, index) =>
      write.ofSession(
        sessionKey(tenant.accountId, hash),
        maker && index === own ? isLiveMaker(maker) : undefined,
      ),
    )
    const refusals = await transact(tenant, [
      write.ofMember,
      ...write.checks.map(({ write }) => write),
      ...ofSessions,
      ...(maker && own === -1 ? [makerCheck(maker)] : []),
    ])
    if (!refusals) {
      for (const { hash } of sessions) forgetPrincipal(hash)
      return member
    }
    const ofChecks = refusals.slice(1, 1 + write.checks.length)
    const rest = refusals.slice(1 + write.checks.length)
    if (maker && rest[own === -1 ? sessions.length : own]) throw makerGone(maker)
    if (ofChecks.some((refusal) => refusal !== undefined)) throw firstRefusal(write.checks, ofChecks)
    return undefined // the member, or a session, has changed since it was read
  })
}

/**
 * Changes the role or the projects of a member, and of its sessions, too: each function knows within a minute.
 * @param tenant as in `createMember`
 * @throws ApiError member_not_found, project_not_found, last_admin; invalid_token when the caller's token is revoked
 */
export async function changeMember(
  tenant: Caller | Tenant,
  memberId: string,
  { role, projectIds }: MemberChange,
): Promise<Member> {
  const changed = (member: MemberItem): MemberItem => {
    const { project_ids, ...others } = member
    const bound = projectIds === undefined ? project_ids : (projectIds ?? undefined)
    return { ...others, ...(role && { role }), ...(bound && { project_ids: bound }) }
  }
  const endsAdmin = (role !== undefined && role !== 'admin') || projectIds != null
  const successor = endsAdmin ? await anotherAdmin(tenant, memberId) : []
  const before = await writeWithSessions(tenant, memberId, (member) => {
    const after = changed(member)
    if (after.role === member.role && isDeepStrictEqual(after.project_ids, member.project_ids))
      return undefined
    const grant = member.version + 1
    const shared = { project_ids: after.project_ids, grant }
    return {
      ofMember: {
        Update: {
          Key: memberKey(tenant, memberId),
          ...updateIf(
            { ...shared, role: after.role, version: grant, sessions: liveSessions(member) },
            isAsRead(member),
          ),
        },
      },
      ofSession: (Key, isMaker) => ({
        Update: {
          Key,
          // a member that was deleted meanwhile must not come back
          ...updateIf(
            { ...shared, scopes: scopesOf[after.role] },
            isMaker ?? { ConditionExpression: 'attribute_exists(pk)' },
          ),
        },
      }),
      checks: [...projectsExist(tenant, projectIds), ...successor],
    }
  })
  return toMember(changed(before))
}

/**
 * Removes a member, and ends its sessions. The tokens that it made stay, because they belong to the account.
 * @param tenant as in `createMember`
 * @throws ApiError member_not_found, last_admin; invalid_token when the caller's token is revoked
 */
export async function removeMember(tenant: Caller | Tenant, memberId: string): Promise<void> {
  const checks = await anotherAdmin(tenant, memberId)
  await writeWithSessions(tenant, memberId, (member) => ({
    ofMember: { Delete: { Key: memberKey(tenant, memberId), ...isAsRead(member) } },
    ofSession: (Key, isMaker) => ({ Delete: { Key, ...isMaker } }),
    checks,
  }))
}
