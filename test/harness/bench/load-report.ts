import type { BulkReport } from './load-bulk.ts'
import type { DeliveriesRow } from './load-deliveries.ts'
import type { FairnessReport } from './load-fairness.ts'
import type { FilterReport } from './load-filter.ts'
import type { GrowthRow } from './load-growth.ts'
import type { LoadReport } from './load-http.ts'
import type { QuietRow } from './load-quiet.ts'
import type { RulesReport } from './load-rules.ts'
import type { SizeRow } from './load-size.ts'
import type { NeighbourRow } from './load-neighbours.ts'
import type { FanoutRow } from './load-fanout.ts'
import type { HistoryRow } from './load-history.ts'
import type { ManyWebhooksReport, WebhooksReport } from './load-webhooks.ts'

/** All measurements. A part that was not measured is absent. */
export interface BenchReport {
  command: string
  machine: string
  measured_at: string
  load?: LoadReport
  growth?: GrowthRow[]
  fairness?: FairnessReport
  neighbours?: NeighbourRow[]
  webhooks?: WebhooksReport
  deliveries?: DeliveriesRow[]
  fanout?: FanoutRow[]
  many_webhooks?: ManyWebhooksReport
  history?: HistoryRow[]
  bulk?: BulkReport
  filter?: FilterReport
  size?: SizeRow[]
  rules?: RulesReport
  quiet?: QuietRow[]
}

type Columns<T> = Record<string, (row: T) => string | number>

/** Returns a Markdown table with numbers aligned to the right. */
function markdown<T>(columns: Columns<T>, rows: readonly T[]): string {
  const lines = rows.map((row) => Object.values(columns).map((valueOf) => valueOf(row)))
  const rule = Object.keys(columns).map((_, column) =>
    typeof lines[0]?.[column] === 'number' ? '--:' : '---',
  )
  return [Object.keys(columns), rule, ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.toLocaleString('en')).join(' | ')} |`)
    .join('\n')
}

const load = ({ rows, rss_before_mib, rss_after_mib }: LoadReport) => `## Under load

${markdown<LoadReport['rows'][number]>(
  {
    operation: ({ operation }) => operation,
    connections: ({ connections }) => connections,
    'requests/s': ({ requests_per_second }) => requests_per_second,
    'p50 ms': ({ p50_ms }) => p50_ms,
    'p99 ms': ({ p99_ms }) => p99_ms,
    failures: ({ failures }) => failures,
  },
  rows,
)}

Over HTTP to the service of \`npm start\`; it, its engine and the load share the machine. The service's memory (RSS): ${rss_before_mib} MiB before, ${rss_after_mib} MiB after.`

const growth = (rows: GrowthRow[]) => `## As a project and its feed grow

${markdown<GrowthRow>(
  {
    operation: ({ operation }) => operation,
    tasks: ({ tasks }) => tasks,
    'round trips': ({ round_trips }) => round_trips,
    'capacity units': ({ units }) => units,
    'median ms': ({ median_ms }) => median_ms,
  },
  Object.values(Object.groupBy(rows, ({ operation }) => operation)).flatMap((own = []) => own),
)}`

const fairness = ({
  rounds,
  limit,
  rows,
  p99_ratio,
  create_cpu_ms,
  refusal_cpu_ms,
}: FairnessReport) => `## Beside an account that sends three times its limit

${markdown<FairnessReport['rows'][number]>(
  {
    'other account sends': ({ beside }) => beside,
    creates: ({ requests }) => requests,
    failures: ({ failures }) => failures,
    'p50 ms': ({ p50_ms }) => p50_ms,
    'p99 ms': ({ p99_ms }) => p99_ms,
    'sent by the other': ({ sent }) => sent,
    'of these done': ({ done }) => done,
  },
  rows,
)}

Medians of ${rounds} rounds. The p99 beside 3 × the limit is ${p99_ratio} of that beside the limit. The service took ${create_cpu_ms} ms of the processor for a create, and ${refusal_cpu_ms} ms for a refusal. The other account had a token for each turn that may send ${limit} a minute.`

