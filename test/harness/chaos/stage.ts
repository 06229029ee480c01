import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { enginePid, startServiceProcess, type ServiceProcess } from '../service-process.ts'
import { newTempFolder } from '../temp-folder.ts'
import { openTable, useTable } from '../../../lib/table/table.ts'
import type { Address } from './http.ts'

const goneWithinMs = 5_000

/** The service in its own process, with its own data folder or table. It can be killed and restarted. */
export class Stage {
  readonly dataDir: string
  readonly #variables: Record<string, string>
  #service: ServiceProcess | undefined
  #up = Promise.withResolvers<Address>()
  kills = 0
  /** Incremented when the service is killed and again when it is back up, so that it is odd while down. */
  epoch = 0
  /** The id of the demo account. */
  accountId = ''

  private constructor(dataDir: string, variables: Record<string, string>) {
    this.dataDir = dataDir
    this.#variables = variables
  }

  /**
   * @param endpoint a running engine, which is not killed; undefined for the embedded one, which is
   * @param more variables of the service's environment
   */
  static async open(endpoint: string | undefined, more: Record<string, string> = {}): Promise<Stage> {
    const dataDir = newTempFolder()
    const variables = { TABLE_NAME: `chaos-${randomUUID()}`, ...more }
    const stage = new Stage(dataDir, endpoint ? { ...variables, DYNAMODB_ENDPOINT: endpoint } : variables)
    await stage.#start()
    return stage
  }

  /** Starts the service and resolves `address` for those who wait. If it does not start, they fail too. */
  async #start(): Promise<void> {
    const { promise, resolve, reject } = this.#up
    promise.catch(() => undefined) // there may be no one waiting
    try {
      this.#service = startServiceProcess(this.dataDir, this.#variables)
      const { base_url, token, account_id } = await this.#service.ready()
      this.accountId = account_id
      resolve({ baseUrl: base_url, token })
    } catch (error) {
      reject(error)
      throw error
    }
  }

  /** The service's address. While it is down, waits until it is up again. */
  address = (): Promise<Address> => this.#up.promise

  /**
   * Kills the service or, every second time, its engine, and restarts the service.
   * @returns a problem, if any
   */
  async kill(): Promise<string | undefined> {
    const service = this.#service
    if (!service) throw new Error('The service is not running.')
    const { child, exited } = service
    const ofEngine = this.#variables.DYNAMODB_ENDPOINT === undefined && this.kills % 2 === 1
    this.kills += 1
    this.epoch += 1
    this.#up = Promise.withResolvers()
    if (ofEngine) process.kill(await enginePid(this.dataDir), 'SIGKILL')
    else child.kill('SIGKILL')
    // a service ends by itself when its engine is gone
    const stays = (await Promise.race([exited, sleep(goneWithinMs, 'stays')])) === 'stays'
    if (stays) child.kill('SIGKILL')
    await exited
    await this.#start()
    this.epoch += 1
    return stays ? 'the service outlived its engine' : undefined
  }

  /** Makes the service's table that of this process, until the engine is killed. */
  async openTable(): Promise<void> {
    const { DYNAMODB_ENDPOINT: given, TABLE_NAME = '' } = this.#variables
    const read = async () =>
      (JSON.parse(await readFile(join(this.dataDir, 'engine.json'), 'utf8')) as { endpoint: string }).endpoint
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    useTable(openTable(TABLE_NAME, { endpoint: given ?? (await read()), region: 'local', credentials }))
  }

  /** Stops the service and removes its data. */
  async close(): Promise<void> {
    const { DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: TableName } = this.#variables
    await this.#service?.stop()
    if (endpoint === undefined) return
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    const client = new DynamoDBClient({ endpoint, region: 'local', credentials })
    await client.send(new DeleteTableCommand({ TableName }))
    client.destroy()
  }
}
