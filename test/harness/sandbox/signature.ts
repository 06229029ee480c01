import { HttpRequest } from '@smithy/core/protocols'
import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
import type { IncomingHttpHeaders } from 'node:http'
import type { RoleCredentials } from './environment.ts'

/** A signed request as received. */
export interface SignedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

const sha256 = Hash.bind(undefined, 'sha256')

/** Creates a signer for requests to a service. */
const signer = (
  credentials: Omit<RoleCredentials, 'sessionToken'> & { sessionToken?: string },
  region: string,
  applyChecksum: boolean,
  service = 'dynamodb',
) => new SignatureV4({ credentials, region, service, sha256, applyChecksum })

/** The access key id in a request's Authorization header; undefined if there is none. */
export const accessKeyOf = ({ headers }: SignedRequest): string | undefined =>
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\//.exec(headers.authorization ?? '')?.[1]

/** `20261121T170000Z` as a Date; an invalid Date for any other format. */
const signingDateOf = (amzDate: string) =>
  new Date(amzDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/**
 * Whether a request, including its body, was signed with these credentials: signing it again must give the same header.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 * @param service the service that gets it, unless it is DynamoDB
 */
export async function isSignedBy(
  { method, path, headers, body }: SignedRequest,
  credentials: RoleCredentials,
  region: string,
  service?: string,
): Promise<boolean> {
  const { authorization = '', 'x-amz-date': amzDate } = headers
  const signed = (/SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? '').split(';')
  const signingDate = signingDateOf(String(amzDate))
  if (!['host', 'x-amz-date'].every((name) => signed.includes(name)) || Number.isNaN(signingDate.getTime())) {
    return false
  }
  // the body's hash is computed again, not trusted
  const given = signed.filter((name) => name !== 'x-amz-content-sha256')
  const request = new HttpRequest({
    method,
    path,
    headers: Object.fromEntries(given.map((name) => [name, String(headers[name])])),
    body,
  })
  const again = await signer(credentials, region, given.length < signed.length, service).sign(request, {
    signingDate,
    signableHeaders: new Set(signed),
  })
  return again.headers.authorization === authorization
}

/** Replaces a request's signature by one for the local engine. */
export async function signForEngine(
  { method, path, headers, body }: SignedRequest,
  endpoint: string,
): Promise<HttpRequest> {
  const { protocol, hostname, port, host } = new URL(endpoint)
  const kept = ['content-type', 'x-amz-target'].map((name) => [name, String(headers[name])] as const)
  const request = new HttpRequest({
    ...{ protocol, hostname, port: Number(port), method, path, body },
    headers: { ...Object.fromEntries(kept), host, 'content-length': String(body.length) },
  })
  const signed = await signer({ accessKeyId: 'local', secretAccessKey: 'local' }, 'local', true).sign(request)
  return new HttpRequest(signed)
}
