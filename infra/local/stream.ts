import { DynamoDBStreamsClient, ListStreamsCommand } from '@aws-sdk/client-dynamodb-streams'
import type { StreamFunction } from '../../lib/contract/triggered.ts'
import { accessOfEnvironment } from '../../lib/table/environment.ts'
import type { Table } from '../../lib/table/table.ts'
import { EngineHandler, makeLight } from './engine-handler.ts'
import type { Engine } from './engine.ts'
import type { Functions } from './functions.ts'
import { Progress } from './stream/progress.ts'
import { keepRecordsAsWritten } from './stream/records.ts'
import { StreamReader, type Pace, type ReaderParts } from './stream/reader.ts'
import { Shards, type LastRead } from './stream/shards.ts'
import { Trimmer } from './stream/trim.ts'
import { DescribeTableCommand, UpdateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'

type Client = Pick<DynamoDBClient, 'send'>

/** The ARN of the stream of a table; undefined when it has none. */
export async function findStream(client: Client, tableName: string): Promise<string | undefined> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }))
  return Table?.StreamSpecification?.StreamEnabled ? Table.LatestStreamArn : undefined
}

/**
 * Gives a table its stream with both images, unless it has one. The items of a folder of an earlier release stay as they
 * are.
 * @returns the stream's ARN
 */
export async function enableStream(client: Client, tableName: string): Promise<string> {
  const known = await findStream(client, tableName)
  if (known !== undefined) return known // a second UpdateTable would begin another stream
  const specification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const
  await client.send(new UpdateTableCommand({ TableName: tableName, StreamSpecification: specification }))
  const arn = await findStream(client, tableName)
  if (arn === undefined) throw new Error('The engine has not given the table a stream.')
  return arn
}

/** Whether an engine has answered, even if only that it does not know the operation. */
const isAnswer = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } } // the SDK's errors have it
  return error instanceof SyntaxError || $metadata?.httpStatusCode !== undefined
}

/** Whether an engine has DynamoDB Streams. */
async function hasStreams(streams: Pick<DynamoDBStreamsClient, 'send'>): Promise<boolean> {
  try {
    await streams.send(new ListStreamsCommand({}))
    return true
  } catch (error) {
    if (isAnswer(error)) return false
    throw error
  }
}

/** The function that keeps the history. The others need no change while the pace is calm. */
const keepsHistory = 'webhooks.dispatch'

type Part = Pick<ReaderParts, 'functionId' | 'filters' | 'streamArn' | 'progress' | 'shards'>

/** The stream of the table, read for all functions that it runs. */
export class TableStream {
  readonly #client: DynamoDBStreamsClient
  readonly #table: Table
  readonly #declared: readonly StreamFunction[]
  readonly #trimmer: Trimmer | undefined
  #parts: Part[] = []
  #readers: StreamReader[] = []
  #functions: Functions | undefined
  #enabling: Promise<void> | undefined
  #pace: Pace | undefined

  /** @param databasePath the engine's file, which is trimmed; undefined for an engine of somebody else */
  constructor(
    client: DynamoDBStreamsClient,
    table: Table,
    declared: readonly StreamFunction[],
    databasePath: string | undefined,
  ) {
    this.#client = client
    this.#table = table
    this.#declared = declared
    this.#trimmer = databasePath === undefined ? undefined : new Trimmer(databasePath, table.name, declared)
  }

  /**
   * Gives the table a stream, unless it has one, and reads it. No change after that is missed.
   * @param pace how soon somebody needs the changes; once it is `prompt`, it stays so
   */
  async enable(pace?: Pace): Promise<void> {
    if (pace === 'prompt' || this.#pace === undefined) this.#pace = pace
    this.#enabling ??= this.#enable()
    try {
      await this.#enabling
    } catch (error) {
      this.#enabling = undefined // the next caller tries again
      throw error
    }
  }

  async #enable(): Promise<void> {
    const streamArn = await enableStream(this.#table.client, this.#table.name)
    const last: LastRead = {}
    this.#parts = await Promise.all(
      this.#declared.map(async ({ id: functionId, filters }) => {
        const progress = await Progress.open(this.#table, functionId, streamArn)
        const shards = new Shards(this.#client, streamArn, await progress.load(), last)
        return { functionId, filters, streamArn, progress, shards }
      }),
    )
    this.#read()
  }

  /** Starts to run the functions. */
  start(functions: Functions): void {
    this.#functions = functions
    this.#read()
  }

  #read(): void {
    const functions = this.#functions
    if (!functions || this.#readers.length > 0) return
    this.#readers = this.#parts.map(
      (part) =>
        new StreamReader({
          ...part,
          functions,
          pace: () => this.#pace ?? 'prompt',
          isNeeded: () => this.#pace !== 'calm' || part.functionId === keepsHistory,
          handled: (sequenceNumber) => this.#trimmer?.trim(part.functionId, sequenceNumber),
          idle: () => this.#trimmer?.retry(),
        }),
    )
  }

  /** Starts no further invocation, and waits until the running ones have ended, or until the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.stop(deadlineMs)))
    this.#trimmer?.close()
    this.#client.destroy()
  }
}

/**
 * Opens the stream of a table. A stream makes each write of the engine slower, so a table gets one only when somebody
 * needs it: `enable`. A table that has one already is read at once.
 * @param declared the functions with the trigger `stream`
 * @returns undefined when the engine has no streams
 */
export async function openStream(
  { endpoint, databasePath }: Pick<Engine, 'endpoint' | 'databasePath'>,
  table: Table,
  declared: readonly StreamFunction[],
): Promise<TableStream | undefined> {
  // its own turns at the engine: records must be read and trimmed even while many requests write
  const client = new DynamoDBStreamsClient({
    ...accessOfEnvironment(),
    endpoint,
    requestHandler: new EngineHandler(),
  })
  makeLight(client, { isEmbedded: databasePath !== undefined })
  keepRecordsAsWritten(client)
  if (!(await hasStreams(client))) {
    client.destroy()
    return undefined
  }
  const stream = new TableStream(client, table, declared, databasePath)
  if ((await findStream(table.client, table.name)) !== undefined) await stream.enable()
  return stream
}
