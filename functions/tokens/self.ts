import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none, uuid } from '../../lib/contract/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { ownMember } from '../../lib/members/own-member.ts'
import { plans, token } from '../../lib/tokens/token.ts'
import { token as exampleToken, ids } from '../samples.ts'
import type { Words } from '../words.ts'

const declaration = declare({
  id: 'tokens.self',
  method: 'GET',
  path: '/tokens/self',
  auth: { kind: 'token', scope: 'any' },
  params: none,
  query: none,
  success: 200,
  answer: z.object({
    token,
    account: z.object({ id: uuid, plan: z.literal(plans), time_zone: z.nullable(z.string()) }),
    member: z.nullable(z.object({ id: uuid, email: z.string() })),
  }),
  errors: [],
  access: [],
})

export const words = (): Words => ({
  tag: 'Tokens',
  summary: 'Read the token in use',
  description:
    'Returns the scopes and the expiry of the token in use, the plan and the time zone of its account, and in `member` who `me` is in a search: the person who has signed in, or who created the token; null if that was not a member. Any token can call it.',
  answer: { token: exampleToken, account: { id: ids.accountId, plan: 'pro', time_zone: null }, member: null },
})

export const operation = endpoint(declaration, (caller) =>
  Promise.resolve({
    body: {
      token: caller.token,
      account: { id: caller.accountId, plan: caller.plan, time_zone: caller.timeZone ?? null },
      member: ownMember(caller),
    },
  }),
)
