import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { readJson, writeJson } from '../local/data-dir.ts'
import { readStorageSettings } from '../local/settings.ts'

/** How many deliveries are kept to be sent again. */
const keptDeliveries = 20

const session = z.object({
  pid: z.int(),
  /** The receiver; absent if events are only printed. */
  target: z.optional(z.string()),
  /** What signs the events. */
  secret: z.string(),
  /** The last deliveries, the newest last. Each has the number that was printed with it. */
  deliveries: z.array(z.object({ number: z.int(), body: z.string() })),
})

/** What `trigger` and `resend` know about the command that listens: a file in the data folder, as long as it listens. */
type Session = z.output<typeof session>
type KeptDelivery = Session['deliveries'][number]

const pathIn = (dataDir: string) => join(dataDir, 'listen.json')

/** The file of the process that listens. */
export interface SessionFile {
  /** Keeps a delivery. */
  keep: (delivery: KeptDelivery) => Promise<void>
  /** Removes the file. */
  close: () => Promise<void>
}

/** Writes the session of this process. Of two that listen, `trigger` and `resend` know the one that began last. */
export async function openSession(
  { target, secret }: { target: string | undefined; secret: string },
  dataDir = readStorageSettings().dataDir,
): Promise<SessionFile> {
  const path = pathIn(dataDir)
  const own: Session = { pid: process.pid, ...(target !== undefined && { target }), secret, deliveries: [] }
  await mkdir(dataDir, { recursive: true, mode: 0o700 }) // there is none if the service is elsewhere
  let written = writeJson(path, own)
  await written
  return {
    keep: (delivery) => {
      own.deliveries = [...own.deliveries, delivery].slice(-keptDeliveries)
      written = written.then(() => writeJson(path, own)) // deliveries may arrive at the same time
      return written
    },
    close: async () => {
      await written
      if ((await readJson(path, session))?.pid === process.pid) await rm(path, { force: true })
    },
  }
}

/** The session of the command that listens; undefined if none does. */
export const findSession = (dataDir = readStorageSettings().dataDir): Promise<Session | undefined> =>
  readJson(pathIn(dataDir), session)
