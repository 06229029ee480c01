import { afterAll, inject } from 'vitest'
import { createGateway } from '../../infra/local/gateway.ts'
import { listenForOwn } from '../harness/listen.ts'
import { openSandbox, type Sandbox, type SandboxParts } from '../harness/sandbox/sandbox.ts'
import { newTempFolder } from '../harness/temp-folder.ts'
import { builtFunctions } from '../../infra/web-assets/built.ts'
import { sendTo, testTable, type Reply, type Sending } from './api.ts'

/** A sandbox on the test's engine and table, behind HTTP. */
export interface SandboxService extends Sandbox {
  port: number
  /** Sends one request and checks the answer against the contract. `path` is relative to /v1. */
  send: (method: string, path: string, sending?: Sending) => Promise<Reply>
}

/**
 * Opens a sandbox that ends with the tests of this file.
 * @param tableName another table of the test's engine
 */
export async function openService(
  parts: Omit<SandboxParts, 'bundles' | 'folder' | 'engine'>,
  tableName = testTable.name,
): Promise<SandboxService> {
  const folder = newTempFolder()
  const engine = { endpoint: inject('engineEndpoint'), tableName }
  const sandbox = await openSandbox({ ...parts, bundles: await builtFunctions(), folder, engine })
  const server = createGateway(sandbox)
  const port = await listenForOwn(server)
  afterAll(async () => {
    await sandbox.close()
    server.close()
    server.closeAllConnections()
  })
  const send: SandboxService['send'] = async (method, path, sending) => {
    try {
      return await sendTo(port, method, path, sending)
    } catch (cause) {
      const logged = parts.ids.flatMap((id) => sandbox.function(id).log.at(-1) ?? [])
      throw new Error(`${method} ${path} was not answered as declared; the log: ${logged.join('\n')}`, {
        cause,
      })
    }
  }
  return { ...sandbox, port, send }
}
