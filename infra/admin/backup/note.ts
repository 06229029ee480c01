import type { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'

/** The version of the format. A release that cannot read it names it in its error. */
const version = 1

/** The data about a backup itself, in a table beside the engine's own. */
const note = z.object({
  version: z.literal(version),
  /** The one moment of which all its data is. */
  taken_at: z.string(),
  /** The file demo.json, which is not in the database; null if there was none. */
  demo: z.nullable(z.string()),
})
export type Note = Omit<z.output<typeof note>, 'version'>

/** Writes the note into a copy of a database. */
export function writeNote(database: DatabaseSync, { taken_at, demo }: Note): void {
  database.exec('CREATE TABLE tasks_api_backup (version INTEGER, taken_at TEXT, demo TEXT)')
  database.prepare('INSERT INTO tasks_api_backup VALUES (?, ?, ?)').run(version, taken_at, demo)
}

/**
 * Reads the note, and takes it out of the database; undefined when there is none.
 * @throws Error of SQLite when the file is not a database; Error for an operator when another release wrote it
 */
export function takeNote(database: DatabaseSync): Note | undefined {
  const [table] = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'tasks_api_backup'").all()
  if (!table) return undefined
  const { success, data } = note.safeParse(database.prepare('SELECT * FROM tasks_api_backup').get())
  if (!success) throw new Error('A later release wrote this backup: restore it with that release.')
  database.exec('DROP TABLE tasks_api_backup')
  return data
}
