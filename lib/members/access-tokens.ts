import { v5 as nameBasedUuid } from 'uuid'
import { ApiError, invalidToken } from '../contract/api-error.ts'
import type { Scope } from '../contract/endpoint.ts'
import { hashOf } from '../shared/base62.ts'
import { epochSeconds } from '../table/item.ts'
import { MinuteCache } from '../table/minute-cache.ts'
import type { Storage } from '../table/storage.ts'
import { getWithAccount } from '../tokens/account.ts'
import { principalOf, type Principal } from '../tokens/principal.ts'
import { asMember, memberIdOf, memberKey } from './member-item.ts'
import { scopesOf } from './member.ts'
import type { AccessToken } from './check-access-token.ts'
import { notAMember } from './refusals.ts'
import { membersWith } from './sessions.ts'
import { readSignInSettings } from './sign-in-settings.ts'

/** The scopes that tools use. An agent gets no other, whatever its member may do. */
const ofAgents: readonly Scope[] = ['read', 'write', 'delete']

/** The namespace of the ids of agents: RFC 9562, section 6.5. */
const namespace = '1f6a3b0e-52c1-4c0f-8f5c-6b0f7d3f9a21'

/** Those of a role that a token names; a token that names none of them has all. */
function scopesFor(role: keyof typeof scopesOf, { scope = '' }: AccessToken): Scope[] {
  const own = ofAgents.filter((one) => scopesOf[role].includes(one))
  const named = scope.split(' ')
  return ofAgents.some((one) => named.includes(one)) ? own.filter((one) => named.includes(one)) : own
}

/**
 * Finds the only account that has a member with an e-mail address. The index may lag, so it says no more about the member.
 * @throws ApiError not_a_member
 */
async function accountIdOf(storage: Storage, email: string): Promise<string> {
  const [found, ...others] = await membersWith(storage, email)
  if (!found) throw notAMember()
  if (others.length === 0) return found.list_sk
  throw new ApiError(
    'not_a_member',
    'Several accounts here have a member with your e-mail address, and an agent cannot choose: give it a token of one account instead.',
  )
}

async function load(storage: Storage, secret: string, token: AccessToken): Promise<Principal> {
  const accountId = await accountIdOf(storage, token.email)
  const key = memberKey({ accountId }, memberIdOf(accountId, token.email))
  const { account, item } = await getWithAccount(storage, accountId, key)
  if (!account || !item) throw notAMember()
  const member = asMember(item)
  const { clientId, issuedSeconds, expiresSeconds } = token
  const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()
  return principalOf({
    account,
    token: {
      // the same for all tokens that a program gets for a member: they count together, and a program knows its own writes
      id: nameBasedUuid(`${member.id} ${clientId}`, namespace),
      name: member.email,
      scopes: scopesFor(member.role, token),
      created_at: timeOf(issuedSeconds),
      expires_at: timeOf(expiresSeconds),
      rate_limit: null,
      project_ids: member.project_ids ?? null,
      created_by: null,
    },
    tokenHash: hashOf(secret),
    session: { memberId: member.id, grant: member.grant },
  })
}

const cache = new MinuteCache<{ principal: Principal; expires_at: number }>()

/**
 * Finds who may call with an access token of the identity provider: a member, with the scopes of its role that tools use. It
 * takes two round trips, or none within a minute.
 * @param audience the resource that the token must be for
 * @throws ApiError invalid_token, not_a_member; service_unavailable while the provider is down
 */
export async function findByAccessToken(
  storage: Storage,
  secret: string,
  audience: string,
): Promise<Principal> {
  const settings = readSignInSettings()
  if (!settings) throw invalidToken()
  const name = hashOf(`${audience} ${secret}`)
  const { principal, expires_at } = await cache.get(name, async () => {
    // not above: a function that gets no such token starts without it
    const { readAccessToken } = await import('./check-access-token.ts')
    const token = await readAccessToken(settings, storage, secret, audience)
    return { principal: await load(storage, secret, token), expires_at: token.expiresSeconds }
  })
  if (expires_at <= epochSeconds(Date.now())) throw invalidToken('The access token has expired.')
  return principal
}
