import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { enginePid, startService, type ServiceProcess } from '../service-process.ts'
import type { Address } from './http.ts'

const goneWithinMs = 5_000

/** The service in a process of its own, on a data folder or table of its own, to be killed and started anew. */
export class Stage {
  readonly #dataDir: string
  readonly #variables: Record<string, string>
  #service: ServiceProcess | undefined
  #up = Promise.withResolvers<Address>()
  kills = 0
  /** Rises when the service is killed and again once it is up: odd while it is down. */
  epoch = 0

  private constructor(dataDir: string, variables: Record<string, string>) {
    this.#dataDir = dataDir
    this.#variables = variables
  }

  /** @param endpoint of an engine that runs already, which is not killed; undefined: the embedded one, which is */
  static async open(endpoint: string | undefined): Promise<Stage> {
    const dataDir = await mkdtemp(join(tmpdir(), 'tasks-api-chaos-'))
    const variables = { TABLE_NAME: `chaos-${randomUUID()}` }
    const stage = new Stage(dataDir, endpoint ? { ...variables, DYNAMODB_ENDPOINT: endpoint } : variables)
    await stage.#start()
    return stage
  }

  /** Starts the service, and lets those go on who wait for it; when it does not start, they fail too. */
  async #start(): Promise<void> {
    const { promise, resolve, reject } = this.#up
    promise.catch(() => undefined) // nobody may be waiting
    try {
      this.#service = await startService(this.#dataDir, this.#variables)
      const { base_url, token } = this.#service.demo
      resolve({ baseUrl: base_url, token })
    } catch (error) {
      reject(error)
      throw error
    }
  }

  /** Where the service is; while it is down, once it is up again. */
  address = (): Promise<Address> => this.#up.promise

  get projectId(): string {
    return this.#service?.demo.project_id ?? ''
  }

  /**
   * Kills the service, or in turn the engine under it, and starts it anew.
   * @returns what went wrong, if anything
   */
  async kill(): Promise<string | undefined> {
    const service = this.#service
    if (!service) throw new Error('The service does not run.')
    const { child, exited } = service
    const ofEngine = this.#variables.DYNAMODB_ENDPOINT === undefined && this.kills % 2 === 1
    this.kills += 1
    this.epoch += 1
    this.#up = Promise.withResolvers()
    if (ofEngine) process.kill(await enginePid(this.#dataDir), 'SIGKILL')
    else child.kill('SIGKILL')
    // a service without an engine ends by itself
    const stays = (await Promise.race([exited, sleep(goneWithinMs, 'stays')])) === 'stays'
    if (stays) child.kill('SIGKILL')
    await exited
    await this.#start()
    this.epoch += 1
    return stays ? 'the service outlived its engine' : undefined
  }

  /** Stops the service and removes what it has left. */
  async close(): Promise<void> {
    const { DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: TableName } = this.#variables
    this.#service?.child.kill('SIGTERM')
    await this.#service?.exited
    await rm(this.#dataDir, { recursive: true, force: true })
    if (endpoint === undefined) return
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    const client = new DynamoDBClient({ endpoint, region: 'local', credentials })
    await client.send(new DeleteTableCommand({ TableName }))
    client.destroy()
  }
}
