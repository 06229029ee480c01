import type { ApiEvent } from '../../../lib/http/types.ts'
import type { Built } from './build.ts'
import { runProbe, type ProbeTable } from './run-probe.ts'
import { makeSample } from '../sample.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleRequest } from '../sample-requests.ts'

/** One sample of a bundle, in milliseconds. */
export interface Times {
  /** The start of its function, with a whole core. */
  startMs: number
  /** The first request, with a share of a core. */
  requestMs: number
}

/** The measurements of one bundle, with one sample per run. */
export interface Series {
  bundle: Built
  samples: { own: Times; plain: Times }[]
}

/** The plain handler runs again after this many bundles, so that other load on the machine affects both. */
const plainEvery = 3

/** What to measure with. */
export interface Measuring {
  /** The measuring program. */
  probe: string
  table: ProbeTable
  /** When the round trips to the table began, in milliseconds since 1970: tls-front.ts. */
  roundTrips: number[]
  /** How long the table takes for a round trip. */
  answerMs: number
  /** The share of a core that a request gets. */
  share: number
}

/**
 * Starts one bundle. The times are computed of the processor time and the round trips, which other work on this machine
 * changes little.
 * @throws Error if a bundle's answer is not the expected one
 */
async function start({ probe, table, share, ...engine }: Measuring, bundle: Built): Promise<Times> {
  const { secret, ids } = await makeSample() // a sample for each call, because some functions delete what others need
  const request = sampleRequest(bundle.functionId, ids)
  const event: ApiEvent = sampleEvent(bundle.functionId, request, secret)
  engine.roundTrips.length = 0
  const { startCpuMs, startedMs, requestCpuMs, status, body } = await runProbe(probe, bundle, event, table)
  if (status !== request.status) throw new Error(`${bundle.id} answered ${String(status)}: ${String(body)}`)
  const inStart = engine.roundTrips.filter((beganMs) => beganMs < startedMs).length
  return {
    startMs: startCpuMs + inStart * engine.answerMs,
    requestMs: requestCpuMs / share + (engine.roundTrips.length - inStart) * engine.answerMs,
  }
}

/** Measures bundles in turn, once in each run, each against the plain handler next to it. */
export async function measure(
  measuring: Measuring,
  { plain, others }: { plain: Built; others: Built[] },
  runs: number,
  report: (line: string) => void,
): Promise<Series[]> {
  const series = [plain, ...others].map((bundle): Series => ({ bundle, samples: [] }))
  for (let run = 1; run <= runs; run++) {
    report(`run ${run} of ${runs}`)
    let beside = await start(measuring, plain)
    for (const [index, { bundle, samples }] of series.entries()) {
      const own = bundle === plain ? beside : await start(measuring, bundle)
      samples.push({ own, plain: beside })
      if (index % plainEvery === 0) beside = await start(measuring, plain)
    }
  }
  return series
}
