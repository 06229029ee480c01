import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import type { Policy } from './network.ts'

/**
 * Returns all addresses of a name; none if it has none.
 * @throws Error if no name server answers, or the signal aborts
 */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

/** The codes by which a name server says that there is no such name, or no address of that kind. */
const absent = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Asks the name servers directly. The operating system's own lookup would occupy one of the process's four threads until
 * it gives up, so a few names whose servers never answer would hold up the lookups of everybody else. This one ends when
 * the signal aborts.
 * @param servers replaces the name servers that the operating system names
 */
export async function resolveByServers(name: string, signal: AbortSignal, servers?: string[]) {
  const resolver = new Resolver({ timeout: 1500, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => {
    resolver.cancel()
  }
  signal.addEventListener('abort', cancel)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  signal.removeEventListener('abort', cancel)
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failure = answers
    .filter((answer) => answer.status === 'rejected')
    .map(({ reason }) => reason as NodeJS.ErrnoException) // dns rejects with nothing else
    .find(({ code }) => !absent.has(code ?? ''))
  if (addresses.length === 0 && failure !== undefined) throw failure
  return addresses
}

/** Asks the operating system, which also knows the names of a local network. It cannot be ended. */
async function lookUp(name: string): Promise<string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address)
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** The lookups of the operating system that run at once: half of the process's threads, so that files are still read. */
const maxLookups = 2

const lookups = new Set<Promise<unknown>>()

/** Asks the operating system when one of its places is free. */
async function lookUpInTurn(name: string, signal: AbortSignal): Promise<string[]> {
  while (lookups.size >= maxLookups) {
    signal.throwIfAborted()
    await Promise.race(lookups)
  }
  const looking = lookUp(name)
  const ended = looking.catch(() => undefined) // only its end counts here
  lookups.add(ended)
  try {
    return await looking
  } finally {
    lookups.delete(ended)
  }
}

/** The addresses of a name in a hosts file: hosts(5). */
function addressesIn(hosts: string, name: string): string[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/)
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : []
  })
}

/** Where names are looked for besides the name servers. Tests set their own. */
export interface LocalNames {
  hostsPath?: string
  servers?: string[]
  lookUp?: Resolve
}

/**
 * Also finds names of the operator's own network: `localhost`, the hosts file, then the name servers. It asks the
 * operating system only for names that these do not know, and for at most two names at once, so that a name whose
 * servers do not answer delays no other.
 */
export async function resolveLocally(
  name: string,
  signal: AbortSignal,
  { hostsPath = '/etc/hosts', servers, lookUp: system = lookUpInTurn }: LocalNames = {},
): Promise<string[]> {
  const plain = name.toLowerCase().replace(/\.$/, '')
  const own = addressesIn(await readFile(hostsPath, 'utf8').catch(() => ''), plain)
  if (own.length > 0) return own
  if (/(^|\.)localhost$/.test(plain)) return ['127.0.0.1', '::1'] // RFC 6761, section 6.3
  const addresses = await resolveByServers(name, signal, servers).catch((error: unknown) => {
    // there is no name server, as on a machine without a network
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return []
    throw error
  })
  return addresses.length > 0 ? addresses : system(name, signal)
}

/** Returns how names are resolved: also by the names of the operator's network only if the operator allows networks. */
export const resolveOf = ({ allowedNetworks }: Policy): Resolve =>
  allowedNetworks.length === 0 ? resolveByServers : resolveLocally
