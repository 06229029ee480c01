import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/**
 * Lets a server listen on a free port of this machine.
 * @returns its host and port, such as `127.0.0.1:40001`
 */
export async function listenHere(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // the address of a TCP server
  return `127.0.0.1:${port}`
}
