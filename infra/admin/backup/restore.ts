import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import {
  claimDataDir,
  databaseIn,
  demoIn,
  explainFolder,
  findRunningEngine,
  writeJson,
  lockIn,
} from '../../local/data-dir.ts'
import { restoredIn } from '../../local/restored.ts'
import { onFile } from '../file-error.ts'
import { inBytes, Progress } from '../progress.ts'
import { sync } from '../whole-file.ts'
import { takeNote, type Note } from './note.ts'

/** The errors of what is no whole gzip file. */
const gzipErrors = ['Z_DATA_ERROR', 'Z_BUF_ERROR']

/** The error of `onlyDatabase`. */
class NoDatabase extends Error {}

/** The first bytes of a database, which tell its size (https://sqlite.org/fileformat.html#the_database_header). */
const header = { bytes: 100, magic: 'SQLite format 3\0', pageBytesAt: 16, pagesAt: 28 }

/** @returns the size in bytes of the whole database that begins like this; 0 if it is not a database */
function databaseBytes(start: Buffer): number {
  if (!start.toString('latin1').startsWith(header.magic)) return 0
  const pageBytes = start.readUInt16BE(header.pageBytesAt)
  return (pageBytes === 1 ? 65_536 : pageBytes) * start.readUInt32BE(header.pagesAt)
}

/** Passes on a database. Any other file ends with an error before it fills the disk, however large it unpacks. */
async function* onlyDatabase(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0)
  let passed = 0
  for await (const chunk of chunks) {
    if (start.length < header.bytes) start = Buffer.concat([start, chunk])
    passed += chunk.length
    if (start.length >= header.bytes && passed > databaseBytes(start)) throw new NoDatabase()
    yield chunk
  }
}

/** The database until it is whole and checked. */
const unpackedIn = (dataDir: string) => join(dataDir, 'restore.db')

/** The files that a restore writes before the folder has data. */
const unfinishedIn = (dataDir: string) => [
  unpackedIn(dataDir),
  `${unpackedIn(dataDir)}-journal`,
  demoIn(dataDir),
  restoredIn(dataDir),
]

/** @throws Error for an operator if the folder holds anything except a lock and the files of an interrupted restore */
async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // an error of Node has a code
    throw error
  })
  const isLeft = names.map((name) => join(dataDir, name)).includes(unpackedIn(dataDir))
  const left = isLeft ? unfinishedIn(dataDir) : []
  // SQLite has a journal beside its file
  const isOurs = (path: string) => path.startsWith(lockIn(dataDir)) || left.includes(path)
  if (names.every((name) => isOurs(join(dataDir, name)))) return
  const running = await findRunningEngine(dataDir)
  throw new Error(
    running
      ? `A service is using ${dataDir}: restore into an empty folder, which DATA_DIR names.`
      : `${dataDir} is not empty: restore into an empty folder, which DATA_DIR names.`,
  )
}

const damaged = (from: string, cause?: unknown) =>
  new Error(`${from} is not a complete backup of this service. It is damaged, cut off, or another file.`, {
    cause,
  })

/**
 * Unpacks a file onto the disk, readable by its owner only.
 * @throws Error for an operator about the file that is read; another error about the file that is written
 */
async function unpack(from: string, to: string): Promise<void> {
  const file = await onFile('read', from, () => open(from))
  const progress = new Progress((await file.stat()).size, inBytes)
  try {
    const packed = file.createReadStream().on('data', (chunk) => {
      progress.add(chunk.length)
    })
    const unpacked = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(packed, createGunzip(), onlyDatabase, unpacked)
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException // only these two members are read
    if (gzipErrors.includes(code) || error instanceof NoDatabase) throw damaged(from, error)
    throw syscall === 'read' ? new Error(`Cannot read ${from}: it is not a file.`, { cause: error }) : error
  } finally {
    progress.end()
    await file.close()
  }
}

/**
 * Checks the unpacked file, and turns it into a database of the service.
 * @throws Error for an operator
 */
function checkDatabase(from: string, path: string, tableName: string): Note {
  const database = new DatabaseSync(path)
  try {
    const note = takeNote(database)
    const [state] = database.prepare('PRAGMA quick_check(1)').all()
    if (!note || state?.quick_check !== 'ok') throw damaged(from)
    const tables = database.prepare('SELECT table_name FROM _tables ORDER BY table_name').all()
    const names = tables.map(({ table_name: name }) => String(name))
    if (names.includes(tableName)) return note
    throw new Error(`${from} has no table ${tableName}, but ${names.join(', ')}. TABLE_NAME names the table.`)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR' ? damaged(from, error) : error // any error may have one
  } finally {
    database.close()
  }
}

/** Puts the data of a backup into an empty folder that this process has locked. */
async function fill(from: string, dataDir: string, tableName: string): Promise<Note> {
  const unpacked = unpackedIn(dataDir)
  const removeUnfinished = async () => {
    // the database last: while its draft exists, the other files are known to come from a restore
    for (const path of unfinishedIn(dataDir).reverse()) await rm(path, { force: true })
  }
  await removeUnfinished()
  try {
    await unpack(from, unpacked)
    const note = checkDatabase(from, unpacked, tableName)
    await sync(unpacked)
    if (note.demo !== null) {
      const demo = await open(demoIn(dataDir), 'wx', 0o600)
      await demo.writeFile(note.demo)
      await demo.sync()
      await demo.close()
    }
    await writeJson(restoredIn(dataDir), { taken_at: note.taken_at })
    await rename(unpacked, databaseIn(dataDir))
    await sync(dataDir)
    return note
  } catch (error) {
    await removeUnfinished()
    throw error
  }
}

/**
 * Restores a backup into an empty or absent folder, which gets the data only when it is complete. After an error the
 * folder is as before.
 * @throws Error for an operator
 */
export async function restoreBackup(from: string, dataDir: string, tableName: string): Promise<Note> {
  const isNew = (await stat(dataDir).catch(() => undefined)) === undefined
  try {
    await refuseUnlessEmpty(dataDir)
    const release = await claimDataDir(dataDir)
    let isRestored = false
    try {
      await refuseUnlessEmpty(dataDir) // a service may have come and gone
      const note = await fill(from, dataDir, tableName)
      isRestored = true
      return note
    } finally {
      release()
      if (!isRestored) await rm(lockIn(dataDir), { force: true })
      if (!isRestored && isNew) await rmdir(dataDir)
    }
  } catch (error) {
    throw explainFolder(dataDir, error)
  }
}
