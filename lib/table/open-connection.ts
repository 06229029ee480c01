import { getMany } from './read-items.ts'
import { openStorage } from './storage.ts'

/** The longest that a start waits for the table, in milliseconds. */
const patienceMs = 1_000

/** The key of an item that nobody writes. */
const noItem = { pk: 'START', sk: 'START' }

/**
 * Opens the connection to the table and reads twice. A bundle does this while its function starts (infra/bundle/start.ts):
 * Lambda gives a start a whole core, and the first request only the share that the function pays for. The first read runs all
 * code for the first time, which takes longest; the second one still spares a request more than it takes. Together they
 * take two round trips and 2 read units. It never throws: if the table is out of reach, the first request tries anew, and
 * answers for it.
 */
export async function openConnection(): Promise<void> {
  const storage = openStorage(Date.now() + patienceMs)
  try {
    for (let reads = 0; reads < 2; reads++) await getMany(storage, [noItem])
  } catch {
    // also if a variable is missing: every request then says so in the log
  }
}