const neighbours = (rows: NeighbourRow[]) => `## Beside an account that keeps the machine busy

${markdown<NeighbourRow>(
  {
    beside: ({ beside }) => beside,
    'done/s': ({ neighbours_per_second }) => neighbours_per_second,
    requests: ({ requests }) => requests,
    failures: ({ failures }) => failures,
    'p50 ms': ({ p50_ms }) => p50_ms,
    'p99 ms': ({ p99_ms }) => p99_ms,
    '× alone': ({ p99_ratio }) => p99_ratio,
    'service MiB': ({ service_mib }) => service_mib,
  },
  rows,
)}

One account creates, reads and lists, one request after the other, in turns alone and beside each of the others. The last column but one compares the p99 with that of the turns alone.`

const webhooks = ({ arrivals, writes }: WebhooksReport) => `## Webhooks

From the answer to a write until its event arrives:

${markdown<WebhooksReport['arrivals'][number]>(
  {
    receiver: ({ receiver }) => receiver,
    writes: ({ writes }) => writes,
    'p50 ms': ({ p50_ms }) => p50_ms,
    'p95 ms': ({ p95_ms }) => p95_ms,
  },
  arrivals,
)}

Creates, in turns, and what is left to be delivered after them:

${markdown<WebhooksReport['writes'][number]>(
  {
    webhooks: ({ webhooks }) => webhooks,
    connections: ({ connections }) => connections,
    seconds: ({ seconds }) => seconds,
    'requests/s': ({ requests_per_second }) => requests_per_second,
    ratio: ({ ratio }) => ratio,
    'p50 ms': ({ p50_ms }) => p50_ms,
    failures: ({ failures }) => failures,
    'CPU ms a create': ({ cpu_ms }) => cpu_ms,
    'slowest event s': ({ slowest_s }) => slowest_s,
    'events left': ({ left }) => left,
    'drained in s': ({ drain_s }) => drain_s,
    'a second': ({ drained_per_second }) => drained_per_second,
  },
  writes,
)}`

const deliveries = (rows: DeliveriesRow[]) => `## Deliveries beside reads

From the answer to a write until its event arrives, while another account reads:

${markdown<DeliveriesRow>(
  {
    'reads/s': ({ reads_per_second }) => reads_per_second,
    events: ({ events }) => events,
    'p50 ms': ({ p50_ms }) => p50_ms,
    'p95 ms': ({ p95_ms }) => p95_ms,
    'slowest ms': ({ slowest_ms }) => slowest_ms,
    'read p50 ms': ({ read_p50_ms }) => read_p50_ms,
    'read p99 ms': ({ read_p99_ms }) => read_p99_ms,
  },
  rows,
)}`

const fanout = (rows: FanoutRow[]) => `## Many deliveries, and another account's beside them

${markdown<FanoutRow>(
  {
    load: ({ load }) => load,
    deliveries: ({ deliveries: all }) => all,
    seconds: ({ seconds }) => seconds ?? '–',
    'a second': ({ deliveries_per_second }) => deliveries_per_second ?? '–',
    "the other's events": ({ bystander_events }) => bystander_events,
    'p95 ms': ({ bystander_p95_ms }) => bystander_p95_ms,
  },
  rows,
)}`

const manyWebhooks = (many: ManyWebhooksReport) => `## Many webhooks

${many.webhooks.toLocaleString('en')} webhooks, with one write in each of their accounts: ${many.deliveries.toLocaleString('en')} deliveries within ${many.seconds} s, ${many.deliveries_per_second} a second. The service's memory (RSS): ${many.rss_before_mib} MiB before, ${many.rss_after_mib} MiB after.`

const bulk = ({ tasks, together_ms, apart_ms, ratio }: BulkReport) => `## Many creates in one request

${tasks} creates took ${together_ms} ms in one request, and ${apart_ms} ms one after another: ${ratio} times as fast.`

const filter = ({ tasks, text_ms, field_ms, ratio }: FilterReport) => `## A filter by a field

To read ${tasks.toLocaleString('en')} tasks by a filter that finds none took ${text_ms} ms by text, and ${field_ms} ms by a field: ${ratio} times as long.`

