import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { accessOfEnvironment, readEnvironment } from './environment.ts'

/** A table and its client. */
export interface Table {
  name: string
  client: DynamoDBDocumentClient
  /**
   * Whether it is the embedded engine of this process, which nobody else writes to. The engine waits for the disk at each
   * write. So a batch of writes goes out as one transaction, if it is small enough for one: on AWS, that would cost twice as
   * much. And the leases of webhooks are kept in memory.
   */
  isEmbedded?: boolean
  /**
   * The most items that one query reads, and the most writes that one transaction of creates has. The embedded engine
   * does one thing at a time, so the next request waits for all of it. On AWS each query and transaction may be as
   * large as DynamoDB allows: smaller ones would cost time, and more transactions would cost money.
   */
  mostItems?: { ofQuery: number; ofTransaction: number }
}

/**
 * The timeouts and retries of every client. docs/decisions.md, "Storage client": without throwOnRequestTimeout, a
 * timeout only writes a warning.
 */
export const clientDefaults = {
  requestHandler: { connectionTimeout: 500, requestTimeout: 1500, throwOnRequestTimeout: true },
  maxAttempts: 3,
  retryMode: 'standard',
}

/** Opens a table with this service's timeouts and retries. `config` has the region or endpoint and the credentials. */
export function openTable(name: string, config: DynamoDBClientConfig): Table {
  const client = new DynamoDBClient({ ...clientDefaults, ...config })
  return {
    name,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  }
}

/**
 * Opens the table that the environment names.
 * @param config overrides the environment
 */
export function openTableOfEnvironment(config: DynamoDBClientConfig = {}): Table {
  const variables = readEnvironment()
  return openTable(variables.TABLE_NAME, {
    ...accessOfEnvironment(variables),
    ...(variables.DYNAMODB_ENDPOINT && { endpoint: variables.DYNAMODB_ENDPOINT }),
    ...config,
  })
}

let current: Table | undefined

/** The table of this process, opened at its first use. */
export const table = (): Table => (current ??= openTableOfEnvironment())

/** Sets the table of this process. The local service, the command line and the fault tests open their own. */
export const useTable = (other: Table): void => {
  current = other
}
