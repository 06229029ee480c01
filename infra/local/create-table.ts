import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb'
import { tableDefinition } from '../../lib/table/table-definition.ts'

type Client = Pick<DynamoDBClient, 'send'>

const keySchema = ({
  partitionKey,
  sortKey,
}: {
  partitionKey: string
  sortKey: string
}): KeySchemaElement[] => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  { AttributeName: sortKey, KeyType: 'RANGE' },
]

/** Whether a table of this name exists. */
export async function tableExists(client: Client, tableName: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName: tableName }))
    return true
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false
    throw error
  }
}

/**
 * Creates the table with its indexes and TTL if it is absent. Another process may create it at the same time.
 * @returns whether this call created it
 */
export async function createTableIfAbsent(client: Client, tableName: string): Promise<boolean> {
  if (await tableExists(client, tableName)) return false
  const keys = [tableDefinition, ...tableDefinition.indexes].flatMap((key) => [key.partitionKey, key.sortKey])
  const creation = client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
      KeySchema: keySchema(tableDefinition),
      GlobalSecondaryIndexes: tableDefinition.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  )
  try {
    await creation
  } catch (error) {
    if (error instanceof ResourceInUseException) return false
    throw error
  }
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { AttributeName: tableDefinition.ttlAttribute, Enabled: true },
    }),
  )
  return true
}
