import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { TestProject } from 'vitest/node'
import { createTableIfAbsent } from '../../infra/local/create-table.ts'
import { startEngine } from '../../infra/local/engine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the engine of this run answers. */
    engineEndpoint: string
  }
}

export const testTableName = 'tasks-test'

/** One engine in memory for the whole run; every test makes an account of its own on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = await startEngine()
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'local', credentials })
  await createTableIfAbsent(client, testTableName)
  client.destroy()
  project.provide('engineEndpoint', engine.endpoint)
  return engine.stop
}
