import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { once } from 'node:events'
import { createPrivateKey, generateKeyPairSync, randomUUID, sign, type JsonWebKey } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ClientMetadata, Configuration } from 'oidc-provider'

/** Somebody whom the provider knows. */
export interface Person {
  email: string
  /** Absent: the provider does not say. */
  email_verified?: boolean
}

export interface ProviderOptions {
  /** 0 takes any free port. */
  port?: number
  clientId: string
  /** Absent: a public client. */
  clientSecret?: string
  /** How a client can send its secret, in the order in which the provider lists them; ours is registered for the first. */
  clientAuthMethods?: ('client_secret_basic' | 'client_secret_post')[]
  redirectUris: string[]
  /** Whether ID tokens have the e-mail address; otherwise only userinfo has it. */
  emailInIdToken?: boolean
  /** Whoever signs in: the page of the provider offers these, and takes any other address. */
  people: Person[]
}

/** A running provider, and how tests make it fail. */
export interface Provider {
  issuer: string
  port: number
  /** Signs ID tokens with a new key from now on, which is the only one that it publishes. */
  changeKeys: () => void
  /** Signs claims with the key that it publishes, or with another one, as a token of a type. */
  sign: (claims: Record<string, unknown>, type?: string, forged?: true) => string
  /** Changes the claims of ID tokens before they are signed. */
  tamper?: (claims: Record<string, unknown>) => Record<string, unknown>
  /** Signs ID tokens with a key that the provider does not publish, or not at all. */
  forge?: 'another key' | 'no key'
  /** Answers a request in place of the provider; returns false to leave it to it. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>
  /** The paths that were asked. */
  asked: string[]
  stop: () => Promise<void>
}

const newKey = (): JsonWebKey & { kid: string } => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  ...{ use: 'sig', alg: 'RS256', kid: randomUUID() },
})

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Claims as a JWT that nobody has signed (RFC 7519, section 6). */
const unsignedJwt = (claims: Record<string, unknown>): string =>
  `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`

/** Signs claims as a JWT (RFC 7515) by RS256. */
function jwt(claims: Record<string, unknown>, key: JsonWebKey & { kid: string }, typ = 'JWT'): string {
  const signed = `${base64({ alg: 'RS256', typ, kid: key.kid })}.${base64(claims)}`
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown> // a JWT's claims are an object

const escaped = (value: string): string =>
  value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `body{font:16px/1.5 system-ui;max-width:26rem;margin:4rem auto;padding:0 1rem}
button,input{font:inherit;width:100%;padding:.6rem;margin:.25rem 0;box-sizing:border-box}`

/** The page on which a person says who they are. There are no passwords: whoever reaches this provider may be anybody. */
const page = (uid: string, people: readonly Person[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sign in at the example provider</title><style>${style}</style>
<h1>Who are you?</h1>
<p>This is an identity provider for trying things out. It asks for no password.</p>
<form method="post" action="/interaction/${uid}">
${people.map(({ email }) => `<button name="email" value="${escaped(email)}">${escaped(email)}</button>`).join('\n')}
</form>
<form method="post" action="/interaction/${uid}"><label>Somebody else <input name="email" type="email"></label>
<button>Continue</button></form>
<form method="post" action="/interaction/${uid}"><button name="refuse" value="1">Cancel</button></form>`

/**
 * Starts an identity provider on loopback: the certified `oidc-provider`, with a page that asks for no password.
 * https://github.com/panva/node-oidc-provider
 */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const { clientId, clientSecret, redirectUris, people, emailInIdToken = false } = options
  const { clientAuthMethods = ['client_secret_basic', 'client_secret_post'] } = options
  const handler: { current?: Promise<RequestListener> } = {}
  const server: Server = createServer((request, response) => {
    // loaded at the first request: most runs of tests never ask
    void (handler.current ??= listener()).then((answer) => {
      answer(request, response)
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  const issuer = `http://127.0.0.1:${port}`
  const keys: { own: JsonWebKey & { kid: string } } = { own: newKey() }
  const client: ClientMetadata = {
    ...{ client_id: clientId, redirect_uris: redirectUris, grant_types: ['authorization_code'] },
    ...{ response_types: ['code'], application_type: 'web' },
    ...(clientSecret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: clientSecret, token_endpoint_auth_method: clientAuthMethods[0] }),
  }
  const personOf = (email: string): Person =>
    people.find((one) => one.email === email) ?? { email, email_verified: true }

  const configure = (): Configuration => ({
    clients: [client],
    clientAuthMethods: [...clientAuthMethods, 'none'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !emailInIdToken,
    cookies: { keys: [randomUUID()] },
    // what an agent's program knows of it, and the e-mail address by which the service knows the person
    extraTokenClaims: (_, token) => ('accountId' in token ? { ...personOf(token.accountId) } : undefined),
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        getResourceServerInfo: (_, resource) => ({
          ...{ scope: 'read write delete', audience: resource },
          ...{ accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } },
        }),
      },
    },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...personOf(sub) }),
    }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [keys.own] },
    // nobody is asked whether this client may know the e-mail address
    loadExistingGrant: async (context) => {
      const { provider, client: asking, session } = context.oidc
      const grant = new provider.Grant({
        clientId: asking?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email')
      for (const resource of Object.keys(context.oidc.resourceServers ?? {}))
        grant.addResourceScope(resource, 'read write delete')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    // said here, since the library otherwise asks for it on the terminal
    ttl: { AccessToken: 3_600, Grant: 86_400, IdToken: 3_600, Interaction: 3_600, Session: 86_400 },
  })

  const known: Provider = {
    issuer,
    port,
    asked: [],
    changeKeys: () => {
      keys.own = newKey()
      delete handler.current
    },
    sign: (claims, type, forged) => jwt(claims, forged ? { ...newKey(), kid: keys.own.kid } : keys.own, type),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  const listener = async (): Promise<RequestListener> => {
    const { default: OidcProvider } = await import('oidc-provider')
    const provider = new OidcProvider(issuer, configure())
    provider.use(async (context, next) => {
      await next()
      const body = context.body as { id_token?: string } | undefined // the token endpoint's answer is an object
      if (context.path !== '/token' || !body?.id_token || !(known.tamper ?? known.forge)) return
      const claims = claimsOf(body.id_token)
      const key = known.forge ? { ...newKey(), kid: keys.own.kid } : keys.own
      const told = known.tamper?.(claims) ?? claims
      context.body = { ...body, id_token: known.forge === 'no key' ? unsignedJwt(told) : jwt(told, key) }
    })
    const answer = provider.callback()
    const interact = async (request: IncomingMessage, response: ServerResponse) => {
      const { uid } = await provider.interactionDetails(request, response)
      if (request.method === 'GET') {
        response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page(uid, people))
        return
      }
      const form = new URLSearchParams(await text(request))
      const email = form.get('email') ?? ''
      const result = form.has('refuse')
        ? { error: 'access_denied', error_description: 'The person has cancelled.' }
        : { login: { accountId: email } }
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    }
    return (request, response) => {
      void (async () => {
        const { pathname } = new URL(request.url ?? '/', issuer)
        known.asked.push(pathname)
        try {
          if (await known.intercept?.(request, response)) return
          if (pathname.startsWith('/interaction/')) await interact(request, response)
          else await answer(request, response)
        } catch {
          response.writeHead(400, { 'Content-Type': 'text/plain' }).end('Start the sign-in again.')
        }
      })()
    }
  }
  return known
}
