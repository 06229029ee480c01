import { toTable } from '../../admin/output.ts'
import type { Series, Times } from './measure.ts'
import { median, rounded } from './statistics.ts'

/** issue 4: what every function's bundle has to keep to. */
export const limits = { bytes: 300 * 1024, importRatio: 0.65 }

/** One line of the result: medians, and those of the ratios to the plain SDK handler that ran beside it. */
export interface Row {
  name: string
  bytes: number
  import_ms: number
  import_ratio: number
  /** The fastest import of all runs, and that ratio: what is left when the machine does nothing else. */
  fastest_import_ms: number
  fastest_import_ratio: number
  answer_ms: number
  answer_ratio: number
}

const fastest = (times: Times[]) => Math.min(...times.map(({ importMs }) => importMs))

/** Medians and ratios of what was measured. */
export function toRows(series: Series[]): Row[] {
  const fastestPlain = fastest(series.flatMap(({ samples }) => samples.map(({ plain }) => plain)))
  return series.map(({ bundle, samples }) => ({
    name: bundle.id,
    bytes: bundle.bytes,
    import_ms: rounded(median(samples.map(({ own }) => own.importMs)), 1),
    import_ratio: rounded(median(samples.map(({ own, plain }) => own.importMs / plain.importMs)), 2),
    fastest_import_ms: rounded(fastest(samples.map(({ own }) => own)), 1),
    fastest_import_ratio: rounded(fastest(samples.map(({ own }) => own)) / fastestPlain, 2),
    answer_ms: rounded(median(samples.map(({ own }) => own.answerMs)), 1),
    answer_ratio: rounded(median(samples.map(({ own, plain }) => own.answerMs / plain.answerMs)), 2),
  }))
}

/** The same for people. */
export const table = (rows: Row[]): string =>
  toTable<Row>(
    {
      bundle: ({ name }) => name,
      KiB: ({ bytes }) => rounded(bytes / 1024, 1),
      'import ms': ({ import_ms }) => import_ms,
      ratio: ({ import_ratio }) => import_ratio,
      'fastest ms': ({ fastest_import_ms }) => fastest_import_ms,
      'its ratio': ({ fastest_import_ratio }) => fastest_import_ratio,
      'first answer ms': ({ answer_ms }) => answer_ms,
      'answer ratio': ({ answer_ratio }) => answer_ratio,
    },
    rows,
  )

/** What the functions' bundles come to, in one sentence. */
export function verdict(functions: Row[]): string {
  const over = functions.filter(
    ({ bytes, import_ratio }) => bytes > limits.bytes || import_ratio > limits.importRatio,
  )
  const goal = `${limits.bytes / 1024} KiB and ${limits.importRatio} of the plain SDK handler's import time`
  return over.length === 0
    ? `All ${functions.length} bundles keep within ${goal}.`
    : `Over ${goal}: ${over.map(({ name }) => name).join(', ')}.`
}
