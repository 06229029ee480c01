import { QueryCommand, TransactWriteItemsCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'

/**
 * How an engine counts capacity units: as AWS documents it, or as Amazon's DynamoDB Local does (measured on 1.25.1).
 * AWS: a transaction's write takes 2 units per KB of the item and 1 per KB of each index entry that it writes; a Query
 * that finds nothing takes the units of 4 KB. DynamoDB Local: 4 per KB, both of item and of entry, and of
 * a transaction's writes that take the same only one; nothing.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
export type EngineUnits = 'aws' | 'dynamodb-local'

/** The units that each engine counts for the probe: the item, its entry in one index, and the Query without results. */
const probed: Record<EngineUnits, readonly number[]> = {
  aws: [2, 1, 0.5],
  'dynamodb-local': [4, 4, 0],
}

export interface Consumption {
  CapacityUnits?: number
  Table?: { CapacityUnits?: number }
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>
}

export const unitsOf = ({ CapacityUnits = 0 }: { CapacityUnits?: number | undefined } = {}) => CapacityUnits

/**
 * Detects how an engine counts capacity units.
 * @throws Error if it counts in an unknown way
 */
export async function measureUnits(client: DynamoDBClient, tableName: string): Promise<EngineUnits> {
  const detailed = { ReturnConsumedCapacity: 'INDEXES' } as const
  const key = { S: randomUUID() } // writing an existing item takes other units
  const Item = { pk: key, sk: key, list_pk: key, list_sk: key }
  const written = await client.send(
    new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName: tableName, Item } }], ...detailed }),
  )
  const nothing = await client.send(
    new QueryCommand({
      ...{ TableName: tableName, IndexName: 'list', KeyConditionExpression: 'list_pk = :none' },
      ...{ ExpressionAttributeValues: { ':none': { S: 'NONE' } }, ...detailed },
    }),
  )
  const put = written.ConsumedCapacity?.[0]
  const counted = [put?.Table, put?.GlobalSecondaryIndexes?.list, nothing.ConsumedCapacity].map(unitsOf)
  if (String(counted) === String(probed.aws)) return 'aws'
  if (String(counted) === String(probed['dynamodb-local'])) return 'dynamodb-local'
  throw new Error(
    `This engine counts ${counted.join(', ')} units where AWS counts ${probed.aws.join(', ')}: ` +
      'say how it counts in test/support/engine-units.ts.',
  )
}
