import QuickLRU from 'quick-lru'
import type { ParsedToken } from '../../lib/tokens/format.ts'

/** How a request says for whom it is: with a token, with a key in its path, or not at all. */
export interface Credentials {
  token?: ParsedToken | undefined
  key?: string | undefined
}

/**
 * Says which group a request counts for, before it is authenticated. After a success, a token counts for its account,
 * and a key for its form. All other requests count for their address: anyone can write a token with the id of another
 * account, or a new one each time.
 */
export class Callers {
  /** The groups of tokens, by their hashes, and of keys. A forgotten one is learned again at its next success. */
  readonly #known = new QuickLRU<string, string>({ maxSize: 10_000 })

  /** Returns the group of a request. */
  groupOf(credentials: Credentials, address: string): string {
    return this.#known.get(nameOf(credentials)) ?? `address ${address}`
  }

  /** Takes note of how a request was answered. */
  answered(credentials: Credentials, status: number): void {
    const name = nameOf(credentials)
    if (name === '') return
    const { token } = credentials
    if (status < 400) this.#known.set(name, token ? `account ${token.accountId}` : name)
    // the token is no longer valid, or the form no longer exists
    else if (status === 401 || (!token && status === 404)) this.#known.delete(name)
  }
}

const nameOf = ({ token, key }: Credentials): string =>
  token ? `token ${token.hash}` : key === undefined ? '' : `key ${key}`
