import type { ApiEvent } from '../../../lib/http/types.ts'
import type { Built } from './build.ts'
import { runProbe, type ProbeTable } from './run-probe.ts'
import { makeSample } from '../sample.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleRequest } from '../sample-requests.ts'

/** One sample: the times of a bundle, and of the plain handler that ran next to it. */
export interface Times {
  importMs: number
  answerMs: number
}

/** The measurements of one bundle, with one sample per run. */
export interface Series {
  bundle: Built
  samples: { own: Times; plain: Times }[]
}

/** The plain handler runs again after this many bundles, so that other load on the machine affects both. */
const plainEvery = 3

/** @throws Error if a bundle's answer is not the expected one */
async function start(probe: string, bundle: Built, table: ProbeTable): Promise<Times> {
  const { secret, ids } = await makeSample() // a sample for each call, because some functions delete what others need
  const request = sampleRequest(bundle.functionId, ids)
  const event: ApiEvent = sampleEvent(bundle.functionId, request, secret)
  const { importMs, answerMs, status, body } = await runProbe(probe, bundle, event, table)
  if (status === request.status) return { importMs, answerMs }
  throw new Error(`${bundle.id} answered ${String(status)}: ${String(body)}`)
}

/** Measures bundles in turn, once in each run, each against the plain handler next to it. */
export async function measure(
  probe: string,
  { plain, others }: { plain: Built; others: Built[] },
  runs: number,
  table: ProbeTable,
  report: (line: string) => void,
): Promise<Series[]> {
  const series = [plain, ...others].map((bundle): Series => ({ bundle, samples: [] }))
  for (let run = 1; run <= runs; run++) {
    report(`run ${run} of ${runs}`)
    let beside = await start(probe, plain, table)
    for (const [index, { bundle, samples }] of series.entries()) {
      const own = bundle === plain ? beside : await start(probe, bundle, table)
      samples.push({ own, plain: beside })
      if (index % plainEvery === 0) beside = await start(probe, plain, table)
    }
  }
  return series
}
