import { CreateTableCommand, ResourceInUseException } from '@aws-sdk/client-dynamodb'
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../../../lib/table/table.ts'
import { tableExists } from '../create-table.ts'

/** How far a function has read a shard. */
export interface Position {
  /** The last record that it has handled. */
  sequenceNumber?: string | undefined
  /** Whether it has read the shard to its end; an open shard has none. */
  isAtEnd?: boolean
}

const longestName = 255
const suffix = '-stream'

/**
 * How far a function has read the stream. It is in a table of its own in the same engine. So it is written as safely as
 * the records, a copy of the folder always has both, and writing it makes no record.
 */
export class Progress {
  readonly #table: Table
  readonly #functionId: string
  readonly #streamArn: string

  private constructor(table: Table, functionId: string, streamArn: string) {
    this.#table = table
    this.#functionId = functionId
    this.#streamArn = streamArn
  }

  static async open({ client, name }: Table, functionId: string, streamArn: string): Promise<Progress> {
    const own = name.slice(0, longestName - suffix.length) + suffix
    if (!(await tableExists(client, own))) {
      const creation = new CreateTableCommand({
        TableName: own,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: ['pk', 'sk'].map((key) => ({ AttributeName: key, AttributeType: 'S' })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      })
      await client.send(creation).catch((error: unknown) => {
        if (!(error instanceof ResourceInUseException)) throw error // another process has created it
      })
    }
    return new Progress({ client, name: own }, functionId, streamArn)
  }

  /** The positions in the shards that the function has begun to read. */
  async load(): Promise<Map<string, Position>> {
    const { Items = [] } = await this.#table.client.send(
      new QueryCommand({
        TableName: this.#table.name,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :reader AND begins_with(sk, :stream)',
        ExpressionAttributeValues: { ':reader': this.#functionId, ':stream': this.#keyOf('') },
      }),
    )
    return new Map(
      Items.map(({ sk, position }) => [
        String(sk).slice(this.#keyOf('').length),
        position as Position, // `save` wrote it
      ]),
    )
  }

  async save(shardId: string, position: Position): Promise<void> {
    const item = { pk: this.#functionId, sk: this.#keyOf(shardId), position }
    await this.#table.client.send(new PutCommand({ TableName: this.#table.name, Item: item }))
  }

  #keyOf(shardId: string): string {
    return `${this.#streamArn}#${shardId}`
  }
}
