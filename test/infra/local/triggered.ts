import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { EngineHandler } from '../../../infra/local/engine-handler.ts'
import { startEngine, type Engine } from '../../../infra/local/engine.ts'
import { loadFunctions, type LoadHandler } from '../../../infra/local/functions.ts'
import { openTriggers, type Triggers } from '../../../infra/local/triggers.ts'
import { newTempFolder } from '../../harness/temp-folder.ts'
import { declareTriggered, type TriggeredFunction } from '../../../lib/contract/triggered.ts'
import type { TriggeredHandler } from '../../../lib/http/invocation/triggered.ts'
import { openTable, type Table } from '../../../lib/table/table.ts'

type LoadedHandler = Awaited<ReturnType<LoadHandler>>

/** A function of a test. */
export interface Own {
  declaration: TriggeredFunction
  handler: LoadedHandler
}

export const onStream = declareTriggered({ id: 'tests.dispatch', trigger: 'stream', access: [] })
export const onQueue = declareTriggered({ id: 'tests.deliver', trigger: 'queue', access: [] })
export const onSchedule = declareTriggered({
  id: 'tests.wake',
  trigger: 'schedule',
  everyMinutes: 5,
  access: [],
})

/** Opens the table of an engine, as the service does. */
export const tableOf = ({ endpoint }: Pick<Engine, 'endpoint'>): Table =>
  openTable('tasks', {
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: new EngineHandler(),
  })

/** Starts an engine with a file of its own, and a table in it. */
export async function engineWithFile(path = join(newTempFolder(), 'tasks.db')) {
  const engine = await startEngine(path)
  onTestFinished(() => engine.stop())
  const table = tableOf(engine)
  process.env.TABLE_NAME = table.name
  await createTableIfAbsent(table.client, table.name)
  return { engine, table, path }
}

/** Runs functions of a test on an engine, until the end of the test. */
export async function runOwn(
  engine: Pick<Engine, 'endpoint' | 'databasePath'>,
  table: Table,
  own: readonly Own[],
): Promise<Triggers> {
  const load = (id: string) => {
    const found = own.find(({ declaration }) => declaration.id === id)
    return found ? Promise.resolve(found.handler) : Promise.reject(new Error(id))
  }
  const declared = own.map(({ declaration }) => declaration)
  const functions = await loadFunctions(
    undefined,
    load,
    declared.map(({ id }) => id),
  )
  const triggers = await openTriggers(engine, table, functions, declared)
  await triggers.enableStream('prompt')
  triggers.start()
  onTestFinished(() => triggers.stop(Date.now() + 5_000))
  return triggers
}

/** A function on the stream that keeps what it is given; `act` may fail. */
export function keeper(
  act: (event: DynamoDBStreamEvent) => DynamoDBBatchResponse | undefined = () => undefined,
) {
  const records: DynamoDBRecord[] = []
  const handler: TriggeredHandler<'stream'> = ({ Records }) => {
    const answer = act({ Records })
    records.push(...Records)
    return Promise.resolve(answer ?? { batchItemFailures: [] })
  }
  return { records, own: { declaration: onStream, handler } }
}

/** Puts an item. */
export const put = ({ client, name }: Table, sk: string, rest: object = {}) =>
  client.send(new PutCommand({ TableName: name, Item: { pk: 'ACCOUNT#a', sk, ...rest } }))

/** The sort key of a record. */
export const keyOf = (record: DynamoDBRecord) => String(record.dynamodb?.Keys?.sk?.S)

/** How many records the engine keeps. */
export function kept(path: string): number {
  const database = new DatabaseSync(path, { timeout: 2_000 })
  const row = database.prepare('SELECT count(*) AS count FROM _stream_records').get()
  database.close()
  return Number(row?.count)
}

/** How SQLite would run a query on the engine's file, step by step. */
export function planOf(path: string, query: string): string[] {
  const database = new DatabaseSync(path, { timeout: 2_000 })
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all('any')
  database.close()
  return steps.map(({ detail }) => String(detail))
}

/** Waits until something holds. */
export async function until(holds: () => boolean, timeoutMs = 120_000): Promise<void> {
  const deadlineMs = Date.now() + timeoutMs
  while (!holds()) {
    if (Date.now() > deadlineMs) throw new Error('It does not come true.')
    await sleep(10)
  }
}
