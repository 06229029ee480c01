import { DeleteCommand, ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { epochSeconds, type Item } from '../../lib/store/item.ts'
import { tableDefinition } from '../../lib/store/table-definition.ts'

/**
 * Deletes expired items, as DynamoDB's TTL does on AWS: the engine does not do this itself.
 * @returns how many items it deleted
 */
export async function sweepExpired(client: DynamoDBDocumentClient, tableName: string): Promise<number> {
  const expired = {
    ExpressionAttributeNames: { '#expires': tableDefinition.ttlAttribute },
    ExpressionAttributeValues: { ':now': epochSeconds(Date.now()) },
  }
  let swept = 0
  let after: Item | undefined
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: tableName,
        ...expired,
        FilterExpression: '#expires <= :now',
        ProjectionExpression: 'pk, sk',
        ExclusiveStartKey: after,
      }),
    )
    for (const { pk, sk } of page.Items ?? []) {
      // a task may have been restored since the scan
      const condition = 'attribute_not_exists(pk) OR #expires <= :now'
      const command = new DeleteCommand({
        TableName: tableName,
        ...expired,
        Key: { pk: String(pk), sk: String(sk) },
        ConditionExpression: condition,
      })
      swept += await client.send(command).then(
        () => 1,
        () => 0,
      )
    }
    after = page.LastEvaluatedKey
  } while (after)
  return swept
}
