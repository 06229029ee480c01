import { maxLiveTokens } from '../../../../lib/contract/limits.ts'
import { ids, token } from '../samples.ts'
import type { ResourceTexts } from './text.ts'

export const tokens: ResourceTexts = {
  tag: 'Tokens',
  description:
    'A token belongs to one account and grants scopes: read, write, delete, admin. Only a hash of it is kept.',
  operations: {
    'tokens.list': {
      summary: 'List tokens',
      description: `The live tokens of the account, at most ${maxLiveTokens}, without their secrets.`,
      answer: { tokens: [token] },
    },
    'tokens.create': {
      summary: 'Create a token',
      description:
        'The secret is in this answer and nowhere else. No token can grant a scope that its maker lacks, or last longer than its maker: where that ends, `expiresAt` must be given and be no later. Without `expiresAt` a token lasts until it is revoked. It ends with a whole second.',
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
        'It stops working within a minute; what makes or revokes tokens, at once. A token may revoke itself.',
      answer: { success: true },
    },
    'tokens.self': {
      summary: 'Read the token in use',
      description: 'What this token may do and when it ends, and the plan of its account. Any token may ask.',
      answer: { token, account: { id: ids.accountId, plan: 'pro' } },
    },
  },
}
