import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { StreamFunction, StreamFilter } from '../../../lib/contract/triggered.ts'

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
function keepAll(database: DatabaseSync, tableName: string): void {
  database.exec(`DROP TRIGGER IF EXISTS ${nameOf(tableName)}`)
}

/**
 * Lets the engine keep only those records of a table's stream that a function wants. A write of a task makes one such
 * record, and each of its deliveries makes four that nobody reads: the waiting entry, the event, the log and the
 * removal.
 * @throws Error of SQLite
 */
function keepOnlyWanted(
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
  // this release may want other records than the previous one
  database.exec(`BEGIN IMMEDIATE; DROP TRIGGER IF EXISTS ${name}; ${wantAll ? '' : trigger}; COMMIT`)
}

/** How long a deletion waits for a write of the engine. */
const lockTimeoutMs = 2_000
const sqliteBusy = 5

const columns = ['table_name', 'sequence_number', 'event_name', 'keys_json', 'new_image']

/** The engine's own expression: an index serves a query only if both have the same one. */
const sequence = 'CAST(sequence_number AS INTEGER)'

/** The query by which the engine numbers the record of each write. */
export const nextNumberQuery = `SELECT COALESCE(MAX(${sequence}), 0) + 1 FROM _stream_records WHERE table_name = ?`

/**
 * Deletes records of the stream that have been handled, lets the engine keep only those that a function wants, and
 * gives its table an index. The embedded engine does none of this itself. Without the index each write reads all
 * records of the stream: with 1,500 of them it takes three times as long. docs/decisions.md, "Local engine".
 */
export class Trimmer {
  readonly #tableName: string
  readonly #handled: Map<string, bigint | undefined>
  #database: DatabaseSync | undefined
  #deletion: StatementSync | undefined
  #due: bigint | undefined
  readonly #readers: readonly StreamFunction[]
  #isPrepared = false

  /** @param readers the functions that read the stream: records that all of them have handled are deleted */
  constructor(databasePath: string, tableName: string, readers: readonly StreamFunction[]) {
    this.#tableName = tableName
    this.#readers = readers
    this.#handled = new Map(readers.map(({ id }) => [id, undefined]))
    this.#attempt(() => {
      this.#database = new DatabaseSync(databasePath, { timeout: lockTimeoutMs })
      // a deletion that a power failure undoes is repeated, so it need not wait for the disk
      this.#database.exec('PRAGMA synchronous = NORMAL')
      const found = this.#database.prepare('PRAGMA table_info(_stream_records)').all()
      const names = found.map(({ name }) => name)
      if (!columns.every((column) => names.includes(column))) {
        keepAll(this.#database, tableName) // an earlier engine may have left a trigger that does not know these columns
        throw new Error('the engine keeps them otherwise')
      }
      this.#deletion = this.#database.prepare(
        `DELETE FROM _stream_records WHERE table_name = ? AND ${sequence} < ?`,
      )
    })
    this.#prepare()
  }

  /** Gives the engine's table the index and the trigger, unless it has them. */
  #prepare(): void {
    this.#attempt(() => {
      if (!this.#database) return
      this.#database.exec(
        `CREATE INDEX IF NOT EXISTS tasks_api_sequence ON _stream_records (table_name, ${sequence})`,
      )
      keepOnlyWanted(this.#database, this.#tableName, this.#readers)
      this.#isPrepared = true
    })
  }

  /** Records the last record that a reader has handled, and deletes the ones before it. */
  trim(reader: string, sequenceNumber: string): void {
    this.#handled.set(reader, BigInt(sequenceNumber))
    const all = [...this.#handled.values()]
    // a reader that has handled nothing yet still needs them all
    const known = all.filter((one) => one !== undefined)
    this.#due =
      known.length < all.length ? undefined : known.reduce((least, one) => (one < least ? one : least))
    this.retry()
  }

  /** Repeats what an earlier call could not do because the engine was writing. */
  retry(): void {
    if (!this.#isPrepared) this.#prepare()
    const due = this.#due
    if (due === undefined) return
    this.#attempt(() => {
      // the newest row stays: the engine derives the next number from it
      this.#deletion?.run(this.#tableName, due)
      this.#due = undefined
    })
  }

  #attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      const { errcode, message } = error as Error & { errcode?: number } // SQLite's errors have a code
      if (errcode === sqliteBusy) return
      this.close()
      console.error(
        `tasks-api: The records of changes are not trimmed, so writes will become slower: ${message}.`,
      )
    }
  }

  close(): void {
    this.#deletion = undefined
    this.#database?.close()
    this.#database = undefined
  }
}
