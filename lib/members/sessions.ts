import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { notFound } from '../contract/api-error.ts'
import { maxSessions, sessionHours, ticketMinutes } from '../contract/limits.ts'
import { accountKey, toAccount, type Account } from '../tokens/account.ts'
import type { Caller } from '../tokens/caller.ts'
import { createToken } from '../tokens/format.ts'
import { forgetPrincipal } from '../tokens/principal.ts'
import { sessionKey, type SessionItem } from '../tokens/token-item.ts'
import { epochSeconds, type Key } from '../table/item.ts'
import { getMany, queryAll } from '../table/read-items.ts'
import { retried } from '../table/retried.ts'
import type { Storage } from '../table/storage.ts'
import { updateIf } from '../table/update-expression.ts'
import { put, transact } from '../table/write-items.ts'
import {
  asMember,
  emailPartition,
  isAsRead,
  liveSessions,
  memberIdOf,
  memberKey,
  toMember,
  type MemberItem,
} from './member-item.ts'
import { scopesOf } from './member.ts'
import { findMember } from './members.ts'
import { notAMember, signInFailed } from './refusals.ts'
import type { Choice, Session } from './session.ts'

/** A condition that a ticket can still be used. */
const isUnused = () => ({
  ConditionExpression: 'expires_at > :second',
  ExpressionAttributeValues: { ':second': epochSeconds(Date.now()) },
})

interface Opening {
  account: Account
  memberId: string
  /** The key of the ticket that this session uses up. */
  ticket?: Key
}

/**
 * Opens a session of a member. An eleventh session ends the oldest.
 * @throws ApiError not_a_member when the member no longer exists; sign_in_failed when the ticket is used
 */
async function openSession(storage: Storage, { account, memberId, ticket }: Opening): Promise<Session> {
  const tenant = { ...storage, accountId: account.id, projectIds: null }
  const { token: secret, hash } = createToken(account.id, 'session')
  return retried(tenant, async () => {
    const member = await findMember(tenant, memberId)
    if (!member) throw notAMember()
    const nowMs = Date.now()
    const expires_at = epochSeconds(nowMs + sessionHours * 60 * 60 * 1000)
    const open = [...liveSessions(member), { hash, expires_at }]
    const kept = open.slice(-maxSessions)
    const ended = open.slice(0, -maxSessions)
    const session: SessionItem = {
      ...sessionKey(account.id, hash),
      ...{ id: randomUUID(), name: member.email, scopes: [...scopesOf[member.role]] },
      ...{ created_at: new Date(nowMs).toISOString(), expires_at },
      ...{ member_id: member.id, grant: member.grant },
      ...(member.project_ids && { project_ids: member.project_ids }),
    }
    const refusals = await transact(tenant, [
      ...(ticket ? [{ Delete: { Key: ticket, ...isUnused() } }] : []),
      {
        Update: {
          Key: memberKey(tenant, memberId),
          ...updateIf({ version: member.version + 1, sessions: kept }, isAsRead(member)),
        },
      },
      { Put: { Item: { ...session }, ConditionExpression: 'attribute_not_exists(pk)' } },
      ...ended.map((old) => ({ Delete: { Key: sessionKey(account.id, old.hash) } })),
    ])
    if (refusals) {
      if (ticket && refusals[0]) throw signInFailed()
      return undefined
    }
    for (const old of ended) forgetPrincipal(old.hash)
    const { id, name, plan } = account
    return {
      secret,
      expires_at: new Date(expires_at * 1000).toISOString(),
      account: { id, name, plan },
      member: toMember(member),
    }
  })
}

/**
 * Finds the members with an e-mail address, in all accounts, by the index. The index may lag: `openSession` reads the
 * member itself.
 */
export async function membersWith(storage: Storage, email: string): Promise<MemberItem[]> {
  const items = await queryAll(storage, {
    index: 'list',
    condition: 'list_pk = :list',
    values: { ':list': emailPartition(email) },
  })
  return items.map(asMember)
}

async function accountsOf(storage: Storage, accountIds: readonly string[]): Promise<Account[]> {
  const items = await getMany(storage, accountIds.map(accountKey))
  return items.map(toAccount).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A person can choose among as many accounts as one read returns. */
const maxAccounts = 100

const ticketKey = (ticket: string): Key => ({
  pk: `TICKET#${createHash('sha256').update(ticket).digest('hex')}`,
  sk: 'TICKET',
})

/** Stores who has signed in, under the hash of a ticket, for five minutes. */
export async function createTicket(storage: Storage, email: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  const expires_at = epochSeconds(Date.now() + ticketMinutes * 60 * 1000)
  await put(storage, { Item: { ...ticketKey(ticket), email, expires_at } })
  return ticket
}

/**
 * Signs a person in whose e-mail address the identity provider has confirmed.
 * @returns a session; if several accounts have such a member, the accounts, and a ticket to choose one with
 * @throws ApiError not_a_member
 */
export async function signIn(storage: Storage, email: string): Promise<Session | Choice> {
  const members = (await membersWith(storage, email)).slice(0, maxAccounts)
  if (members.length === 0) throw notAMember()
  const accounts = await accountsOf(
    storage,
    members.map(({ list_sk }) => list_sk),
  )
  const [account, ...others] = accounts
  if (!account) throw notAMember()
  if (others.length === 0) return openSession(storage, { account, memberId: memberIdOf(account.id, email) })
  return {
    accounts: accounts.map(({ id, name }) => ({ id, name })),
    ticket: await createTicket(storage, email),
  }
}

/**
 * Signs a person in to the account that they have chosen. The ticket works once; choosing a foreign account does not
 * use it up.
 * @throws ApiError sign_in_failed when the ticket is unknown, used or too old; not_a_member
 */
export async function chooseAccount(storage: Storage, ticket: string, accountId: string): Promise<Session> {
  const key = ticketKey(ticket)
  const items = await getMany(storage, [key, accountKey(accountId)])
  const [stored] = items.filter(({ sk }) => sk === key.sk)
  const [account] = items.filter(({ sk }) => sk !== key.sk).map(toAccount)
  if (!stored || Number(stored.expires_at) <= epochSeconds(Date.now())) throw signInFailed()
  if (!account) throw notAMember()
  const email = String(stored.email) // createTicket has written it
  return openSession(storage, { account, memberId: memberIdOf(accountId, email), ticket: key })
}

/**
 * Ends the session of the request.
 * @throws ApiError session_not_found when its token is not a session
 */
export async function endSession(caller: Caller): Promise<void> {
  const { accountId, tokenHash, session } = caller
  if (!session) throw notFound('session')
  const Delete = { Key: sessionKey(accountId, tokenHash) }
  await retried(caller, async () => {
    const member = await findMember(caller, session.memberId)
    const sessions = member?.sessions.filter(({ hash }) => hash !== tokenHash)
    const refusals = await transact(caller, [
      { Delete },
      ...(member && sessions
        ? [
            {
              Update: {
                Key: memberKey(caller, member.id),
                ...updateIf({ version: member.version + 1, sessions }, isAsRead(member)),
              },
            },
          ]
        : []),
    ])
    return refusals ? undefined : true
  })
  forgetPrincipal(tokenHash)
}
