import { createHash, randomBytes } from 'node:crypto'
import type { Provider } from '../harness/sign-in/provider.ts'

/** What a browser has after it was at the provider. */
export interface FromProvider {
  code: string
  iss: string
  codeVerifier: string
  nonce: string
  redirectUri: string
}

/**
 * Goes to the provider and signs somebody in, as a browser does: through its page, with its cookies.
 * @param url the address with which a program sends a person there
 * @returns where the provider sends the person back to
 */
export async function visit(url: URL, email: string): Promise<URL> {
  const jar = new Map<string, string>()
  const ask = async (target: string, body?: URLSearchParams): Promise<URL> => {
    const response = await fetch(new URL(target, url), {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    return new URL(location, url)
  }
  const form = await ask(url.href)
  const resume = await ask(form.href, new URLSearchParams({ email }))
  return ask(resume.href)
}

/** Signs somebody in at the provider for the web interface. */
export async function codeOf(
  { issuer }: Pick<Provider, 'issuer'>,
  { email, clientId, redirectUri }: { email: string; clientId: string; redirectUri: string },
): Promise<FromProvider> {
  const codeVerifier = randomBytes(32).toString('base64url')
  const nonce = randomBytes(16).toString('base64url')
  const url = new URL('/auth', issuer)
  url.search = new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, scope: 'openid email', redirect_uri: redirectUri },
    ...{ state: 'a-state', nonce, code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  }).toString()
  const { searchParams } = await visit(url, email)
  return {
    ...{ code: searchParams.get('code') ?? '', iss: searchParams.get('iss') ?? '' },
    ...{ codeVerifier, nonce, redirectUri },
  }
}
