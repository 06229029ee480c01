import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { databaseIn, dataIn, demoIn, explainFolder, isAlive } from '../../local/data-dir.ts'
import { onFile } from '../file-error.ts'
import { inBytes, Progress } from '../progress.ts'
import { writeWhole } from '../whole-file.ts'
import { writeNote } from './note.ts'

/** What was written. `taken_at` is the moment that all of its data shows. */
export interface Backup {
  taken_at: string
  bytes: number
}

/** 8 MiB. The copy takes its steps on a thread of its own; between them the progress is shown. */
const pagesPerStep = 2_048

/** How long a step waits for a lock, in milliseconds. */
const lockTimeoutMs = 10_000

const copyName = (pid: number | string) => `backup-${pid}.db`

/** Removes the copies that interrupted backups left, and SQLite's journals beside them. */
async function removeLeftCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid] = /^backup-(\d+)\.db(?:-journal|-wal|-shm)?$/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(dataDir, name), { force: true })
  }
}

/**
 * Copies the database as it is at one moment. The engine goes on writing meanwhile: readers and writers of a database
 * in WAL mode do not wait for each other (https://sqlite.org/wal.html). The open read transaction keeps the moment.
 * Without it, the copy would begin again after each write of the engine (https://sqlite.org/c3ref/backup_finish.html).
 * @returns the moment
 */
async function copyOfOneMoment(dataDir: string, copy: string, progress: Progress): Promise<string> {
  const source = new DatabaseSync(databaseIn(dataDir), { timeout: lockTimeoutMs })
  try {
    source.exec('BEGIN')
    const takenAt = new Date().toISOString()
    source.prepare('SELECT COUNT(*) FROM sqlite_master').get() // the first read begins the transaction
    const { page_size: pageBytes } = source.prepare('PRAGMA page_size').get() as { page_size: number } // SQLite's own row
    let copied = 0
    await backup(source, copy, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) => {
        const pages = totalPages - remainingPages
        progress.add((pages - copied) * pageBytes)
        copied = pages
      },
    })
    return takenAt
  } finally {
    source.close()
  }
}

/** Adds the note to a copy, which is one file afterwards. */
async function completeCopy(dataDir: string, copy: string, takenAt: string): Promise<void> {
  const demo = await readFile(demoIn(dataDir), 'utf8').catch(() => null)
  const database = new DatabaseSync(copy)
  try {
    database.exec('PRAGMA journal_mode = DELETE')
    writeNote(database, { taken_at: takenAt, demo })
  } finally {
    database.close()
  }
}

/**
 * Writes all data of a folder to one file, as it is at one moment, whether the service runs or not. It has every write
 * that was acknowledged before. The file is a compressed SQLite database.
 * @throws Error for an operator
 */
export async function takeBackup(dataDir: string, path: string): Promise<Backup> {
  const held = dataIn(dataDir)
  if (held === undefined) throw new Error(`There is no data in ${dataDir}. DATA_DIR names the folder.`)
  if (held.kind !== 'dynoxide')
    throw new Error(`${held.file} is a file of ${held.kind}: stop the service and copy ${dataDir} instead.`)
  const copy = join(dataDir, copyName(process.pid))
  const { size } = await stat(databaseIn(dataDir))
  const progress = new Progress(2 * size, inBytes) // it is copied, then compressed
  try {
    return await writeWhole(path, async (file) => {
      await removeLeftCopies(dataDir)
      await (await open(copy, 'wx', 0o600)).close()
      const takenAt = await copyOfOneMoment(dataDir, copy, progress)
      await completeCopy(dataDir, copy, takenAt)
      const bytes = createReadStream(copy).on('data', (chunk) => {
        progress.add(chunk.length)
      })
      // this level takes little processor time, which the service needs
      const packed = createGzip({ level: constants.Z_BEST_SPEED })
      await onFile('write', path, () =>
        pipeline(bytes, packed, (chunks: AsyncIterable<Buffer>) => file.writeFile(chunks)),
      )
      return { taken_at: takenAt, bytes: (await file.stat()).size }
    })
  } catch (error) {
    throw explainFolder(dataDir, error)
  } finally {
    progress.end()
    await rm(copy, { force: true })
  }
}
