import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
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

/**
 * Lets a service listen for callers in its own process. It closes no idle connection: a busy machine would close some just
 * when the next request takes them.
 * @returns its port
 */
export async function listenForOwn(server: HttpServer): Promise<number> {
  server.keepAliveTimeout = 0
  const host = await listenHere(server)
  return Number(host.split(':')[1])
}
