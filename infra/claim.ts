import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/**
 * Locks a file for this process, and makes it if there is none. SQLite takes a lock of the kernel, which only one process
 * can hold, and which ends with its process, even after a crash. So no stale lock ever has to be removed.
 * @returns a function that unlocks the file; undefined when another process has locked it
 * @throws Error of SQLite, when the lock file cannot be created
 */
export function claim(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path)
  try {
    // IMMEDIATE takes one lock. EXCLUSIVE would take two, and two processes might get one each.
    // Nothing is ever written, so no journal is needed.
    lock.exec('PRAGMA journal_mode = OFF; BEGIN IMMEDIATE')
    chmodSync(path, 0o600)
  } catch (error) {
    lock.close()
    const { errcode } = error as { errcode?: unknown } // only errors are thrown here; those of SQLite have a code
    if (errcode === sqliteBusy) return undefined
    throw error
  }
  return () => {
    lock.close()
  }
}
