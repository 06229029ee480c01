import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

type Address = ReturnType<typeof ipaddr.parse>
type Network = ReturnType<typeof ipaddr.parseCIDR>

/**
 * Whether a hop on a request's way here is a proxy of the operator, whose word counts.
 * @param hop 0 is the one that is connected to this service, 1 the one before it
 */
export type TrustProxy = (address: Address, hop: number) => boolean

const rule =
  'TRUST_PROXY must be the number of proxies before the service, from 1 to 9, or their addresses and networks with ' +
  'commas between them, such as 127.0.0.1,10.1.0.0/16'

/** @throws Error that names the variable */
function parseNetwork(text: string): Network {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (length === undefined && bits > 0) {
    const one = ipaddr.process(address) // as `addressIn` reads callers: ::ffff:10.0.0.1 is 10.0.0.1
    return [one, one.kind() === 'ipv4' ? 32 : 128]
  }
  if (Number(length) <= bits) return [ipaddr.parse(address), Number(length)]
  throw new Error(`${rule}. This is none of them: ${JSON.stringify(text)}`)
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
  const networks = text.split(',').map((one) => parseNetwork(one.trim()))
  return (address) =>
    networks.some(([network, length]) => network.kind() === address.kind() && address.match(network, length))
}

/** An address as a proxy may write it: some add the port, and IPv6 then has brackets. */
function addressIn(text: string): Address | undefined {
  const [, bracketed, plain = text.trim()] =
    /^\s*(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)\s*$/.exec(text) ?? []
  const written = bracketed ?? plain
  return isIP(written) === 0 ? undefined : ipaddr.process(written)
}

/**
 * Returns the address of a request's caller. Each proxy adds the address that is connected to it at the right end of
 * `X-Forwarded-For`, so the list is read from there, for as long as the operator's proxies have written it. What is left
 * of that may be anything that a caller has made up.
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
