import { agentsPath, basePath, resourceMetadataPath, sitePath } from '../contract/routes.ts'

/** The endpoint of agents as a resource, by which access tokens name it (RFC 8707). */
export const resourceOf = (origin: string): string => `${origin}${basePath}${agentsPath}`

/**
 * What a 401 adds to its challenge: where the description of the resource is, and what to ask the provider for (RFC 9728,
 * section 5.1).
 * @param scope undefined if there is no provider
 */
export const signInHint = (origin: string, scope: string | undefined): string =>
  `resource_metadata="${origin}${resourceMetadataPath}${basePath}${agentsPath}"${scope === undefined ? '' : `, scope="${scope}"`}`

/** How agents sign in at a service. */
interface SignIn {
  /** The issuer, and what to ask it for; undefined if there is none. */
  provider: { issuer: string; scope: string } | undefined
  /** Whether the service has a web interface and a documentation. */
  hasPages: boolean
}

/** Describes how an agent gets a token (RFC 9728, section 2). */
export function resourceMetadata(origin: string, { provider, hasPages }: SignIn): object {
  const first = provider ? 'Sign in with the authorization server, or make' : 'Make'
  const where = hasPages
    ? `in the web interface, ${origin}/, on the page Tokens`
    : `with POST ${basePath}/tokens`
  return {
    resource: resourceOf(origin),
    ...(provider && {
      authorization_servers: [provider.issuer],
      scopes_supported: provider.scope.split(' '),
    }),
    bearer_methods_supported: ['header'],
    resource_name: 'Tasks API',
    ...(hasPages && { resource_documentation: `${origin}${sitePath}/recipes/agents` }),
    // a member of our own, which RFC 9728 allows
    token_instructions: `${first} a token ${where}, and send it in the header Authorization: Bearer.`,
  }
}
