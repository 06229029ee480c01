import { serviceFunctions } from '../../../functions/index.ts'
import { toTable } from '../../../infra/admin/output.ts'
import type { Series, Times } from './measure.ts'
import { median, rounded } from './statistics.ts'

/** The limits of every function's bundle: its size, and start and first answer beside those of the plain handler. */
export const limits = { bytes: 265 * 1024, ratio: 1.2 }

/**
 * The functions that read submissions contain the presets and lists of all form services, read answers by the types of fields, and
 * make comments, so they may be larger by this.
 */
const submissionReaders = ['hooks.receive', 'forms.preview', 'forms.replay', 'submissions.replay']
const presetBytes = 47 * 1024

/** The bulk request contains the moves, with what computes places, and joins deletions, so it may be larger by this. */
const bulkBytes = 22 * 1024

/**
 * The import contains the readers of four formats and what of a board of Trello these read, and makes fields and comments, so it may
 * be larger by this.
 */
const importBytes = 41 * 1024

/** The functions that send to queues contain the client of SQS, so they may be larger by this. */
const queueBytes = 21 * 1024
const sendsToQueue = (id: string) => serviceFunctions.some((one) => one.id === id && one.sends)

/**
 * The functions that make or run rules contain recurrence and durations, and what checks or does each action, so they may be larger
 * by this, beside the client of SQS.
 */
const ofRules = ['rules.create', 'rules.update', 'rules.run', 'runs.create']
const ruleBytes = 46 * 1024

/** The functions that check or call receivers of webhooks know buses and queues of AWS, too, so they may be larger by this. */
const ofReceivers = ['webhooks.create', 'webhooks.update', 'webhooks.test', 'webhooks.deliver']
const targetBytes = 4 * 1024

/** The function that serves the OpenAPI document contains it, so it may be larger by this. */
const documentBytes = 275 * 1024

/** The functions that ask an identity provider contain a client of OpenID Connect, so they may be larger by this. So does that of agents. */
const askProvider = ['sign-in.get', 'sessions.create']
const openIdBytes = 57 * 1024

/** The tools of agents contain the SDK of their protocol, with all its schemas: they may be larger, and take longer, by this. */
const protocolBytes = 328 * 1024
const protocolRatio = 2

/** Returns the limit of a function's start and first answer, beside those of the plain handler. */
export const maxRatioOf = (id: string): number => (id === 'mcp.call' ? protocolRatio : limits.ratio)

/** Returns the size limit of a function's bundle. */
export function maxBytesOf(id: string): number {
  if (id === 'mcp.call') return limits.bytes + protocolBytes + openIdBytes
  if (id === 'docs.openapi') return limits.bytes + documentBytes
  if (id === 'tasks.bulk') return limits.bytes + bulkBytes
  if (id === 'projects.import') return limits.bytes + importBytes
  if (askProvider.includes(id)) return limits.bytes + openIdBytes
  const ofTargets = ofReceivers.includes(id) ? targetBytes : 0
  if (sendsToQueue(id)) return limits.bytes + queueBytes + ofTargets + (ofRules.includes(id) ? ruleBytes : 0)
  return limits.bytes + ofTargets + (submissionReaders.includes(id) ? presetBytes : 0)
}

/** One line of the result: medians of the times, and of the ratio to the plain handler that ran next to the bundle. */
export interface Row {
  name: string
  bytes: number
  start_ms: number
  first_answer_ms: number
  both_ms: number
  ratio: number
}

const both = ({ startMs, requestMs }: Times): number => startMs + requestMs

/** Returns the medians and ratios of the measurements. */
export function toRows(series: Series[]): Row[] {
  return series.map(({ bundle, samples }) => ({
    name: bundle.id,
    bytes: bundle.bytes,
    start_ms: rounded(median(samples.map(({ own }) => own.startMs)), 1),
    first_answer_ms: rounded(median(samples.map(({ own }) => own.requestMs)), 1),
    both_ms: rounded(median(samples.map(({ own }) => both(own))), 1),
    ratio: rounded(median(samples.map(({ own, plain }) => both(own) / both(plain))), 2),
  }))
}

/** Returns the results as a readable table. */
export const table = (rows: Row[]): string =>
  toTable<Row>(
    {
      bundle: ({ name }) => name,
      KiB: ({ bytes }) => rounded(bytes / 1024, 1),
      'start ms': ({ start_ms }) => start_ms,
      'first answer ms': ({ first_answer_ms }) => first_answer_ms,
      'both ms': ({ both_ms }) => both_ms,
      ratio: ({ ratio }) => ratio,
    },
    rows,
  )

/** Says in one sentence which bundles keep within the limits. */
export function verdict(functions: Row[]): string {
  const over = functions.filter(
    ({ name, bytes, ratio }) => bytes > maxBytesOf(name) || ratio > maxRatioOf(name),
  )
  const goal = `${limits.bytes / 1024} KiB and ${limits.ratio} of the plain SDK handler's time`
  return over.length === 0
    ? `All ${functions.length} bundles keep within ${goal}.`
    : `Over ${goal}: ${over.map(({ name }) => name).join(', ')}.`
}
