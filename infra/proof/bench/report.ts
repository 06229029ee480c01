import { serviceFunctions } from '../../../lib/contract/functions.ts'
import { toTable } from '../../admin/output.ts'
import type { Series } from './measure.ts'
import { median, rounded } from './statistics.ts'

/** The size limit of every function's bundle. */
export const limits = { bytes: 286 * 1024, importRatio: 0.65 }

/** The functions that read submissions contain the presets of all form services, so they may be larger by this. */
const submissionReaders = ['hooks.receive', 'forms.replay', 'submissions.replay']
const presetBytes = 6 * 1024

/** The functions that send to queues contain the client of SQS, so they may be larger by this. */
const queueBytes = 19 * 1024
const sendsToQueue = (id: string) => serviceFunctions.some((one) => one.id === id && one.sends)

/** The functions that serve the documentation contain it, so they may be larger by this. */
const documentBytes = 34 * 1024

/** Returns the size limit of a function's bundle. */
export function maxBytesOf(id: string): number {
  if (id.startsWith('docs.')) return limits.bytes + documentBytes
  if (sendsToQueue(id)) return limits.bytes + queueBytes
  return limits.bytes + (submissionReaders.includes(id) ? presetBytes : 0)
}

/** One line of the result: medians of the times, and of their ratios to the plain handler that ran next to the bundle. */
export interface Row {
  name: string
  bytes: number
  import_ms: number
  import_ratio: number
  answer_ms: number
  answer_ratio: number
}

/** Returns the medians and ratios of the measurements. */
export function toRows(series: Series[]): Row[] {
  return series.map(({ bundle, samples }) => ({
    name: bundle.id,
    bytes: bundle.bytes,
    import_ms: rounded(median(samples.map(({ own }) => own.importMs)), 1),
    import_ratio: rounded(median(samples.map(({ own, plain }) => own.importMs / plain.importMs)), 2),
    answer_ms: rounded(median(samples.map(({ own }) => own.answerMs)), 1),
    answer_ratio: rounded(median(samples.map(({ own, plain }) => own.answerMs / plain.answerMs)), 2),
  }))
}

/** Returns the results as a readable table. */
export const table = (rows: Row[]): string =>
  toTable<Row>(
    {
      bundle: ({ name }) => name,
      KiB: ({ bytes }) => rounded(bytes / 1024, 1),
      'import ms': ({ import_ms }) => import_ms,
      ratio: ({ import_ratio }) => import_ratio,
      'first answer ms': ({ answer_ms }) => answer_ms,
      'answer ratio': ({ answer_ratio }) => answer_ratio,
    },
    rows,
  )

/** Returns the sizes of the bundles in one sentence. */
export function verdict(functions: Row[]): string {
  const over = functions.filter(
    ({ name, bytes, import_ratio }) => bytes > maxBytesOf(name) || import_ratio > limits.importRatio,
  )
  const goal = `${limits.bytes / 1024} KiB and ${limits.importRatio} of the plain SDK handler's import time`
  return over.length === 0
    ? `All ${functions.length} bundles keep within ${goal}.`
    : `Over ${goal}: ${over.map(({ name }) => name).join(', ')}.`
}
