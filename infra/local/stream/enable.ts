import { DescribeTableCommand, UpdateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { ListStreamsCommand, type DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'

type Client = Pick<DynamoDBClient, 'send'>

/** The ARN of the stream of a table; undefined when it has none. */
export async function findStream(client: Client, tableName: string): Promise<string | undefined> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }))
  return Table?.StreamSpecification?.StreamEnabled ? Table.LatestStreamArn : undefined
}

/**
 * Gives a table its stream with both images, unless it has one. The items of a folder of an earlier release stay as they
 * are.
 * @returns the stream's ARN
 */
export async function enableStream(client: Client, tableName: string): Promise<string> {
  const known = await findStream(client, tableName)
  if (known !== undefined) return known // a second UpdateTable would begin another stream
  const specification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const
  await client.send(new UpdateTableCommand({ TableName: tableName, StreamSpecification: specification }))
  const arn = await findStream(client, tableName)
  if (arn === undefined) throw new Error('The engine has not given the table a stream.')
  return arn
}

/** Whether an engine has answered, if only that it does not know the operation. */
const isAnswer = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } } // the SDK's errors have it
  return error instanceof SyntaxError || $metadata?.httpStatusCode !== undefined
}

/** Whether an engine has DynamoDB Streams. */
export async function hasStreams(streams: Pick<DynamoDBStreamsClient, 'send'>): Promise<boolean> {
  try {
    await streams.send(new ListStreamsCommand({}))
    return true
  } catch (error) {
    if (isAnswer(error)) return false
    throw error
  }
}
