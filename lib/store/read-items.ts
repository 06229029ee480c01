import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Item, Key } from './item.ts'
import { backOff, countUnits, send, serviceUnavailable } from './send.ts'
import type { Storage } from './storage.ts'
import { table } from './table.ts'
import { triedItem } from './tried.ts'
import type { IndexName } from '../contract/endpoint.ts'

/** Reads one item. The read is strongly consistent, so a caller sees its own write; in a dry run, what it would be. */
export async function get(storage: Storage, key: Key): Promise<Item | undefined> {
  const tried = triedItem(storage.tried, key)
  if (tried) return tried
  const { name, client } = table()
  const command = new GetCommand({ TableName: name, Key: key, ConsistentRead: true, ...countUnits })
  return (await send(storage, 'read', (options) => client.send(command, options))).Item
}

/**
 * Reads up to 100 items in one round trip, strongly consistent. Absent items are left out, and the order of the result
 * is undefined. Keys that DynamoDB leaves unprocessed because it is busy are requested again after a pause.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
 * @throws ApiError service_unavailable when keys are still unprocessed at the deadline
 */
export async function getMany(storage: Storage, keys: Key[]): Promise<Item[]> {
  const { name, client } = table()
  const items: Item[] = []
  let rest = keys
  for (let tries = 1; ; tries++) {
    const command = new BatchGetCommand({
      RequestItems: { [name]: { Keys: rest, ConsistentRead: true } },
      ...countUnits,
    })
    const { Responses, UnprocessedKeys } = await send(storage, 'read', (options) =>
      client.send(command, options),
    )
    items.push(...(Responses?.[name] ?? []))
    rest = (UnprocessedKeys?.[name]?.Keys ?? []) as Key[] // they are some of the keys that we sent
    if (rest.length === 0) return items
    if (!(await backOff(storage, tries))) throw serviceUnavailable()
  }
}

export interface QueryOptions {
  index?: IndexName
  condition: string
  values: Item
  names?: Record<string, string> | undefined
  filter?: string | undefined
  limit?: number
  descending?: boolean
  after?: Item | undefined
}

/** Reads one page of a partition, in key order. It is strongly consistent on the table, but not on an index. */
export async function query(
  storage: Storage,
  { index, condition, values, names, filter, limit, descending = false, after }: QueryOptions,
): Promise<{ items: Item[]; last: Item | undefined }> {
  const { name, client } = table()
  const command = new QueryCommand({
    TableName: name,
    IndexName: index,
    ConsistentRead: index === undefined,
    KeyConditionExpression: condition,
    ExpressionAttributeValues: values,
    ExpressionAttributeNames: names,
    FilterExpression: filter,
    Limit: limit,
    ScanIndexForward: !descending,
    ExclusiveStartKey: after,
    ...countUnits,
  })
  const { Items = [], LastEvaluatedKey } = await send(storage, 'read', (options) =>
    client.send(command, options),
  )
  return { items: Items, last: LastEvaluatedKey }
}

/** Reads all pages of a query. */
export async function queryAll(
  storage: Storage,
  options: Omit<QueryOptions, 'limit' | 'after'>,
): Promise<Item[]> {
  const items: Item[] = []
  let after: Item | undefined
  do {
    const page = await query(storage, { ...options, after })
    items.push(...page.items)
    after = page.last
  } while (after)
  return items
}
