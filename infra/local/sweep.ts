import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { epochSeconds, type Item, type Key } from '../../lib/table/item.ts'
import { tableDefinition } from '../../lib/table/table-definition.ts'
import type { Table } from '../../lib/table/table.ts'
import type { ExpiryIndex } from './expiry-index.ts'

/**
 * The number of items that one Scan reads. Without a limit, the embedded engine reads the whole rest of the table for
 * each page.
 */
const itemsPerScan = 1_000

const namesOf = { '#expires': tableDefinition.ttlAttribute }

/** Finds expired items in parts, by reading every item of the table. */
async function* scan({ client, name }: Table, bySeconds: number): AsyncGenerator<Key[]> {
  let after: Item | undefined
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: name,
        ExpressionAttributeNames: namesOf,
        ExpressionAttributeValues: { ':now': bySeconds },
        FilterExpression: '#expires <= :now',
        ProjectionExpression: 'pk, sk',
        Limit: itemsPerScan,
        ExclusiveStartKey: after,
      }),
    )
    yield (page.Items ?? []).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))
    after = page.LastEvaluatedKey
  } while (after)
}

/** Deletes expired items, until the signal; returns how many it has deleted. */
async function remove(
  { client, name }: Table,
  keys: readonly Key[],
  bySeconds: number,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  for (const Key of keys) {
    if (signal?.aborted) break
    const command = new DeleteCommand({
      TableName: name,
      Key,
      // a task may have been restored since it was found
      ConditionExpression: '#expires <= :now',
      ExpressionAttributeNames: namesOf,
      ExpressionAttributeValues: { ':now': bySeconds },
    })
    removed += await client.send(command).then(
      () => 1,
      () => 0,
    )
  }
  return removed
}

/**
 * Deletes expired items, as DynamoDB's TTL does on AWS: the engine does not do this itself.
 * @param index finds them without reading the others; without it, the whole table is read
 * @param signal ends it early
 * @returns how many items it deleted
 */
export async function sweepExpired(table: Table, index?: ExpiryIndex, signal?: AbortSignal): Promise<number> {
  const nowSeconds = epochSeconds(Date.now())
  let swept = 0
  if (!index) {
    for await (const keys of scan(table, nowSeconds)) {
      if (signal?.aborted) break
      swept += await remove(table, keys, nowSeconds, signal)
    }
    return swept
  }
  let removed: number
  do {
    // what was deleted is not found again
    removed = await remove(table, index.find(nowSeconds), nowSeconds, signal)
    swept += removed
  } while (removed > 0)
  return swept
}
