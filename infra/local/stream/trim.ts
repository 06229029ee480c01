import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** How long a deletion waits for a write of the engine. */
const lockTimeoutMs = 2_000
const sqliteBusy = 5

const columns = ['table_name', 'sequence_number']

/**
 * Deletes records of the stream that have been handled. The embedded engine never does, and each of its writes reads
 * all records of the stream: with 15,000 of them it is three times slower. docs/architecture.md, "Local engine".
 */
export class Trimmer {
  readonly #tableName: string
  readonly #handled: Map<string, bigint | undefined>
  #database: DatabaseSync | undefined
  #deletion: StatementSync | undefined
  #due: bigint | undefined

  /** @param readers the functions that read the stream: what all of them have handled is deleted */
  constructor(databasePath: string, tableName: string, readers: readonly string[]) {
    this.#tableName = tableName
    this.#handled = new Map(readers.map((reader) => [reader, undefined]))
    this.#attempt(() => {
      this.#database = new DatabaseSync(databasePath, { timeout: lockTimeoutMs })
      // a deletion that a power failure undoes is repeated, so it need not wait for the disk
      this.#database.exec('PRAGMA synchronous = NORMAL')
      const found = this.#database.prepare('PRAGMA table_info(_stream_records)').all()
      const names = found.map(({ name }) => name)
      if (!columns.every((column) => names.includes(column)))
        throw new Error('the engine keeps them otherwise')
      this.#deletion = this.#database.prepare(
        'DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ?',
      )
    })
  }

  /** Takes note of the last record that a reader has handled, and deletes the ones before it. */
  trim(reader: string, sequenceNumber: string): void {
    this.#handled.set(reader, BigInt(sequenceNumber))
    const all = [...this.#handled.values()]
    // a reader that has handled nothing yet still needs them all
    const known = all.filter((one) => one !== undefined)
    this.#due =
      known.length < all.length ? undefined : known.reduce((least, one) => (one < least ? one : least))
    this.retry()
  }

  /** Deletes what an earlier call could not, because the engine was writing. */
  retry(): void {
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
