import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { ApiEvent } from '../../../../lib/http/types.ts'

const { DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: table } = process.env
const client = DynamoDBDocumentClient.from(new DynamoDBClient(endpoint === undefined ? {} : { endpoint }))

/** Reads one item with the document client, without token, checks or log, like a handler from a tutorial. */
export const handler = async ({ pathParameters }: ApiEvent) => {
  const id = pathParameters?.id ?? ''
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: { pk: id, sk: id } }))
  return { statusCode: 200, body: JSON.stringify({ task: Item ?? null }) }
}
