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

/** Signs somebody in at the provider, as a browser does: through its page, with its cookies. */
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
  const jar = new Map<string, string>()
  const ask = async (target: string, body?: URLSearchParams): Promise<URL> => {
    const response = await fetch(new URL(target, issuer), {
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
    return new URL(location, issuer)
  }
  const form = await ask(url.href)
  const resume = await ask(form.href, new URLSearchParams({ email }))
  const back = await ask(resume.href)
  const { searchParams } = back
  return {
    ...{ code: searchParams.get('code') ?? '', iss: searchParams.get('iss') ?? '' },
    ...{ codeVerifier, nonce, redirectUri },
  }
}
