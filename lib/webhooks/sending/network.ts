import ipaddr from 'ipaddr.js'
import { isInOneOf, parseNetwork, type Network } from '../../shared/networks.ts'
import { partsOfTarget } from './aws-name.ts'

/** Where deliveries may go besides public addresses. */
export interface Policy {
  /** Networks that are not public, but that the operator allows. Only to these, http without TLS is allowed, too. */
  allowedNetworks: readonly Network[]
  /** The buses and queues of AWS that the operator allows, as a webhook's URL names them. */
  targets: readonly string[]
}

/**
 * All ranges that IANA has assigned for the public internet. ipaddr.js takes ranges outside of these for unicast, too.
 */
const publicIPv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * The test network 6bone. It was returned, and IANA has not assigned it since: RFC 3701.
 * https://www.iana.org/assignments/ipv6-unicast-address-assignments
 */
const sixBone = ipaddr.IPv6.parseCIDR('3ffe::/16')

/**
 * The address at which Azure serves its machines' settings. It is not in a special range.
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const azureHost = ipaddr.IPv4.parseCIDR('168.63.129.16/32')

/** Whether an address is inside a network that the operator allows. */
export const isInAllowedNetwork = (address: string, { allowedNetworks }: Policy): boolean =>
  isInOneOf(ipaddr.process(address), allowedNetworks)

/**
 * Whether an address is in the public internet, by the registries of special addresses:
 * https://www.iana.org/assignments/iana-ipv4-special-registry and https://www.iana.org/assignments/iana-ipv6-special-registry.
 * An IPv4 address in an IPv6 one (`::ffff:127.0.0.1`) counts as the IPv4 address. Addresses that a gateway translates
 * (NAT64, 6to4, Teredo) are not public, because it could translate them to private ones.
 * @param address an IPv4 or IPv6 address
 */
export function isPublic(address: string): boolean {
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast') return false
  return ip.kind() === 'ipv6' ? ip.match(publicIPv6) && !ip.match(sixBone) : !ip.match(azureHost)
}

function networkIn(text: string): Network {
  const network = parseNetwork(text)
  if (network) return network
  throw new Error(
    'WEBHOOK_ALLOWED_NETWORKS must be networks in CIDR notation with commas between them, such as ' +
      `10.1.0.0/16,fd00:1::/64. This is not a network: ${JSON.stringify(text)}`,
  )
}

function targetIn(text: string): string {
  if (partsOfTarget(text)) return text
  throw new Error(
    'WEBHOOK_TARGETS must be buses and queues with commas between them, such as ' +
      `eventbridge:tasks,sqs:arn:aws:sqs:eu-central-1:123456789012:tasks. This is none: ${JSON.stringify(text)}`,
  )
}

const partsOf = (list: string): string[] =>
  list.trim() === '' ? [] : list.split(',').map((text) => text.trim())

/**
 * Reads a policy from the values of WEBHOOK_ALLOWED_NETWORKS and WEBHOOK_TARGETS.
 * @throws Error that names the variable and what is wrong in it
 */
export const parsePolicy = (networks: string, targets = ''): Policy => ({
  allowedNetworks: partsOf(networks).map(networkIn),
  targets: partsOf(targets).map(targetIn),
})

const loopbacks = ['127.0.0.0/8', '::1/128'].map((text) => ipaddr.parseCIDR(text))

/** Whether the operator allows networks, all of which belong to this machine. */
export const isLoopbackOnly = ({ allowedNetworks }: Policy): boolean =>
  allowedNetworks.length > 0 &&
  allowedNetworks.every(([network, length]) =>
    loopbacks.some(
      ([loopback, least]) =>
        network.kind() === loopback.kind() && length >= least && network.match(loopback, least),
    ),
  )

let last = { networks: '', targets: '', policy: parsePolicy('') }

/**
 * Returns the policy of the environment, which is read at the first call.
 * @throws Error that names the variable and what is wrong in it
 */
export function policyOf(variables: NodeJS.ProcessEnv = process.env): Policy {
  const { WEBHOOK_ALLOWED_NETWORKS: networks = '', WEBHOOK_TARGETS: targets = '' } = variables
  if (networks !== last.networks || targets !== last.targets)
    last = { networks, targets, policy: parsePolicy(networks, targets) }
  return last.policy
}
