import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A port of this machine that was free a moment ago, for a program that takes no other. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an address of this type
  server.close()
  await once(server, 'close')
  return port
}
