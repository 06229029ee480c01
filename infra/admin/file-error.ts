const reasons: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'not allowed',
  EPERM: 'not allowed',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'the disk is full',
  EROFS: 'it cannot be written to',
}

/** Runs work on a file. Its errors become one sentence for an operator, such as `Cannot read x: no such file or folder.` */
export async function onFile<T>(doing: 'read' | 'write', path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // any error has these, or not
    if (typeof code !== 'string') throw error
    throw new Error(`Cannot ${doing} ${path}: ${reasons[code] ?? message}.`, { cause: error })
  }
}
