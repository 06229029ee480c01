import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { httpFunctionIds } from '../../../functions/index.ts'
import { triggeredFunctions } from '../../../functions/index.ts'
import { declaration as ruleClock } from '../../../functions/rules/wake.ts'
import { declaration as webhookClock } from '../../../functions/webhooks/wake.ts'
import { shareEvery } from '../../../lib/http/rate-limit/limiter.ts'
import { timerPartitions, timerShards } from '../../../lib/table/timers.ts'
import { synthesize } from './synthesize.ts'
import { costs } from '../../support/costs.ts'

/** The list prices of docs/deploy-watching.md, "What it costs", in US dollars of us-east-1. */
export const prices = {
  perMillion: {
    readUnits: 0.125,
    writeUnits: 0.625,
    requests: 1,
    invocations: 0.2,
    sqsRequests: 0.4,
    cdn: 1.21,
  },
  gbSecond: 0.0000133334,
  logGb: 0.5,
  alarmMetric: 0.1,
  ownMetric: 0.3,
}

/** What a request takes beside the table, and a delivery: assumptions, which the page names. */
export const assumed = {
  requestSeconds: 0.02,
  requestGb: 0.5,
  logKb: 1.6,
  deliverySeconds: 0.2,
  lookSeconds: 0.05,
  deliveryGb: 0.25,
  sqsRequests: 3,
}

/** The metrics that a function sends, and the dollars that SQS costs for a queue while idle. */
const metricsEach = 4
const idleQueue = 0.26
/** The metrics of the functions that run while nobody sends requests. Those on a schedule send none. */
const idleMetrics = triggeredFunctions.filter(({ trigger }) => trigger === 'stream').length * metricsEach
/** The queues that Lambda polls. */
const queues = triggeredFunctions.filter(({ trigger }) => trigger === 'queue').length

/** Requests of a team at its boards, per hundred: mostly open pages that ask for changes. */
export const mix: Record<string, number> = {
  'changes.list': 55,
  'tasks.get': 15,
  'projects.list-tasks': 12,
  'tasks.update': 9,
  'tasks.create': 4,
  'tasks.move': 4,
  'tasks.delete': 1,
}

/** A page of 50 tasks of 700 bytes takes more than the smallest page of the tests: test/costs.test.ts measures it. */
export const pageUnits: Record<string, number> = { 'projects.list-tasks': 5 }

/** What dispatching an event to one webhook takes of the table. */
const eventUnits = { read: 1, write: 2 }

export const isWrite = (exchange: string) => !/^(Get|BatchGet|Query)/.test(exchange)

/** The units of the table for one request to an endpoint, with the counts of requests: of its account and its token. */
function unitsOf(id: string): { read: number; write: number } {
  const exchanges = costs[id] ?? []
  const sum = (some: string[]) => some.reduce((total, one) => total + Number(one.split(' ')[1]), 0)
  return {
    read: pageUnits[id] ?? sum(exchanges.filter((one) => !isWrite(one))),
    write: sum(exchanges.filter(isWrite)) + 2 / shareEvery,
  }
}

/** What a clock that finds nothing due costs a month, in dollars: its queries of the timers, its runs and their log. */
function clockCosts({ everyMinutes }: { everyMinutes: number }, partitions: readonly string[]): number {
  const { perMillion, gbSecond, logGb } = prices
  const looks = (30 * 24 * 60) / everyMinutes / 1_000_000
  const run = perMillion.invocations + 1_000_000 * assumed.lookSeconds * assumed.deliveryGb * gbSecond
  return looks * (0.5 * partitions.length * perMillion.readUnits + run + assumed.logKb * logGb)
}

const { resources } = synthesize()

/** The metrics in alarms. */
const watched = Object.values(resources('AWS::CloudWatch::Alarm')).reduce(
  (sum, { Properties: { Metrics } }) => {
    const metrics = Metrics as { MetricStat?: unknown }[] | undefined // as in CloudFormation
    return sum + (metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1)
  },
  0,
)

/** The metrics that are counted in logs: several logs may count in one. */
const counted = new Set(
  Object.values(resources('AWS::Logs::MetricFilter')).map(
    ({ Properties: { MetricTransformations } }) =>
      JSON.stringify(
        (MetricTransformations as { MetricName: unknown }[]).map(({ MetricName }) => MetricName),
      ), // as in CloudFormation
  ),
).size

