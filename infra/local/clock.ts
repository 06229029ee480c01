import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Clock } from '../../lib/table/clock.ts'

/**
 * How far the clock may be set back, and how old the noted time may be, in ms. The change feed bears two clocks that
 * differ by the sum: lib/tasks/changes.ts.
 */
const bearableMs = 2_000
const noteEveryMs = 2_000

/** The file clock.json: the latest time that the service has seen, in ms since 1970, and the epoch. */
const note = z.object({ latestMs: z.number(), epoch: z.string() })
type Note = z.output<typeof note>

/** A broken file counts as a clock that was set back, because that is not known. */
function readNote(path: string): Note {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { latestMs: 0, epoch: '' }
  }
  try {
    return note.parse(JSON.parse(text))
  } catch {
    return { latestMs: Infinity, epoch: '' }
  }
}

/**
 * The machine's clock, with a note in the data folder that shows when it was set back, also while the service did not
 * run. The note is written only when the time is used. Stamps that never go back would need no new epoch, but then tasks
 * would have changed in the future for as long as the clock had been wrong.
 */
export function openClock(dataDir: string): Clock {
  const path = join(dataDir, 'clock.json')
  let { latestMs, epoch } = readNote(path)
  let notedMs = latestMs
  const write = () => {
    const draft = `${path}.${process.pid}`
    try {
      writeFileSync(draft, JSON.stringify({ latestMs, epoch } satisfies Note), { mode: 0o600 })
      renameSync(draft, path)
      notedMs = latestMs
    } catch {
      notedMs = -Infinity // the disk may be full, which must not end reading: the next use tries again
    }
  }
  const nowMs = () => {
    const now = Date.now()
    const isSetBack = now < latestMs - bearableMs
    if (isSetBack) epoch = String(now)
    if (isSetBack || now > latestMs) latestMs = now
    if (isSetBack || latestMs >= notedMs + noteEveryMs) write()
    return now
  }
  return {
    nowMs,
    epoch: () => {
      nowMs() // it may have been set back since
      return epoch
    },
  }
}
