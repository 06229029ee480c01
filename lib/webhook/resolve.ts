import { lookup, Resolver } from 'node:dns/promises'
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

/** Asks the operating system, which also knows `localhost`, the hosts file, and the names of a local network. */
export const resolveBySystem: Resolve = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address)
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** Returns how names are resolved: by the operating system only if the operator allows networks of his own. */
export const resolveOf = ({ allowedNetworks }: Policy): Resolve =>
  allowedNetworks.length === 0 ? resolveByServers : resolveBySystem
