import { at, dataOf, type CallOptions, type Http } from './http.ts'
import type { NewToken, Token } from './types.ts'

/** Calls about tokens. All except `self` need the scope admin. */
export const tokensOf = (http: Http) => ({
  list: ({ signal }: CallOptions = {}): Promise<{ tokens: Token[] }> =>
    dataOf(http.GET('/tokens', { ...(signal && { signal }) }), 'tokens'),

  /** Creates a token. Its secret is only in this answer. Not retried when the outcome is unknown. */
  create: (body: NewToken, { signal }: CallOptions = {}): Promise<{ token: Token & { secret: string } }> =>
    dataOf(http.POST('/tokens', { body, ...(signal && { signal }) }), 'token'),

  delete: (tokenId: string, options: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(http.DELETE('/tokens/{tokenId}', at({ tokenId }, options)), 'success'),

  /** The token in use, with its scopes. */
  self: ({ signal }: CallOptions = {}) =>
    dataOf(http.GET('/tokens/self', { ...(signal && { signal }) }), 'token'),
})
