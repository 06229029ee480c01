import { maxLiveTokens } from '../../../../lib/contract/limits.ts'
import { ids, token } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

export const tokens: ResourceTexts = {
  tag: 'Tokens',
  description:
    'A token belongs to one account and grants scopes: `read`, `write`, `delete`, `admin` and `hooks`. Only its hash is stored.',
  operations: {
    'tokens.list': {
      summary: 'List tokens',
      description: `Lists the live tokens of the account, without their secrets. An account has at most ${maxLiveTokens} live tokens.`,
      answer: { tokens: [token] },
    },
    'tokens.create': {
      summary: 'Create a token',
      description:
        'Only this answer has the secret; no later answer shows it again. The new token can have only scopes that your own token has. If your own token expires, `expiresAt` is required and must not be later. Otherwise, without `expiresAt`, the token is valid until it is revoked. The time of expiry is rounded down to a whole second.',
      body: { name: 'Website form', scopes: ['read', 'write'], expiresAt: '2099-12-31T12:00:00Z' },
      answer: {
        token: {
          ...token,
          expires_at: '2099-12-31T12:00:00.000Z',
          secret: 'tsk_<account>_<random>_<checksum>',
        },
      },
    },
    'tokens.delete': {
      summary: 'Revoke a token',
      description:
        'The token stops working within a minute. It cannot create or revoke tokens from the moment it is revoked. A token can revoke itself.',
      answer: { success: true },
    },
    'tokens.self': {
      summary: 'Read the token in use',
      description:
        'Returns the scopes and the expiry of the token in use, and the plan of its account. Any token can call it.',
      answer: { token, account: { id: ids.accountId, plan: 'pro' } },
    },
  },
}
