import { inject } from 'vitest'
import { TasksClient } from '../../client/src/index.ts'
import { seedDemo, type Demo } from '../../infra/local/seed-demo.ts'
import { startServiceProcess } from '../harness/service-process.ts'
import { newTempFolder } from '../harness/temp-folder.ts'
import { useTable } from '../../lib/table/table.ts'
import { compileCache } from './compile-cache.ts'
import { keptAdmin } from './kept-commands.ts'
import { openServiceTable } from './service-table.ts'
import type { Running } from './services.global.ts'

/** The service as `npm start` runs it, in a separate process, with an account that no other file has. */
export interface WebService {
  /** The URL of the application: `http://localhost:<port>`. */
  origin: string
  dataDir: string
  demo: Demo
  /** The account's client, with every scope. */
  client: TasksClient
  /** A client with another token. */
  clientOf: (token: string) => TasksClient
  /** Runs a command of the operator's command line, and returns what it prints. */
  operate: (...args: string[]) => Promise<string>
  /** The same in the account. */
  admin: (...args: string[]) => Promise<void>
  /** Ends what belongs to this file alone. */
  close: () => Promise<unknown>
}

/** A service of one file alone. */
export interface OwnWebService extends WebService {
  stop: () => Promise<unknown>
  /** Starts it again after a stop: the same port, the same data. */
  restart: () => Promise<void>
}

function webService(dataDir: string, demo: Demo, close: WebService['close']): WebService {
  const clientOf = (token: string) => new TasksClient({ baseUrl: demo.base_url, token })
  const operate = async (...args: string[]) => {
    const { code, stdout, stderr } = await keptAdmin({ DATA_DIR: dataDir }, ...args)
    if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${stderr}`)
    return stdout
  }
  return {
    origin: new URL(demo.base_url).origin,
    dataDir,
    demo,
    client: clientOf(demo.token),
    clientOf,
    operate,
    admin: async (...args) => {
      await operate(...args, '--account', demo.account_id)
    },
    close,
  }
}

/** Starts a service on a free port and a new data folder. @param variables more of its environment */
export async function startWebService(variables: NodeJS.ProcessEnv = {}): Promise<OwnWebService> {
  const dataDir = newTempFolder()
  const start = (port: string) => startServiceProcess(dataDir, { ...compileCache, ...variables, PORT: port })
  let service = start('0')
  const demo = await service.ready()
  const { port } = new URL(demo.base_url)
  const stop = () => service.stop()
  const restart = async () => {
    service = start(port)
    await service.ready()
  }
  return { ...webService(dataDir, demo, stop), stop, restart }
}

/**
 * Makes an account like the demo account in the service of this worker, which all its files use: to start one takes some
 * seconds of the processor.
 */
export async function shareWebService(): Promise<WebService> {
  const answer = await fetch(`${inject('services')}/${String(process.env.VITEST_POOL_ID)}`)
  if (!answer.ok) throw new Error(await answer.text())
  const { dataDir, baseUrl } = (await answer.json()) as Running // services.global.ts sends it
  const table = await openServiceTable(dataDir)
  useTable(table)
  const demo = await seedDemo(newTempFolder(), baseUrl)
  return webService(dataDir, demo, () => {
    table.client.destroy()
    return Promise.resolve()
  })
}
