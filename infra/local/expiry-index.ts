import { DatabaseSync } from 'node:sqlite'
import type { Key } from '../../lib/table/item.ts'
import { tableDefinition } from '../../lib/table/table-definition.ts'

/** How long the index waits for a write of the engine, when it is made. */
const lockTimeoutMs = 2_000

/** The most items that one query returns. */
const keysPerRead = 1_000

/** An attribute of an item, which the engine keeps as DynamoDB's JSON. */
const attribute = (name: string, type: 'S' | 'N') => `json_extract(item_json, '$.${name}.${type}')`

/** When an item expires, in seconds since 1970. */
const expiry = `CAST(${attribute(tableDefinition.ttlAttribute, 'N')} AS INTEGER)`

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * The query for items that have expired by a time. SQLite uses the index only for exactly the expression of the index.
 */
export const expiredQuery = (tableName: string): string =>
  `SELECT ${attribute('pk', 'S')} AS pk, ${attribute('sk', 'S')} AS sk ` +
  `FROM ${quoted(tableName)} WHERE ${expiry} <= ? ORDER BY ${expiry} LIMIT ${keysPerRead}`

/**
 * An index of the items that expire, in the embedded engine's file. Without it, only a Scan of the whole table finds them.
 * docs/decisions.md, "Local engine".
 */
export interface ExpiryIndex {
  /** Returns the keys of items that have expired by a time in seconds since 1970, the oldest first, but not all of many. */
  find: (bySeconds: number) => Key[]
  close: () => void
}

/**
 * Opens the index of a table. If the file has none yet, it makes the index, which reads the whole table once.
 * @returns undefined if the engine keeps its items differently; a message then says so
 */
export function openExpiryIndex(databasePath: string, tableName: string): ExpiryIndex | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(databasePath, { timeout: lockTimeoutMs })
    const found = database.prepare(`PRAGMA table_info(${quoted(tableName)})`).all()
    if (!found.some(({ name }) => name === 'item_json')) throw new Error('the engine keeps them otherwise')
    database.exec(
      `CREATE INDEX IF NOT EXISTS ${quoted(`tasks_api_expiry ${tableName}`)} ` +
        `ON ${quoted(tableName)} (${expiry}) WHERE ${expiry} IS NOT NULL`,
    )
    const query = database.prepare(expiredQuery(tableName))
    const open = database
    return {
      find: (bySeconds) => query.all(bySeconds).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
      close: () => {
        open.close()
      },
    }
  } catch (error) {
    database?.close()
    console.error(
      'tasks-api: Expired items are found by reading the whole table each minute, which is slow if it is large: ' +
        `${error instanceof Error ? error.message : String(error)}.`,
    )
    return undefined
  }
}
