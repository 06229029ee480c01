import { mkdirSync } from 'node:fs'

/** Makes a folder that only one worker can make; false if it is there. */
export function take(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}
