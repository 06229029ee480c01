import { Option } from 'commander'
import { cpus } from 'node:os'
import { wholeNumber } from '../whole-number.ts'
import { measureBulk } from './load-bulk.ts'
import { measureDeliveries } from './load-deliveries.ts'
import { measureFairness } from './load-fairness.ts'
import { measureFilter } from './load-filter.ts'
import { measureGrowth } from './load-growth.ts'
import { measureHistory } from './load-history.ts'
import { measureLoad } from './load-http.ts'
import { measureNeighbours } from './load-neighbours.ts'
import { measureQuiet } from './load-quiet.ts'
import { measureRules } from './load-rules.ts'
import { measureSize } from './load-size.ts'
import type { Extent } from './statistics.ts'
import { toMarkdown, type BenchReport } from './load-report.ts'
import { measureFanout } from './load-fanout.ts'
import { measureManyWebhooks, measureWebhooks } from './load-webhooks.ts'
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'

const parts = [
  'load',
  'growth',
  'fairness',
  'webhooks',
  'deliveries',
  'fanout',
  'many-webhooks',
  'bulk',
  'filter',
  'size',
  'rules',
  'history',
  'quiet',
] as const

interface Options {
  seconds: number
  tasks: number
  minutes: number
  keep?: string
  only?: (typeof parts)[number]
  least?: true
  json?: true
}

const progress = (line: string) => {
  process.stderr.write(`${line}\n`)
}

/** Whether so many tasks are worth a measurement of the whole installation. */
const isInstallation = (tasks: number) => tasks >= 1_000

async function bench({ seconds, tasks, minutes, keep, only, least, json }: Options): Promise<void> {
  const extent: Extent = least ? 'least' : 'exact'
  const wants = (part: (typeof parts)[number]) => only === undefined || only === part
  const flags = process.argv.slice(2).join(' ')
  const report: BenchReport = {
    command: flags === '' ? 'npm run bench' : `npm run bench -- ${flags}`,
    machine: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
    measured_at: new Date().toISOString(),
  }
  if (wants('load')) report.load = await measureLoad(extent, seconds, progress)
  const sizes = [10, 100, 1_000, 10_000, 100_000, 300_000].filter((size) => size <= tasks)
  if (wants('size')) report.size = await measureSize(sizes.filter(isInstallation), seconds, progress)
  if (wants('growth')) report.growth = await measureGrowth(sizes, progress)
  if (wants('fairness')) report.fairness = await measureFairness(progress)
  if (wants('fairness')) report.neighbours = await measureNeighbours(progress)
  if (wants('webhooks')) report.webhooks = await measureWebhooks(progress)
  if (wants('deliveries') || only === 'webhooks')
    report.deliveries = await measureDeliveries(extent, progress)
  if (wants('fanout') || only === 'webhooks') report.fanout = await measureFanout(progress)
  if (wants('many-webhooks') || only === 'webhooks')
    report.many_webhooks = await measureManyWebhooks(progress)
  if (wants('bulk')) report.bulk = await measureBulk(extent, progress)
  if (wants('filter')) report.filter = await measureFilter(extent, progress)
  if (wants('rules')) report.rules = await measureRules(extent, progress)
  if (wants('history')) report.history = await measureHistory(extent, progress)
  // with the sizes that it is for, it takes half an hour
  if (only === 'quiet') {
    const quietSizes = [0, ...sizes.filter(isInstallation)]
    report.quiet = await measureQuiet(quietSizes, minutes, keep, progress)
  }
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : toMarkdown(report)}\n`)
}

const program = commandLine(
  'npm run bench --',
  'Loads the service over HTTP, and measures what grows with the data.',
)
  .option('--seconds <n>', 'how long each operation is under load', wholeNumber(1, 600), 2)
  .option('--tasks <n>', 'how many tasks the project grows to', wholeNumber(10, 300_000), 10_000)
  .option('--minutes <n>', 'how long to leave services alone, for --only quiet', wholeNumber(1, 60), 10)
  .option('--keep <folder>', 'where to keep filled folders for later runs, for --only quiet')
  .addOption(new Option('--only <part>', 'only one part').choices(parts))
  .option('--least', 'only show that a part works: measure the least that it can')
  .option('--json', 'print one JSON document')
  .action(bench)

await runCommandLine(program, 'bench')
