import { ApiError } from '../../lib/api-error.ts'

const refusedCredentials = [
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'ExpiredTokenException',
  'MissingAuthenticationTokenException',
  'AccessDeniedException',
]

/** What lies under the store's "The service is busy": to its callers a secret, to an operator the point. */
function rootOf(error: unknown): unknown {
  return error instanceof ApiError && error.cause !== undefined ? error.cause : error
}

function sentenceOf(error: Error & { code?: unknown }, place: string): string {
  if (error.name === 'CredentialsProviderError') {
    return 'There are no AWS credentials: name a profile with AWS_PROFILE, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
  }
  if (refusedCredentials.includes(error.name)) return `AWS refuses these credentials: ${error.message}`
  if (error.name === 'ResourceNotFoundException') return `${place} does not exist.`
  if (error.name === 'TimeoutError') return `${place} does not answer.`
  if (typeof error.code === 'string') return `${place} cannot be reached (${error.code}).`
  return error.message
}

/**
 * Turns what went wrong into one sentence for an operator.
 * @param place of the table, to begin a sentence with
 */
export function explain(error: unknown, place: string): Error {
  const root = rootOf(error)
  if (!(root instanceof Error)) return new Error(String(root))
  if (root instanceof ApiError) return root
  return new Error(sentenceOf(root, place), { cause: error })
}
