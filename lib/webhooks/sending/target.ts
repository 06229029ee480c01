import { isIP, type LookupFunction } from 'node:net'
import { isAwsTarget, refusedTarget } from './aws-name.ts'
import { isInAllowedNetwork, isLoopbackOnly, isPublic, type Policy } from './network.ts'
import { resolveOf, type Resolve } from './resolve.ts'

/** A target that is refused, or that has no address. Its message is for the webhook's owner. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
}

const isAllowed = (address: string, policy: Policy, isPlain: boolean): boolean =>
  isInAllowedNetwork(address, policy) || (!isPlain && isPublic(address))

const notPublic =
  'The address is not public. The operator can allow its network with WEBHOOK_ALLOWED_NETWORKS.'

const refusedAddress = (address: string, isPlain: boolean): string =>
  isPlain && isPublic(address)
    ? 'The URL must begin with https://, because the address is not in a network that the operator allows with WEBHOOK_ALLOWED_NETWORKS.'
    : notPublic

/** Names that lead to the machine itself or into its own network. */
const localName = /(^|\.)(localhost|local|internal)$/

/**
 * Returns why deliveries must not go to a URL, in plain words, or undefined if they may. A name's addresses are checked
 * when it is dialled, by `publicLookup`. An address is checked here, because Node calls no lookup for it; the URL has
 * brought all its notations (`0x7f.1`, `2130706433`, `①②⑦.1`) into one.
 */
export function checkUrl(text: string, policy: Policy): string | undefined {
  if (isAwsTarget(text)) return refusedTarget(text, policy.targets)
  const url = URL.parse(text)
  if (url === null) return 'The URL is not valid.'
  const isPlain = url.protocol === 'http:'
  const hasNetworks = policy.allowedNetworks.length > 0
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // https would be refused as well
  if (isPlain && isIP(host) !== 0 && !isAllowed(host, policy, isPlain) && !isPublic(host)) return notPublic
  if (url.protocol !== 'https:' && !(isPlain && hasNetworks)) return 'The URL must begin with https://.'
  if (url.username !== '' || url.password !== '') {
    return 'The URL must not hold a user name or a password. Use a header for them.'
  }
  if (url.href.includes('#')) return 'The URL must not hold a fragment (#), because it would not be sent.'
  if (isIP(host) !== 0) return isAllowed(host, policy, isPlain) ? undefined : refusedAddress(host, isPlain)
  const name = host.replace(/\.$/, '')
  if (name.length > 253 || name.split('.').includes('')) return 'The name of the host is not valid.'
  // if the operator allows networks, their names are allowed, too; their addresses are still checked
  if (!hasNetworks && (localName.test(name) || !name.includes('.'))) {
    return 'The name of the host is not public. The operator can allow its network with WEBHOOK_ALLOWED_NETWORKS.'
  }
  return undefined
}

/**
 * Returns why a webhook must not get a URL. Besides what `checkUrl` refuses, this refuses http to a name other than
 * localhost if only this machine is allowed: nothing could be delivered to it.
 */
export function checkNewUrl(text: string, policy: Policy): string | undefined {
  const reason = checkUrl(text, policy)
  const { protocol = '', hostname = '' } = URL.parse(text) ?? {}
  const isLocal = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || /(^|\.)localhost\.?$/.test(hostname)
  if (reason !== undefined || protocol !== 'http:' || isLocal || !isLoopbackOnly(policy)) return reason
  return 'The URL must begin with https://, unless it is http://localhost.'
}

interface LookupOptions {
  /** Whether the connection is http without TLS. */
  isPlain?: boolean
  /** Replaces the name servers. */
  resolve?: Resolve
  /** Ends the lookup. */
  signal?: AbortSignal
}

/**
 * @returns every address of a name
 * @throws TargetError if there is none, if one of them is not allowed, or if no name server answers
 */
async function allowedAddresses(name: string, policy: Policy, options: LookupOptions) {
  const { isPlain = false, resolve = resolveOf(policy), signal = new AbortController().signal } = options
  const addresses = await resolve(name, signal).catch((cause: unknown) => {
    throw new TargetError(`The name ${name} could not be resolved.`, { cause })
  })
  if (addresses.length === 0) throw new TargetError(`The name ${name} has no address.`)
  // the message leaves the address out: it may come from a network of the operator
  const refused = addresses.find((address) => !isAllowed(address, policy, isPlain))
  if (refused !== undefined) throw new TargetError(refusedAddress(refused, isPlain))
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

/**
 * Returns a lookup for node:net, node:http and node:https that finds only allowed addresses. Node connects to an address
 * that it has been given here and resolves the name no second time, so a name whose address changes between the check and
 * the connection (DNS rebinding) gains nothing. The lookup fails with a TargetError.
 */
export function publicLookup(policy: Policy, options: LookupOptions = {}): LookupFunction {
  return (name, { all }, callback) => {
    allowedAddresses(name, policy, options).then(
      (addresses) => {
        const [{ address, family } = { address: '', family: 0 }] = addresses
        if (all) callback(null, addresses)
        else callback(null, address, family)
      },
      (error: unknown) => {
        callback(error as Error, []) // allowedAddresses throws nothing else
      },
    )
  }
}
