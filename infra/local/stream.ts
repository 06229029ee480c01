import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { accessOfEnvironment } from '../../lib/store/environment.ts'
import type { Table } from '../../lib/store/table.ts'
import { EngineHandler } from './engine-handler.ts'
import type { Engine } from './engine.ts'
import type { Functions } from './functions.ts'
import { enableStream } from './stream/enable.ts'
import { Progress } from './stream/progress.ts'
import { StreamReader } from './stream/reader.ts'
import { Shards } from './stream/shards.ts'
import { Trimmer } from './stream/trim.ts'

/** The stream of the table, read for all functions that it runs. */
export interface Stream {
  start: (functions: Functions) => void
  /** Starts no further invocation, and waits until the running ones have ended, or until the deadline. */
  stop: (deadlineMs: number) => Promise<void>
}

/**
 * Gives the table a stream, and prepares to read it. From then on no change is missed.
 * @param ids the functions with the trigger `stream`
 * @returns undefined when the engine has no streams
 */
export async function openStream(
  { endpoint, databasePath }: Pick<Engine, 'endpoint' | 'databasePath'>,
  table: Table,
  ids: readonly string[],
): Promise<Stream | undefined> {
  // its own turns at the engine: records must be read and trimmed also while many requests write
  const client = new DynamoDBStreamsClient({
    ...accessOfEnvironment(),
    endpoint,
    requestHandler: new EngineHandler(),
  })
  const streamArn = await enableStream(table.client, client, table.name)
  if (streamArn === undefined) {
    client.destroy()
    return undefined
  }
  const parts = await Promise.all(
    ids.map(async (functionId) => {
      const progress = await Progress.open(table, functionId, streamArn)
      return { functionId, progress, shards: new Shards(client, streamArn, await progress.load()) }
    }),
  )
  const trimmer = databasePath === undefined ? undefined : new Trimmer(databasePath, table.name, ids)
  let readers: StreamReader[] = []
  return {
    start: (functions) => {
      readers = parts.map(
        (part) =>
          new StreamReader({
            ...part,
            streamArn,
            functions,
            handled: (sequenceNumber) => trimmer?.trim(part.functionId, sequenceNumber),
            idle: () => trimmer?.retry(),
          }),
      )
    },
    stop: async (deadlineMs) => {
      await Promise.all(readers.map((reader) => reader.stop(deadlineMs)))
      trimmer?.close()
      client.destroy()
    },
  }
}