/** What a month costs, in dollars, by its parts. */
export function monthOf(requests: number): Record<string, number> {
  const { perMillion } = prices
  const millions = requests / 1_000_000
  const shares = Object.entries(mix).map(([id, percent]) => ({ ...unitsOf(id), share: percent / 100, id }))
  const writes = shares.filter(({ id }) => (costs[id] ?? []).some(isWrite))
  const events = writes.reduce((sum, { share }) => sum + share, 0) * millions
  const of = (kind: 'read' | 'write') =>
    shares.reduce((sum, one) => sum + one.share * one[kind], 0) * millions
  const table = (read: number, write: number) => read * perMillion.readUnits + write * perMillion.writeUnits
  const lambda = (count: number, seconds: number, gb: number) =>
    count * (perMillion.invocations + 1_000_000 * seconds * gb * prices.gbSecond)
  const sending = requests > 0 ? Object.keys(mix).length : 0
  return {
    'API Gateway': perMillion.requests * millions,
    Lambda: lambda(millions, assumed.requestSeconds, assumed.requestGb),
    'the table': table(of('read'), of('write')),
    webhooks:
      table(events * eventUnits.read, events * eventUnits.write) +
      lambda(events, assumed.deliverySeconds, assumed.deliveryGb) +
      events * assumed.sqsRequests * perMillion.sqsRequests,
    // the most: each write is a batch of its own
    'the watch for rules': table(events, 0) + lambda(events, assumed.lookSeconds, assumed.deliveryGb),
    'the clock of webhooks': clockCosts(webhookClock, timerPartitions()),
    'the clock of rules': clockCosts(ruleClock, timerShards()),
    CloudFront: perMillion.cdn * millions,
    logs: assumed.logKb * millions * prices.logGb,
    'alarms and metrics':
      queues * idleQueue +
      watched * prices.alarmMetric +
      (counted + idleMetrics + sending * metricsEach) * prices.ownMetric,
  }
}

/** How many requests of a month the table has. */
const months = [0, 1_000_000, 10_000_000, 100_000_000]

const dollars = (amount: number) => amount.toFixed(amount < 100 ? 2 : 0)

export const line = (cells: string[]) => `| ${cells.join(' | ')} |`

/** The part of docs/deploy.md between its marks. */
export function renderCosts(): string {
  const all = months.map(monthOf)
  const rows = Object.keys(all[0] ?? {}).map((part) => [part, ...all.map((one) => dollars(one[part] ?? 0))])
  const totals = all.map(
    (one) => `**${dollars(Object.values(one).reduce((sum, amount) => sum + amount, 0))}**`,
  )
  const shown = Object.entries(mix).map(([id, percent]) => `${percent} \`${id}\``)
  const [most = ''] = Object.entries(all.at(-1) ?? {}).sort(([, one], [, other]) => other - one)[0] ?? []
  const everyEndpoint = metricsEach * prices.ownMetric * httpFunctionIds.length
  return [
    line([
      'dollars a month',
      ...months.map((one) => (one === 0 ? 'idle' : `${one / 1_000_000} million requests`)),
    ]),
    line(['---', ...months.map(() => '---:')]),
    ...rows.map(line),
    line(['**together**', ...totals]),
    '',
    `Of a hundred requests, ${shown.join(', ')}: a team at its boards. Each write makes an event for one webhook.`,
    '',
    `Of 100 million requests, the largest part is ${most}. While idle it is alarms and metrics: \`requestMetrics=false\` switches off the`,
    `functions' own, which cost ${dollars(idleMetrics * prices.ownMetric)} while idle, and ${dollars(everyEndpoint)} if all ${httpFunctionIds.length} functions of routes are in constant use.`,
    '`webInterface=false` leaves out CloudFront.',
  ].join('\n')
}

export const file = resolve(import.meta.dirname, '../../../docs/deploy.md')
/** A page as it should be: with this part between its marks. */
export async function withPart(path: string, part: string): Promise<string> {
  const [mark, endMark] = ['<!-- costs: npm run costs -->', '<!-- end of costs -->']
  const text = readFileSync(path, 'utf8')
  const [before, rest = ''] = text.split(mark)
  const [, after] = rest.split(endMark)
  if (after === undefined) throw new Error(`${path} lacks its marks.`)
  const content = `${String(before)}${mark}\n\n${part}\n\n${endMark}${after}`
  return format(content, { ...(await resolveConfig(path)), filepath: path })
}
