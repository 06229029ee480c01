import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** An IPv4 or IPv6 address. */
export type Address = ReturnType<typeof ipaddr.parse>

/** An address, and how many of its first bits all addresses of the network share. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>

/** Reads a network in CIDR notation, such as `10.1.0.0/16`; undefined if the text is not one. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const bits = { 4: 32, 6: 128 }[isIP(address)] ?? -1
  return Number(length) <= bits ? [ipaddr.parse(address), Number(length)] : undefined
}

/** Whether an address is inside one of the networks. */
export const isInOneOf = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(([network, length]) => network.kind() === address.kind() && address.match(network, length))
