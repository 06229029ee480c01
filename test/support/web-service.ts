import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { TasksClient } from '../../client/src/index.ts'
import type { Demo } from '../../infra/local/seed-demo.ts'
import { startServiceProcess } from '../../infra/proof/service-process.ts'
import { newTempFolder } from '../../infra/proof/temp-folder.ts'
import { compileCache } from './compile-cache.ts'

/** The service as `npm start` runs it, in a separate process with its own data. */
export interface WebService {
  /** The URL of the application: `http://localhost:<port>`. */
  origin: string
  dataDir: string
  demo: Demo
  /** The demo account's client, with every scope. */
  client: TasksClient
  /** A client with another token. */
  clientOf: (token: string) => TasksClient
  /** Runs a command of the operator's command line in the demo account. */
  admin: (...args: string[]) => Promise<void>
  stop: () => Promise<unknown>
  /** Starts it again after a stop: the same port, the same data. */
  restart: () => Promise<void>
}

/** Starts the service on a free port and a new data folder. */
export async function startWebService(): Promise<WebService> {
  const dataDir = newTempFolder()
  const start = (port: string) => startServiceProcess(dataDir, { ...compileCache, PORT: port })
  let service = start('0')
  const demo = await service.ready()
  const { origin, port } = new URL(demo.base_url)
  const clientOf = (token: string) => new TasksClient({ baseUrl: demo.base_url, token })
  return {
    origin,
    dataDir,
    demo,
    client: clientOf(demo.token),
    clientOf,
    admin: async (...args) => {
      const command = ['infra/admin/main.ts', ...args, '--account', demo.account_id]
      await promisify(execFile)(process.execPath, command, {
        env: { PATH: process.env.PATH, ...compileCache, DATA_DIR: dataDir },
      })
    },
    stop: () => service.stop(),
    restart: async () => {
      service = start(port)
      await service.ready()
    },
  }
}
