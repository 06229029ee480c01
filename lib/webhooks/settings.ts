import { ApiError, invalidField, invalidFields, type ErrorDetail } from '../contract/api-error.ts'
import type { WebhookChange } from './webhook.ts'
import { isAwsTarget } from './sending/aws-name.ts'
import { refusedHeader, refusedHeaderValue } from './sending/headers.ts'
import { policyOf } from './sending/network.ts'
import { checkNewUrl } from './sending/target.ts'

type Headers = NonNullable<WebhookChange['headers']>

function refusedHeaders(headers: Headers): ErrorDetail[] {
  const names = headers.map(({ name }) => name.toLowerCase())
  return headers.flatMap(({ name, value }, index) => {
    const isRepeated = names.indexOf(name.toLowerCase()) < index
    const ofName =
      refusedHeader(name) ?? (isRepeated ? 'must not be the name of an earlier header' : undefined)
    const ofValue = refusedHeaderValue(value)
    return [
      ...(ofName === undefined ? [] : [{ path: `headers.${index}.name`, message: ofName }]),
      ...(ofValue === undefined ? [] : [{ path: `headers.${index}.value`, message: ofValue }]),
    ]
  })
}

/**
 * Refuses what no schema can check: a URL to which nothing may be sent, and headers that a webhook may not set.
 * @throws ApiError invalid_request
 */
export function refuseBadSettings({ url, headers }: Pick<WebhookChange, 'url' | 'headers'>): void {
  const ofUrl = url === undefined ? undefined : checkNewUrl(url, policyOf())
  if (ofUrl !== undefined) {
    throw new ApiError('invalid_request', ofUrl, { details: [{ path: 'url', message: ofUrl }] })
  }
  const [first, ...others] = refusedHeaders(headers ?? [])
  if (first) throw invalidFields(first, ...others)
}

/**
 * Refuses what a bus or a queue can't take: it gets the event itself, and no headers but those of the signature.
 * @throws ApiError invalid_request
 */
export function refuseForTarget(
  url: string,
  { format, headers }: Pick<WebhookChange, 'format' | 'headers'>,
): void {
  if (!isAwsTarget(url)) return
  if (format !== undefined && format !== 'standard')
    throw invalidField('format', 'must be standard for eventbridge: and sqs:, which are for programs')
  if (headers && headers.length > 0)
    throw invalidField('headers', 'must be left out for eventbridge: and sqs:, which take none')
}
