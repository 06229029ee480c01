import { ApiError } from '../../lib/api-error.ts'

const refusedCredentials = [
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'ExpiredTokenException',
  'AccessDeniedException',
]

/** What lies under the store's "The service is busy": to its callers a secret, to an operator the point. */
function rootOf(error: unknown): unknown {
  return error instanceof ApiError && error.cause !== undefined ? error.cause : error
}

/** What Node and the SDK add to their errors. */
interface Extras {
  code?: unknown
  $metadata?: { httpStatusCode?: number }
}

function sentenceOf(error: Error & Extras, place: string): string {
  if (error.name === 'CredentialsProviderError') {
    const remedy = 'name a profile with AWS_PROFILE, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
    return `There are no AWS credentials: ${remedy} (${error.message}).`
  }
  if (refusedCredentials.includes(error.name)) return `AWS refuses these credentials: ${error.message}`
  if (error.name === 'ResourceNotFoundException') return `${place} does not exist.`
  if (error.name === 'TimeoutError') return `${place} does not answer.`
  if (error.name === 'SyntaxError') return `${place} does not answer as a DynamoDB does.`
  if (typeof error.code === 'string') return `${place} cannot be reached (${error.code}).`
  if (error.message === 'UnknownError') {
    return `${place} answers with HTTP status ${error.$metadata?.httpStatusCode ?? 'unknown'}.`
  }
  return error.$metadata ? `${place} answers with ${error.name}: ${error.message}` : error.message
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
