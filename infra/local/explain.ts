import { ApiError } from '../../lib/contract/api-error.ts'

const refusedCredentials = [
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'ExpiredTokenException',
  'AccessDeniedException',
]

/** The cause of the store's "The service is busy". Callers must not see it, but an operator needs it. */
function rootOf(error: unknown): unknown {
  return error instanceof ApiError && error.cause !== undefined ? error.cause : error
}

/** The properties that Node and the SDK add to their errors. */
interface Extras {
  code?: unknown
  $metadata?: { httpStatusCode?: number }
}

function sentenceOf(error: Error & Extras, subject: string): string {
  if (error.name === 'CredentialsProviderError') {
    const remedy = 'name a profile with AWS_PROFILE, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
    return `There are no AWS credentials: ${remedy} (${error.message}).`
  }
  if (refusedCredentials.includes(error.name)) return `AWS refuses these credentials: ${error.message}`
  if (error.name === 'ResourceNotFoundException') return `${subject} does not exist.`
  if (error.name === 'TimeoutError') return `${subject} does not answer.`
  if (error.name === 'SyntaxError') return `${subject} does not answer as a DynamoDB does.`
  if (typeof error.code === 'string') return `${subject} cannot be reached (${error.code}).`
  if (error.message === 'UnknownError') {
    return `${subject} answers with HTTP status ${error.$metadata?.httpStatusCode ?? 'unknown'}.`
  }
  return error.$metadata ? `${subject} answers with ${error.name}: ${error.message}` : error.message
}

/**
 * Turns an error into one sentence for an operator.
 * @param subject the subject of the sentence: the table or engine that was used
 */
export function explain(error: unknown, subject: string): Error {
  const root = rootOf(error)
  if (!(root instanceof Error)) return new Error(String(root))
  if (root instanceof ApiError) return root
  return new Error(sentenceOf(root, subject), { cause: error })
}
