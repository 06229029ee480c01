import type { DatabaseSync } from 'node:sqlite'
import type { StreamFilter, StreamFunction } from '../../../lib/contract/triggered.ts'

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

/** The condition that a record passes a filter, as `isWanted` decides it, on a row that the engine is about to insert. */
function passes({ prefix, writes, has }: StreamFilter): string {
  const sk = "json_extract(NEW.keys_json, '$.sk.S')"
  const conditions = [
    `substr(${sk}, 1, ${prefix.length}) = ${text(prefix)}`,
    `NEW.event_name IN (${writes.map(text).join(', ')})`,
    ...(has ? [`json_type(NEW.new_image, ${text(`$.${has.join('.M.')}.S`)}) = 'text'`] : []),
  ]
  return `(${conditions.join(' AND ')})`
}

const nameOf = (tableName: string) => `"tasks_api_wanted ${tableName}"`

/**
 * Lets the engine keep all records again.
 * @throws Error of SQLite
 */
export function keepAll(database: DatabaseSync, tableName: string): void {
  database.exec(`DROP TRIGGER IF EXISTS ${nameOf(tableName)}`)
}

/**
 * Lets the engine keep only those records of a table's stream that a function wants. A write of a task makes one that is
 * wanted, and each of its deliveries makes four that nobody is to read: what waits, the event, the log, the removal.
 * @throws Error of SQLite
 */
export function keepOnlyWanted(
  database: DatabaseSync,
  tableName: string,
  functions: readonly Pick<StreamFunction, 'filters'>[],
): void {
  const name = nameOf(tableName)
  const filters = functions.flatMap(({ filters: own }) => own ?? [])
  const wantAll = functions.some(({ filters: own }) => own === undefined)
  const trigger =
    `CREATE TRIGGER ${name} BEFORE INSERT ON _stream_records WHEN NEW.table_name = ${text(tableName)} ` +
    `AND COALESCE(${filters.map(passes).join(' OR ')}, FALSE) = FALSE BEGIN SELECT RAISE(IGNORE); END`
  const [found] = database
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?")
    .all(name.slice(1, -1))
  if (found?.sql === (wantAll ? undefined : trigger)) return
  // a release may want other records than the one before
  database.exec(`BEGIN IMMEDIATE; DROP TRIGGER IF EXISTS ${name}; ${wantAll ? '' : trigger}; COMMIT`)
}
