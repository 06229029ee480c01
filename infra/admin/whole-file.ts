import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { onFile } from './file-error.ts'

/** @throws Error for an operator */
async function refuseTaken(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) throw new Error(`Cannot write ${path}: it is a folder.`)
  if (found) throw new Error(`Cannot write ${path}: there is a file of that name.`)
}

/** Waits until a file, or the names in a folder, are on the disk. */
export async function sync(path: string): Promise<void> {
  const opened = await open(path)
  await opened.sync().finally(() => opened.close())
}

/**
 * Writes a file, only readable by its owner. It never replaces another file. It gets its name only when it is complete
 * and on the disk; until then it has a temporary name, and after an error it is removed.
 * @throws Error for an operator
 */
export async function writeWhole<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  await refuseTaken(path)
  const partial = `${path}.partial-${randomUUID()}`
  const file = await onFile('write', path, () => open(partial, 'wx', 0o600))
  try {
    const result = await write(file)
    await refuseTaken(path)
    await onFile('write', path, async () => {
      await file.sync()
      await file.close()
      await rename(partial, path)
      await sync(dirname(path))
    })
    return result
  } catch (error) {
    await file.close()
    await rm(partial, { force: true })
    throw error
  }
}
