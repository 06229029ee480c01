import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { hammer, type Hammered, type Hammering } from './hammer.ts'

/** Hammers in a thread of its own, so that what is received does not delay the clock of this one. */
export async function hammerInThread(hammering: Hammering): Promise<Hammered> {
  const worker = new Worker(new URL(import.meta.url), { workerData: hammering })
  const [hammered] = (await once(worker, 'message')) as [Hammered] // the lines below send nothing else
  return hammered
}

if (!isMainThread) parentPort?.postMessage(await hammer(workerData as Hammering)) // given above
