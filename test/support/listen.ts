import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Lets a server listen on a free port of this machine, until the test ends.
 * @returns its origin, such as `http://127.0.0.1:40001`
 */
export async function listenDuringTest(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // the address of a TCP server
  return `http://127.0.0.1:${port}`
}
