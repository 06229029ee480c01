import { dataOf, type CallOptions, type Http } from './http.ts'
import type { NewToken, Token } from './types.ts'

/** Calls about tokens; all but `self` need the scope admin. */
export const tokensOf = (http: Http) => ({
  list: ({ signal }: CallOptions = {}): Promise<{ tokens: Token[] }> =>
    dataOf(http.GET('/tokens', { ...(signal && { signal }) }), 'tokens'),

  /** Makes a token; its secret is in this answer and nowhere else. Not repeated by the client when it fails. */
  create: (body: NewToken, { signal }: CallOptions = {}): Promise<{ token: Token & { secret: string } }> =>
    dataOf(http.POST('/tokens', { body, ...(signal && { signal }) }), 'token'),

  delete: (tokenId: string, { signal }: CallOptions = {}): Promise<{ success: true }> =>
    dataOf(
      http.DELETE('/tokens/{tokenId}', { params: { path: { tokenId } }, ...(signal && { signal }) }),
      'success',
    ),

  /** What the token in use may do. */
  self: ({ signal }: CallOptions = {}) =>
    dataOf(http.GET('/tokens/self', { ...(signal && { signal }) }), 'token'),
})
