import { ApiError } from '../contract/api-error.ts'
import type { ApiMiddleware } from './types.ts'

/** The header in which a CDN in front of the API proves that a request came through it. */
export const originSecretHeader = 'x-origin-secret'

/**
 * Returns the comparison with secrets that are separated by commas. It takes equally long for right and wrong texts.
 * @throws Error when they are too short for secrets, or are something else, such as an unresolved reference
 */
function comparisonWith(secrets: string): (given: string) => boolean {
  if (!/^[A-Za-z0-9]{32,}(,[A-Za-z0-9]{32,})*$/.test(secrets))
    throw new Error(
      'ORIGIN_SECRETS must be secrets of at least 32 letters and digits, with commas between them.',
    )
  // loaded here: a service without secrets starts without it
  const { createHash, timingSafeEqual } = process.getBuiltinModule('node:crypto')
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  const accepted = secrets.split(',').map(digestOf)
  return (given) => {
    const digest = digestOf(given)
    return accepted.map((one) => timingSafeEqual(one, digest)).includes(true)
  }
}

// not in environment.ts: the functions that serve the documentation have no schemas, and stay small
const { ORIGIN_SECRETS: secrets } = process.env
const isAccepted = secrets === undefined ? undefined : comparisonWith(secrets)

/**
 * If ORIGIN_SECRETS names secrets that a CDN sends, refuses requests that did not come through it: they would bypass
 * its firewall. The header ends here, so that nothing can store or log it.
 * @throws ApiError forbidden
 */
export const checkOrigin = (): ApiMiddleware => ({
  before: function checkOriginSecret({ event }) {
    if (!isAccepted) return
    const { [originSecretHeader]: given = '', ...headers } = event.headers
    event.headers = headers
    if (!isAccepted(given)) throw new ApiError('forbidden', 'Use the public address of this service.')
  },
})
