import * as z from 'zod/mini'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { describeProvider } from '../../lib/members/provider.ts'
import { readSignInSettings } from '../../lib/members/sign-in-settings.ts'
import type { Words } from '../words.ts'

/** For the web interface, before anybody is known. */
const declaration = declare({
  id: 'sign-in.get',
  method: 'GET',
  path: '/sign-in',
  auth: { kind: 'none' },
  params: none,
  query: none,
  success: 200,
  answer: z.object({
    provider: z.nullable(
      z.object({
        name: z.string(),
        authorization_endpoint: z.string(),
        client_id: z.string(),
        scope: z.string(),
      }),
    ),
  }),
  errors: [],
  access: [],
})

export const words = (): Words => ({
  tag: 'Members',
  summary: 'Ask how people sign in',
  description:
    'Needs no token. `provider` describes the identity provider of this service, and where to send a person who wants to sign in (OpenID Connect, authorization code with PKCE). It is null if people cannot sign in here. While the provider does not answer, the answer is 503 `service_unavailable`.',
  answer: {
    provider: {
      name: 'Example ID',
      authorization_endpoint: 'https://id.example.com/authorize',
      client_id: 'tasks',
      scope: 'openid email',
    },
  },
})

export const operation = endpoint(declaration, async (storage) => {
  const settings = readSignInSettings()
  return { body: { provider: settings ? await describeProvider(settings, storage) : null } }
})
