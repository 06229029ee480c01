import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { keysOf } from './secret.ts'
import type { Signature } from './settings.ts'
import type { IncomingRequest, RequestHeaders } from './read-body.ts'

/** The largest allowed clock difference: Standard Webhooks, "Verifying webhook authenticity". */
const toleranceSeconds = 5 * 60

/** Compares two texts of any length in constant time, so that the time reveals nothing about them. */
function isSame(text: string, other: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(text), digest(other))
}

/** A signature that a request has, and what it is made of. */
interface Claim {
  /** The HMAC-SHA256 as it is written, in hex or base64. */
  mac: string
  /** The bytes that it is over. */
  signed: Uint8Array
  /** When it was made, as the request says, in seconds since 1970. */
  timestamp?: string
}

/** The bytes of an HMAC-SHA256 in hex, base64 or base64url; undefined if the text is none. */
function macOf(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  // the last character has two bits to spare: only one spelling is right
  return bytes.toString('base64url') === text.replace('=', '').replaceAll('+', '-').replaceAll('/', '_')
    ? bytes
    : undefined
}

/** The most signatures of a request that are checked: senders send two while they rotate a secret. */
const maxClaims = 4

/** The header before each part of a signature of Standard Webhooks. Svix and those who use it have their own names. */
const standardNames = (headers: RequestHeaders): string[] => {
  const others = Object.keys(headers).flatMap((name) => /^(.+)-signature$/.exec(name)?.[1] ?? [])
  return [...new Set(['webhook', 'svix', ...others])].filter((name) => headers[`${name}-id`])
}

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const standardClaims = ({ headers, bytes }: IncomingRequest): Claim[] =>
  standardNames(headers).flatMap((name) => {
    const timestamp = headers[`${name}-timestamp`] ?? ''
    const signed = Buffer.concat([Buffer.from(`${headers[`${name}-id`]}.${timestamp}.`), bytes])
    const signatures = (headers[`${name}-signature`] ?? '').matchAll(/(?<![^\s,])v1,([\w+/=-]+)/g)
    return Array.from(signatures, ([, mac = '']) => ({ mac, signed, timestamp }))
  })

/**
 * Senders that sign `v0:<time>:<body>`, and the header with the time:
 * https://docs.slack.dev/authentication/verifying-requests-from-slack/,
 * https://developers.zoom.us/docs/api/webhooks/#verify-webhook-events
 */
const timedBy: RequestHeaders = {
  'x-slack-signature': 'x-slack-request-timestamp',
  'x-zm-signature': 'x-zm-request-timestamp',
}

/** Where a scheme's signature is: the header, and what is before the HMAC. */
function placeOf(signature: Exclude<Signature, { scheme: 'standard' }>): [header: string, prefix: string] {
  switch (signature.scheme) {
    case 'typeform': // https://www.typeform.com/developers/webhooks/secure-your-webhooks/
      return ['Typeform-Signature', 'sha256=']
    case 'tally': // https://tally.so/help/webhooks
      return ['Tally-Signature', '']
    case 'github': // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
      return ['X-Hub-Signature-256', 'sha256=']
    case 'hmac':
      return [signature.header, signature.prefix ?? '']
    case 'header':
      return [signature.header, '']
  }
}

const startsWith = (text: string, prefix: string) => text.toLowerCase().startsWith(prefix.toLowerCase())

/** The signatures in a header, which may be one, or a time and some, as Stripe and Calendly write them: `t=…,v1=…`. */
function claimsIn(
  given: string,
  prefix: string,
  { headers, bytes }: IncomingRequest,
  header: string,
): Claim[] {
  const [, timestamp] = /(?:^|[,;]\s*)t=(\d+)/.exec(given) ?? []
  if (timestamp !== undefined) {
    const signed = Buffer.concat([Buffer.from(`${timestamp}.`), bytes])
    return Array.from(given.matchAll(/[,;]\s*v1=([^,;\s]+)/g), ([, mac = '']) => ({ mac, signed, timestamp }))
  }
  if (!startsWith(given, prefix)) return []
  const mac = given.slice(prefix.length).replace(prefix === '' ? /^(?:sha256|v0)=/i : '', '')
  const timeHeader = timedBy[header]
  if (timeHeader === undefined) return [{ mac, signed: bytes }]
  const time = headers[timeHeader] ?? ''
  return [{ mac, signed: Buffer.concat([Buffer.from(`v0:${time}:`), bytes]), timestamp: time }]
}

const isRecent = ({ timestamp }: Claim, nowMs: number) =>
  timestamp === undefined ||
  (/^\d{1,12}$/.test(timestamp) && Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) <= toleranceSeconds)

const isMadeWith = (keys: readonly Buffer[], { mac, signed }: Claim) => {
  const given = macOf(mac)
  return (
    given !== undefined &&
    keys.some((key) => timingSafeEqual(createHmac('sha256', key).update(signed).digest(), given))
  )
}

/** What a form expects of each request, for people who look why one was refused. */
function expectationOf(signature: Signature): string {
  if (signature.scheme === 'standard') {
    return 'send webhook-id, webhook-timestamp and webhook-signature (or svix-id and so on), with v1, and the HMAC-SHA256 of <id>.<timestamp>.<body>'
  }
  const [header, prefix] = placeOf(signature)
  if (signature.scheme === 'header') return `send the secret in ${header}`
  const timeHeader = timedBy[header.toLowerCase()]
  const signs = timeHeader === undefined ? 'the body' : `v0:<${timeHeader}>:<body>`
  return `send ${header} with ${prefix === '' ? '' : `${prefix} and `}the HMAC-SHA256 of ${signs} in hex or base64`
}

/** What is wrong with the signature of a request; undefined if it is right. */
function problemOf(signature: Signature, request: IncomingRequest, nowMs: number): string | undefined {
  const { secret, scheme } = signature
  if (scheme === 'header') {
    const given = request.headers[signature.header.toLowerCase()]
    if (given === undefined) return 'this header is missing'
    return secret !== '' && isSame(given, secret) ? undefined : 'it is another one'
  }
  const [header, prefix] = scheme === 'standard' ? [] : placeOf(signature)
  const given = header === undefined ? undefined : request.headers[header.toLowerCase()]
  if (header !== undefined && given === undefined) return 'this header is missing'
  const all =
    header === undefined
      ? standardClaims(request)
      : claimsIn(given ?? '', prefix ?? '', request, header.toLowerCase())
  const claims = all.slice(0, maxClaims)
  if (claims.length === 0)
    return header === undefined ? 'one of them is missing' : 'it begins with something else'
  const recent = claims.filter((claim) => isRecent(claim, nowMs))
  if (recent.length === 0) return 'its time is more than five minutes away'
  if (recent.every(({ mac }) => macOf(mac) === undefined))
    return 'it is neither the hex nor the base64 of one'
  const keys = keysOf(secret, scheme === 'standard')
  return recent.some((claim) => isMadeWith(keys, claim))
    ? undefined
    : 'it was made with another secret, or of another text'
}

/**
 * Checks whether a request is signed with the secret that the form shares with its sender. The signature is checked over
 * the raw bytes, before they are parsed.
 * @param nowMs the time in ms since 1970
 * @returns undefined if it is, otherwise what the form expects and what is wrong; it holds neither the secret nor anything
 * that was sent
 */
export function signatureProblem(
  signature: Signature,
  request: IncomingRequest,
  nowMs: number,
): string | undefined {
  const problem = problemOf(signature, request, nowMs)
  return problem === undefined ? undefined : `${expectationOf(signature)}; ${problem}`
}