const size = (rows: SizeRow[]) => `## An installation with so many tasks

${markdown<SizeRow>(
  {
    tasks: ({ tasks }) => tasks,
    'disk MiB': ({ disk_mib }) => disk_mib,
    'service MiB': ({ service_mib }) => service_mib,
    'engine MiB': ({ engine_mib }) => engine_mib,
    'start s': ({ start_s }) => start_s,
    'GET task/s': ({ gets_per_second }) => gets_per_second,
    'GET 50 tasks/s': ({ lists_per_second }) => lists_per_second,
    'POST task/s': ({ creates_per_second }) => creates_per_second,
    'backup s': ({ backup_s }) => backup_s,
    'backup MiB': ({ backup_mib }) => backup_mib,
    'restore s': ({ restore_s }) => restore_s,
  },
  rows,
)}

Over HTTP with 16 connections to the service of \`npm start\`; it, its engine and the load share the machine. Memory (RSS) is that after the load.`

const quiet = (rows: QuietRow[]) => `## After quiet minutes

${markdown<QuietRow>(
  {
    tasks: ({ tasks }) => tasks,
    webhooks: ({ webhooks }) => webhooks,
    'engine idle %': ({ engine_idle_percent }) => engine_idle_percent,
    'service idle %': ({ service_idle_percent }) => service_idle_percent,
    operation: ({ operation }) => operation,
    'p50 ms': ({ p50_ms }) => p50_ms,
    'p99 ms': ({ p99_ms }) => p99_ms,
    'p50 × 1,000': ({ p50_ratio }) => p50_ratio ?? '',
    'p99 × 1,000': ({ p99_ratio }) => p99_ratio ?? '',
    failures: ({ failures }) => failures,
  },
  rows,
)}

All services ran at once, and were left alone. "Idle" is the share of a core that they took then. After that one client called them in turns.`

const rules = ({ rows, write }: RulesReport) => `## Rules

${markdown<RulesReport['rows'][number]>(
  {
    'due at one time': ({ load }) => load,
    'all started within s': ({ started_seconds }) => started_seconds ?? '',
    'all came within s': ({ seconds }) => seconds,
    'CPU s': ({ cpu_s }) => cpu_s,
    twice: ({ twice }) => twice,
    'requests beside': ({ requests }) => requests,
    'p50 ms': ({ p50_ms }) => p50_ms ?? '',
    'p99 ms': ({ p99_ms }) => p99_ms ?? '',
    '× p99 before': ({ p99_ratio }) => p99_ratio ?? '',
    'load average': ({ load_average }) => load_average,
  },
  rows,
)}

Requests beside are writes and reads of another account, one after the other. A write of a task with a date took ${write.with_p50_ms} ms in an account with ten date rules, ${write.p50_ratio} of the ${write.without_p50_ms} ms in one without rules (medians of ${write.writes}).`

const history = (rows: HistoryRow[]) => `## History

Creates, in pairs of turns on a service without and with a history:

${markdown<HistoryRow>(
  {
    connections: ({ connections }) => connections,
    seconds: ({ seconds }) => seconds,
    'without/s': ({ without_per_second }) => without_per_second,
    'with/s': ({ with_per_second }) => with_per_second,
    ratio: ({ ratio }) => ratio,
    'CPU ms without': ({ without_cpu_ms }) => without_cpu_ms,
    'CPU ms with': ({ with_cpu_ms }) => with_cpu_ms,
    failures: ({ failures }) => failures,
    'last entry s': ({ late_s }) => late_s,
  },
  rows,
)}`

/** Returns the report in Markdown. */
export function toMarkdown(report: BenchReport): string {
  return [
    `# Load and growth\n\n${report.measured_at.slice(0, 10)}, \`${report.command}\`, ${report.machine}.`,
    ...(report.load ? [load(report.load)] : []),
    ...(report.growth ? [growth(report.growth)] : []),
    ...(report.fairness ? [fairness(report.fairness)] : []),
    ...(report.neighbours ? [neighbours(report.neighbours)] : []),
    ...(report.webhooks ? [webhooks(report.webhooks)] : []),
    ...(report.deliveries ? [deliveries(report.deliveries)] : []),
    ...(report.fanout ? [fanout(report.fanout)] : []),
    ...(report.many_webhooks ? [manyWebhooks(report.many_webhooks)] : []),
    ...(report.bulk ? [bulk(report.bulk)] : []),
    ...(report.filter ? [filter(report.filter)] : []),
    ...(report.size ? [size(report.size)] : []),
    ...(report.rules ? [rules(report.rules)] : []),
    ...(report.history ? [history(report.history)] : []),
    ...(report.quiet ? [quiet(report.quiet)] : []),
  ].join('\n\n')
}
