import { DescribeTableCommand, UpdateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DescribeStreamCommand, type DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'

type Client = Pick<DynamoDBClient, 'send'>

/** The stream of a table with both images; undefined when it has none. */
async function findStream(client: Client, tableName: string): Promise<string | undefined> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }))
  return Table?.StreamSpecification?.StreamEnabled ? Table.LatestStreamArn : undefined
}

async function enable(client: Client, tableName: string): Promise<string | undefined> {
  const known = await findStream(client, tableName)
  if (known !== undefined) return known // a second UpdateTable would begin another stream
  const specification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const
  await client.send(new UpdateTableCommand({ TableName: tableName, StreamSpecification: specification }))
  return findStream(client, tableName)
}

/** Whether an engine has answered, if only that it does not know the operation. */
const isAnswer = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } } // the SDK's errors have it
  return error instanceof SyntaxError || $metadata?.httpStatusCode !== undefined
}

/**
 * Gives a table its stream, unless it has one. The items of a folder of an earlier release stay as they are.
 * @returns the stream's ARN; undefined when the engine has no streams
 */
export async function enableStream(
  client: Client,
  streams: Pick<DynamoDBStreamsClient, 'send'>,
  tableName: string,
): Promise<string | undefined> {
  try {
    const arn = await enable(client, tableName)
    if (arn !== undefined) await streams.send(new DescribeStreamCommand({ StreamArn: arn }))
    return arn
  } catch (error) {
    if (isAnswer(error)) return undefined
    throw error
  }
}
