import * as z from 'zod/mini'
import { ApiError, invalidField, routeNotFound } from '../../lib/contract/api-error.ts'
import { declare } from '../../lib/contract/endpoint.ts'
import { none } from '../../lib/contract/fields.ts'
import { maxSessions, maxSignInAttempts } from '../../lib/contract/limits.ts'
import { signInPath } from '../../lib/contract/routes.ts'
import { limitPerAddress } from '../../lib/http/address-limit.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { describeError } from '../../lib/http/invocation/invocation.ts'
import { writeLog } from '../../lib/http/invocation/log.ts'
import { exchangeCode, type Code } from '../../lib/members/provider.ts'
import {
  choice,
  lasting,
  newSession,
  session,
  sessionExample,
  type NewSession,
} from '../../lib/members/session.ts'
import { chooseAccount, signIn } from '../../lib/members/sessions.ts'
import { readSignInSettings } from '../../lib/members/sign-in-settings.ts'
import type { Words } from '../words.ts'

/** For the web interface, after a provider has sent a person back to it. */
const declaration = declare({
  id: 'sessions.create',
  method: 'POST',
  path: '/sessions',
  auth: { kind: 'none', chargesPerAddress: maxSignInAttempts },
  params: none,
  query: none,
  body: newSession,
  success: 201,
  answer: z.object({ session }),
  alternative: choice,
  errors: ['route_not_found', 'sign_in_failed', 'not_a_member'],
  access: ['BatchGetItem', 'GetItem', 'Query:list', 'PutItem', 'UpdateItem', 'DeleteItem'],
})

export const words = (): Words => ({
  tag: 'Members',
  summary: 'Sign in',
  description: `Needs no token. Exchanges the code that the identity provider sent to the browser, and finds the members with the e-mail address that the provider verified. The session is a token for ${lasting}, with the scopes of the member's role. A member has at most ${maxSessions} sessions: another one ends the oldest. If several accounts have a member with the address, the answer is 200 with these accounts and a \`ticket\`: then send the ticket with the \`accountId\` that the person has chosen. One address may try ${maxSignInAttempts} times a minute. Without an identity provider, the answer is 404 \`route_not_found\`.`,
  body: {
    code: 'SplxlOBeZQQYbYS6WxSbIA',
    codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    nonce: 'n-0S6_WzA2Mj',
    redirectUri: 'https://tasks.example.com/sign-in/callback',
  },
  answer: { session: sessionExample() },
})

/** @throws ApiError invalid_request when the address is not on the origin of this service */
function checkRedirect(redirectUri: string, origin: string): void {
  const own = `${origin}${signInPath}`
  if (redirectUri !== own) throw invalidField('redirectUri', `must be ${own}`)
}

const hasTicket = (body: NewSession): body is NewSession & { ticket: string; accountId: string } =>
  body.ticket !== undefined

export const operation = endpoint(
  declaration,
  async (storage, { body, origin }, charge) => {
    const settings = readSignInSettings()
    if (!settings) throw routeNotFound()
    if (hasTicket(body)) {
      charge(1)
      return { body: { session: await chooseAccount(storage, body.ticket, body.accountId) } }
    }
    const code = body as Code // the schema requires all of these without a ticket
    checkRedirect(code.redirectUri, origin)
    charge(1)
    try {
      const signedIn = await signIn(storage, await exchangeCode(settings, storage, code))
      return 'ticket' in signedIn
        ? { statusCode: 200, body: JSON.stringify(signedIn) }
        : { body: { session: signedIn } }
    } catch (error) {
      // the operator must be able to find out why nobody can sign in
      if (error instanceof ApiError && error.code === 'sign_in_failed')
        writeLog('warn', { message: 'a sign-in failed', cause: describeError(error.extras.cause) })
      throw error
    }
  },
  limitPerAddress(declaration, 'sign-in'),
)
