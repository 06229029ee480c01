import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/**
 * Takes a folder for this process. The lock is one of the kernel's, by way of SQLite: of several processes one gets it,
 * and it ends with its process, however that ends. So there is nothing to tidy up, and no moment to do it wrongly.
 * @returns what gives the folder back; undefined when another process has it
 * @throws Error of SQLite's: there can be no lock file
 */
export function claimFolder(dataDir: string): (() => void) | undefined {
  const path = join(dataDir, 'service.lock')
  const lock = new DatabaseSync(path)
  try {
    // "immediate" takes one lock, where "exclusive" takes two, and two processes may each end with half of that;
    // nothing is ever written, so there is no need of a journal
    lock.exec('PRAGMA journal_mode = OFF; BEGIN IMMEDIATE')
    chmodSync(path, 0o600)
  } catch (error) {
    lock.close()
    const { errcode } = error as { errcode?: unknown } // what is thrown here is an Error; SQLite's have a code
    if (errcode === sqliteBusy) return undefined
    throw error
  }
  return () => {
    lock.close()
  }
}
