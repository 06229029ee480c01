import { HttpRequest } from '@smithy/core/protocols'
import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'

/** Credentials of AWS. */
export interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** A request to a service of AWS. */
export interface AwsRequest {
  /** The name of the service in signatures: `ssm`. */
  service: string
  region: string
  credentials: AwsCredentials
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  timeoutMs?: number
}

/**
 * Sends one signed request, to a service for which one request is all that is needed: its own client would be larger than
 * what asks it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * @throws Error when no answer comes in time
 */
export async function sendSigned({
  service,
  region,
  credentials,
  url,
  method = 'POST',
  headers = {},
  body,
  timeoutMs = 10_000,
}: AwsRequest): Promise<Response> {
  const { protocol, hostname, port, host, pathname, searchParams } = new URL(url)
  const request = new HttpRequest({
    ...{ protocol, hostname, path: pathname, query: Object.fromEntries(searchParams), method, body },
    ...(port !== '' && { port: Number(port) }),
    headers: { host, ...headers },
  })
  const signer = new SignatureV4({
    ...{ credentials, region, service, sha256: Hash.bind(undefined, 'sha256') },
    uriEscapePath: service !== 's3', // S3 alone takes a path as it is
  })
  const signed = await signer.sign(request)
  const signal = AbortSignal.timeout(timeoutMs)
  return fetch(url, { method, headers: signed.headers, signal, ...(body !== undefined && { body }) })
}
