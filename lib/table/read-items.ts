import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { partsOf } from './in-parallel.ts'
import type { Item, Key } from './item.ts'
import { backOff, countUnits, send, serviceUnavailable } from './send.ts'
import type { Storage } from './storage.ts'
import { table } from './table.ts'
import { dryRunItem } from './dry-run-items.ts'
import type { IndexName } from '../contract/endpoint.ts'

/** Reads one item. The read is strongly consistent, so a caller sees its own write; in a dry run, what it would be. */
export async function get(storage: Storage, key: Key): Promise<Item | undefined> {
  const own = dryRunItem(storage.dryRunItems, key)
  if (own) return own
  const { name, client } = table()
  const command = new GetCommand({ TableName: name, Key: key, ConsistentRead: true, ...countUnits })
  return (await send(storage, 'read', (options) => client.send(command, options))).Item
}

/**
 * Reads up to 100 items in one round trip, strongly consistent. Absent items are left out, and the order of the result
 * is undefined. `rest` are the keys that DynamoDB leaves unprocessed because it is busy.
 * @param projection the attributes to return; all if it is not given
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html
 */
export async function getSome(
  storage: Storage,
  keys: Key[],
  projection?: string,
): Promise<{ items: Item[]; rest: Key[] }> {
  const { name, client } = table()
  const command = new BatchGetCommand({
    RequestItems: { [name]: { Keys: keys, ConsistentRead: true, ProjectionExpression: projection } },
    ...countUnits,
  })
  const { Responses, UnprocessedKeys } = await send(storage, 'read', (options) =>
    client.send(command, options),
  )
  // those unprocessed are some of the keys that we sent
  return { items: Responses?.[name] ?? [], rest: (UnprocessedKeys?.[name]?.Keys ?? []) as Key[] }
}

/**
 * The same as `getSome`. Keys that DynamoDB leaves unprocessed are requested again after a pause.
 * @throws ApiError service_unavailable when keys are still unprocessed at the deadline
 */
export async function getMany(storage: Storage, keys: Key[], projection?: string): Promise<Item[]> {
  const found: Item[] = []
  let left = keys
  for (let tries = 1; ; tries++) {
    const { items, rest } = await getSome(storage, left, projection)
    found.push(...items)
    if (rest.length === 0) return found
    left = rest
    if (!(await backOff(storage, tries))) throw serviceUnavailable()
  }
}

/** The most keys that one BatchGetItem takes. */
const keysPerRead = 100

/** The same for any number of keys, up to 100 in a round trip, one after the other. */
export async function getAll(storage: Storage, keys: readonly Key[], projection?: string): Promise<Item[]> {
  const found: Item[] = []
  for (const part of partsOf(keys, keysPerRead)) found.push(...(await getMany(storage, part, projection)))
  return found
}

/**
 * The default for the most items that one query reads. On AWS a query ends after 1 MiB, which is about as many of the
 * smallest items. The embedded engine first loads all that a query may read, so without a limit it would load the whole
 * rest of a partition for each MiB. docs/decisions.md, "Local engine".
 */
const maxItemsPerQuery = 2_500

/**
 * The condition of the items of a partition whose sort key begins with a prefix. It is a range, and not `begins_with`: for
 * that, the embedded engine compares each sort key of the partition, so of each task of an account.
 * docs/decisions.md, "Local engine".
 */
export const withPrefix = (partition: string, prefix: string) => ({
  condition: 'pk = :partition AND sk BETWEEN :first AND :last',
  // the tilde sorts after all that our sort keys consist of
  values: { ':partition': partition, ':first': prefix, ':last': `${prefix}~` },
})

export interface QueryOptions {
  index?: IndexName
  condition: string
  values: Item
  names?: Record<string, string> | undefined
  filter?: string | undefined
  /** The attributes to return; all if it is not given. */
  projection?: string
  limit?: number
  descending?: boolean
  after?: Item | undefined
}

/**
 * Reads one page of a partition, in key order, of at most `limit` items. It is strongly consistent on the table, but not on an
 * index. `scanned` are the items that it read, with those that the filter left out.
 */
export async function query(
  storage: Storage,
  {
    index,
    condition,
    values,
    names,
    filter,
    projection,
    limit = maxItemsPerQuery,
    descending = false,
    after,
  }: QueryOptions,
): Promise<{ items: Item[]; scanned: number; last: Item | undefined }> {
  const { name, client } = table()
  const command = new QueryCommand({
    TableName: name,
    IndexName: index,
    ConsistentRead: index === undefined,
    KeyConditionExpression: condition,
    ExpressionAttributeValues: values,
    ExpressionAttributeNames: names,
    FilterExpression: filter,
    ProjectionExpression: projection,
    Limit: limit,
    ScanIndexForward: !descending,
    ExclusiveStartKey: after,
    ...countUnits,
  })
  const {
    Items = [],
    ScannedCount = 0,
    LastEvaluatedKey,
  } = await send(storage, 'read', (options) => client.send(command, options))
  return { items: Items, scanned: ScannedCount, last: LastEvaluatedKey }
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
