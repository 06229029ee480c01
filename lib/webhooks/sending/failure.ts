import { TargetError } from './target.ts'

const sentences: Partial<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection before it answered.',
  EPIPE: 'The receiver closed the connection before it answered.',
  EHOSTUNREACH: 'No route leads to the receiver.',
  ENETUNREACH: 'No route leads to the receiver.',
  ETIMEDOUT: 'The receiver did not accept the connection.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are larger than 16 KiB.',
}

/** What is wrong with a certificate, by the commonest of the codes below. */
const certificateFaults: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the receiver does not send the certificate of its issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
}

/** The codes of node:tls for a certificate that is refused: https://nodejs.org/docs/latest-v24.x/api/tls.html#x509-certificate-error-codes */
const certificateCode =
  /CERT|ERR_TLS_|SIGNATURE|_ISSUER|CRL_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/

/**
 * Returns why a receiver was not reached, as a sentence for the webhook's owner. It reveals no address, because names can
 * lead into a network of the operator.
 * @param error what node:http, node:https or the lookup failed with
 */
export function failureOf(error: unknown): string {
  if (error instanceof TargetError) return error.message
  // several addresses were tried: the first failure says enough
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error
  const { code = '' } = (cause ?? {}) as Partial<NodeJS.ErrnoException> // Node's errors have a code
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_INVALID_HTTP_TOKEN')
    return 'A header of the webhook is not valid.'
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP.'
  if (/^(ERR_SSL_|EPROTO)/.test(code)) return 'The receiver does not speak TLS as this service does.'
  if (certificateCode.test(code)) return `The certificate is not valid: ${certificateFaults[code] ?? code}.`
  return 'The receiver could not be reached.'
}
