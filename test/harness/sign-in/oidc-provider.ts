/**
 * The types of `oidc-provider` that its use here needs; tsconfig.json names this file for it. The package has none, and
 * those beside it on npm bring those of Koa and Express.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface ClientMetadata {
  client_id: string
  client_secret?: string
  redirect_uris: string[]
  grant_types: string[]
  response_types: string[]
  application_type: string
  token_endpoint_auth_method?: string | undefined
}

/** What somebody has permitted to a client. */
interface Grant {
  addOIDCScope: (scope: string) => void
  addResourceScope: (resource: string, scope: string) => void
  save: () => Promise<string>
}

/** A request to the provider, as Koa passes it on. */
interface Context {
  path: string
  body: unknown
  oidc: {
    provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
    client?: { clientId: string }
    session?: { accountId?: string }
    resourceServers?: Record<string, unknown>
  }
}

export interface Configuration {
  clients: ClientMetadata[]
  clientAuthMethods: string[]
  claims: Record<string, string[]>
  conformIdTokenClaims: boolean
  cookies: { keys: string[] }
  extraTokenClaims: (context: Context, token: { accountId: string } | object) => object | undefined
  features: {
    devInteractions: { enabled: boolean }
    registration: { enabled: boolean }
    resourceIndicators: { getResourceServerInfo: (context: Context, resource: string) => object }
  }
  findAccount: (context: Context, sub: string) => { accountId: string; claims: () => object }
  interactions: { url: (context: Context, interaction: { uid: string }) => string }
  jwks: { keys: JsonWebKey[] }
  loadExistingGrant: (context: Context) => Promise<Grant>
  pkce: { required: () => boolean }
  ttl: Record<string, number>
}

export default class Provider {
  declare use: (middleware: (context: Context, next: () => Promise<void>) => Promise<void>) => void
  /** Koa's: its promise ends with the answer. */
  declare callback: () => (request: IncomingMessage, response: ServerResponse) => Promise<void>
  declare interactionDetails: (request: IncomingMessage, response: ServerResponse) => Promise<{ uid: string }>
  declare interactionFinished: (
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options: { mergeWithLastSubmission: boolean },
  ) => Promise<void>
  constructor(issuer: string, configuration: Configuration)
  constructor() {
    throw new Error('The types of a package are no program.')
  }
}
