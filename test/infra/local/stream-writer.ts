/**
 * Opens a data folder as the service does, writes to it, and keeps what the stream gives. A test kills it:
 * `node stream-writer.ts <data folder> <first number> <last number>`
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { openDataDirForService } from '../../../infra/local/data-dir.ts'
import { EngineHandler } from '../../../infra/local/engine-handler.ts'
import { loadFunctions } from '../../../infra/local/functions.ts'
import { openTriggers } from '../../../infra/local/triggers.ts'
import { declareTriggered } from '../../../lib/contract/triggered.ts'
import type { TriggeredHandler } from '../../../lib/http/invocation/triggered.ts'
import { openTableOfEnvironment } from '../../../lib/table/table.ts'

const [dataDir = '', first = '', last = ''] = process.argv.slice(2)
const writers = 4
const items = 20

const note = (file: string, number: string) => {
  appendFileSync(join(dataDir, file), `${number}\n`)
}

const declaration = declareTriggered({ id: 'tests.dispatch', trigger: 'stream', access: [] })
const handler: TriggeredHandler<'stream'> = ({ Records }) => {
  for (const { dynamodb } of Records) note('seen', String(dynamodb?.NewImage?.number?.N))
  return Promise.resolve({ batchItemFailures: [] })
}

const engine = await openDataDirForService(dataDir)
void engine.ended.then(() => process.exit(1))
Object.assign(process.env, { DYNAMODB_ENDPOINT: engine.endpoint, TABLE_NAME: 'tasks' })
const table = openTableOfEnvironment({ requestHandler: new EngineHandler() })
await createTableIfAbsent(table.client, table.name)
const functions = await loadFunctions(undefined, () => Promise.resolve(handler), [declaration.id])
const triggers = await openTriggers(engine, table, functions, [declaration])
await triggers.enableStream('prompt')
triggers.start()

async function write(from: number): Promise<void> {
  for (let number = from; number <= Number(last); number += writers) {
    const Item = { pk: 'ACCOUNT#a', sk: `TASK#${number % items}`, number } // each item has one writer
    await table.client.send(new PutCommand({ TableName: table.name, Item }))
    note('answered', String(number))
  }
}

await Promise.all(Array.from({ length: writers }, (_, writer) => write(Number(first) + writer)))
