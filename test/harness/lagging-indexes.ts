import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { IndexName } from '../../lib/contract/endpoint.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { accountPartition, type Item, type Key } from '../../lib/table/item.ts'
import { createTableIfAbsent } from '../../infra/local/create-table.ts'

/** A written item, or undefined if it was deleted, and the time at which the indexes show it. */
interface LateWrite {
  key: Key
  item: Item | undefined
  dueMs: number
}

/** The parts of a request that are used here: all four kinds of write, and queries of an index. */
interface TableRequest {
  TableName?: string
  IndexName?: string
  ExpressionAttributeValues?: Record<string, { S?: string }>
  Item?: MarshalledKey
  Key?: MarshalledKey
  TransactItems?: Record<string, { Item?: MarshalledKey; Key?: MarshalledKey }>[]
}

interface MarshalledKey {
  pk: { S: string }
  sk: { S: string }
}

const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']

/** Returns the keys of a write, including those of condition checks in a transaction. */
function keysOf({ Item, Key, TransactItems = [] }: TableRequest): Key[] {
  const parts = [{ Item, Key }, ...TransactItems.flatMap((part) => Object.values(part))]
  return parts.flatMap((part) => {
    const key = part.Item ?? part.Key
    return key ? [{ pk: key.pk.S, sk: key.sk.S }] : []
  })
}

async function allOf({ name, client }: Table, partition: string): Promise<Item[]> {
  const items: Item[] = []
  let after: Item | undefined
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: name,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :partition',
        ExpressionAttributeValues: { ':partition': partition },
        ExclusiveStartKey: after,
      }),
    )
    items.push(...(page.Items ?? []))
    after = page.LastEvaluatedKey
  } while (after)
  return items
}

/** What lags, and how much: an account's part of one index, or of all. */
export interface Lag {
  accountId: string
  delayMs: number
  index?: IndexName | undefined
}

/**
 * Delays one account's indexes, because DynamoDB's indexes are eventually consistent, each by itself. A second table in the same engine
 * gets each write after a delay. It answers the queries of an index, so the engine itself evaluates conditions, filters
 * and pages.
 */
export class LaggingIndexes {
  readonly #table: Table
  readonly #late: Table
  readonly #partition: string
  readonly #delayMs: number
  readonly #index: IndexName | undefined
  readonly #waiting: LateWrite[] = []
  /** Reads and delayed writes run one after the other, so that no item appears older than before. */
  #work: Promise<unknown> = Promise.resolve()

  private constructor(table: Table, late: Table, { accountId, delayMs, index }: Lag) {
    this.#table = table
    this.#late = late
    this.#partition = accountPartition(accountId)
    this.#delayMs = delayMs
    this.#index = index
  }

  /** Copies the account as it is now. */
  static async open({ name, client }: Table, lag: Lag): Promise<LaggingIndexes> {
    const { endpoint, region, credentials } = client.config
    // bypass the tap: these exchanges are not the service's
    const open = (tableName: string) =>
      openTable(tableName, { ...(endpoint && { endpoint }), region, credentials })
    const [table, late] = [open(name), open(`${name}-late`)]
    const indexes = new LaggingIndexes(table, late, lag)
    await createTableIfAbsent(late.client, late.name)
    for (const { pk, sk } of await allOf(late, indexes.#partition)) {
      await late.client.send(new DeleteCommand({ TableName: late.name, Key: { pk, sk } }))
    }
    for (const item of await allOf(table, indexes.#partition)) {
      await late.client.send(new PutCommand({ TableName: late.name, Item: item }))
    }
    return indexes
  }

  /** Returns the body to send to the engine. A query of a delayed index of the account is sent to the delayed table. */
  async redirect(operation: string, body: string): Promise<string> {
    if (operation !== 'Query') return body
    const request = JSON.parse(body) as TableRequest // the SDK has made it
    const values = Object.values(request.ExpressionAttributeValues ?? {})
    const ours = values.some(({ S = '' }) => `${S}#`.startsWith(`${this.#partition}#`))
    const isLate = this.#index === undefined || request.IndexName === this.#index
    if (request.IndexName === undefined || !isLate || !ours) return body
    await this.#next(() => this.#applyDue())
    return JSON.stringify({ ...request, TableName: this.#late.name })
  }

  /** Records the items that a completed write has changed. */
  async record(operation: string, body: string): Promise<void> {
    if (!writes.includes(operation)) return
    const keys = keysOf(JSON.parse(body) as TableRequest) // the SDK has made it
    await this.#next(async () => {
      for (const key of keys.filter(({ pk }) => pk === this.#partition)) {
        const { name, client } = this.#table
        const { Item: item } = await client.send(
          new GetCommand({ TableName: name, Key: key, ConsistentRead: true }),
        )
        this.#waiting.push({ key, item, dueMs: Date.now() + this.#delayMs })
      }
    })
  }

  /** Closes the connections once they are idle. */
  close(): void {
    void this.#next(() => {
      this.#table.client.destroy()
      this.#late.client.destroy()
    })
  }

  #next<T>(act: () => T | Promise<T>): Promise<T> {
    const result = this.#work.then(act)
    this.#work = result.catch(() => undefined) // the caller gets the error from the result
    return result
  }

  async #applyDue(): Promise<void> {
    const { name, client } = this.#late
    for (let [next] = this.#waiting; next && next.dueMs <= Date.now(); [next] = this.#waiting) {
      const { key, item } = next
      if (item) await client.send(new PutCommand({ TableName: name, Item: item }))
      else await client.send(new DeleteCommand({ TableName: name, Key: key }))
      this.#waiting.shift()
    }
  }
}
