import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import { isInOneOf, parseNetwork, type Address, type Network } from '../../lib/shared/networks.ts'

/**
 * Whether a hop on a request's way is a trusted proxy of the operator.
 * @param hop 0 is the hop that is connected to this service, 1 the one before it
 */
export type TrustProxy = (address: Address, hop: number) => boolean

const rule =
  'TRUST_PROXY must be the number of proxies before the service, from 1 to 9, or their addresses and networks with ' +
  'commas between them, such as 127.0.0.1,10.1.0.0/16'

/**
 * Reads a network, or an address, which is the network of itself alone.
 * @throws Error that names the variable
 */
function parseProxies(text: string): Network {
  const network = parseNetwork(text)
  if (network) return network
  if (isIP(text) === 0) throw new Error(`${rule}. This is none of them: ${JSON.stringify(text)}`)
  const address = ipaddr.process(text) // as `addressIn` reads callers: ::ffff:10.0.0.1 is 10.0.0.1
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Reads TRUST_PROXY.
 * @returns undefined when it is empty: then no header is believed
 * @throws Error that names the variable and what is wrong in it
 */
export function parseTrustProxy(value: string): TrustProxy | undefined {
  const text = value.trim()
  if (text === '') return undefined
  if (/^[1-9]$/.test(text)) return (_, hop) => hop < Number(text)
  const networks = text.split(',').map((one) => parseProxies(one.trim()))
  return (address) => isInOneOf(address, networks)
}

/** An address as a proxy may write it: some add the port, and IPv6 then has brackets. */
function addressIn(text: string): Address | undefined {
  const [, bracketed, plain = text.trim()] =
    /^\s*(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)\s*$/.exec(text) ?? []
  const written = bracketed ?? plain
  return isIP(written) === 0 ? undefined : ipaddr.process(written)
}

/** Whether an address that is connected to this service is a proxy's. */
export function isProxy(connected: string, trusts: TrustProxy): boolean {
  const address = addressIn(connected)
  return address !== undefined && trusts(address, 0)
}

/**
 * Returns the address of a request's caller. Each proxy adds the address that is connected to it at the right end of
 * `X-Forwarded-For`, so the list is read from there, as far as the operator's proxies wrote it. Entries to the left of
 * these may be made up by the caller.
 * @param connected the address that is connected to this service
 * @param forwarded the header; undefined if there is none
 */
export function callerAddress(connected: string, forwarded: string | undefined, trusts: TrustProxy): string {
  let address = addressIn(connected)
  const before = (forwarded ?? '').split(',').reverse()
  for (const [hop, text] of before.entries()) {
    if (!address || !trusts(address, hop)) break
    const next = addressIn(text)
    if (!next) break
    address = next
  }
  return address?.toString() ?? connected
}
