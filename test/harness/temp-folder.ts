import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** A signal ends a process without its `exit` event, unless someone listens. */
function exitOn(signal: 'SIGINT' | 'SIGTERM'): void {
  process.once(signal, () => {
    const others = process.listenerCount(signal)
    if (others === 0) process.exit(128 + constants.signals[signal])
  })
}

/**
 * Makes an empty folder for temporary files. It is removed when this process ends, even after an error or Ctrl-C. In a
 * test it is removed at the end of the run: test/support/temp.global.ts.
 */
export function newTempFolder(): string {
  if (folders.length === 0) {
    process.once('exit', removeFolders)
    exitOn('SIGINT')
    exitOn('SIGTERM')
  }
  const folder = mkdtempSync(join(tmpdir(), 'tasks-api-'))
  folders.push(folder)
  return folder
}
