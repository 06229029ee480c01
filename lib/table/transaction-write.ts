import type { Item, Key } from './item.ts'

/** A condition expression, its values, and its names where they are needed. */
export interface Condition {
  ConditionExpression: string
  ExpressionAttributeValues?: Item
  ExpressionAttributeNames?: Record<string, string>
}

export type PutWrite = { Item: Item } & Partial<Condition>
export type UpdateWrite = { Key: Key; UpdateExpression: string } & Partial<Condition>

/** A write of a transaction that writes nothing. */
export interface Check {
  ConditionCheck: { Key: Key } & Condition
}

/** One write of a transaction. */
export type TransactionWrite =
  { Put: PutWrite } | { Update: UpdateWrite } | { Delete: { Key: Key } & Partial<Condition> } | Check

/** A condition that is always met. A ConditionCheck must have one. */
const always = 'attribute_exists(pk) OR attribute_not_exists(pk)'

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) }) // every item has both, as texts

/** The key of the item that a write writes or checks. */
export function keyOfWrite(write: TransactionWrite): Key {
  if ('Put' in write) return keyOf(write.Put.Item)
  if ('Update' in write) return write.Update.Key
  return 'Delete' in write ? write.Delete.Key : write.ConditionCheck.Key
}

/** The entries whose names a condition mentions: DynamoDB refuses a command with others. */
const usedIn = <V>(condition: string, entries: Record<string, V> = {}): Record<string, V> | undefined => {
  const mentioned = new Set(condition.match(/[:#]\w+/g))
  const used = Object.entries(entries).filter(([name]) => mentioned.has(name))
  return used.length > 0 ? Object.fromEntries(used) : undefined
}

/**
 * Turns a write of a transaction into a check of its condition, so that a dry run is refused exactly when the write
 * would be. The check writes nothing.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConditionCheck.html
 */
export function asCheck(write: TransactionWrite): Check {
  if ('ConditionCheck' in write) return write
  const own = 'Put' in write ? write.Put : 'Update' in write ? write.Update : write.Delete
  const condition = own.ConditionExpression ?? always
  const names = usedIn(condition, own.ExpressionAttributeNames)
  const values = usedIn(condition, own.ExpressionAttributeValues)
  return {
    ConditionCheck: {
      Key: keyOfWrite(write),
      ConditionExpression: condition,
      ...(names && { ExpressionAttributeNames: names }),
      ...(values && { ExpressionAttributeValues: values }),
    },
  }
}
