import { DeleteTableCommand, DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { createTableIfAbsent } from '../../infra/local/create-table.ts'
import { anyEngine } from '../../infra/local/engine.ts'
import { measureUnits, type EngineUnits } from './engine-units.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of this run's engine. */
    engineEndpoint: string
    /** The table that this run has created. */
    tableName: string
    /** How the engine counts capacity units. */
    engineUnits: EngineUnits
  }
}

/**
 * Provides one engine for the whole run: the one at DYNAMODB_ENDPOINT, or the embedded one in memory. Every test creates
 * its own account. The tables of the run have a common prefix, and are deleted at the end of the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = await anyEngine(process.env.DYNAMODB_ENDPOINT)
  let stopping = false
  void engine.ended.then((sentence) => {
    if (!stopping) console.error(`${sentence}\nAll tests that follow fail, because they need it.`)
  })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'local', credentials })
  const tableName = `tasks-test-${randomUUID()}`
  await createTableIfAbsent(client, tableName)
  project.provide('engineEndpoint', engine.endpoint)
  project.provide('tableName', tableName)
  project.provide('engineUnits', await measureUnits(client, tableName))
  return async () => {
    for await (const { TableNames = [] } of paginateListTables({ client }, {}))
      for (const TableName of TableNames.filter((name) => name.startsWith(tableName)))
        await client.send(new DeleteTableCommand({ TableName }))
    client.destroy()
    stopping = true
    await engine.stop()
  }
}
