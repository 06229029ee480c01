import type { Server } from 'node:http'
import { onTestFinished } from 'vitest'
import { listenHere } from '../harness/listen.ts'

/**
 * Lets a server listen on a free port of this machine, until the test ends.
 * @returns its origin, such as `http://127.0.0.1:40001`
 */
export async function listenDuringTest(server: Server): Promise<string> {
  const address = await listenHere(server)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://${address}`
}
