import { Command, InvalidArgumentError, Option } from 'commander'
import { cpus } from 'node:os'
import { measureHandler, measureMemory } from './handler.ts'
import { measureGrowth } from './load-growth.ts'
import { measureLoad } from './load-http.ts'
import { toMarkdown, type BenchReport } from './load-report.ts'

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'

const parts = ['load', 'handler', 'growth', 'memory'] as const

interface Options {
  seconds: number
  requests: number
  only?: (typeof parts)[number]
  large?: true
  json?: true
}

const progress = (line: string) => {
  process.stderr.write(`${line}\n`)
}

const wholeNumber = (least: number, most: number) => (text: string) => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
}

async function bench({ seconds, requests, only, large, json }: Options): Promise<void> {
  const wants = (part: (typeof parts)[number]) => only === undefined || only === part
  const flags = process.argv.slice(2).join(' ')
  const report: BenchReport = {
    command: flags === '' ? 'npm run bench' : `npm run bench -- ${flags}`,
    machine: `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`,
    measured_at: new Date().toISOString(),
  }
  if (wants('handler')) report.handler = await measureHandler(progress)
  if (wants('load')) report.load = await measureLoad(seconds, progress)
  const sizes = [10, 100, 1_000, 10_000, ...(large ? [100_000] : [])]
  if (wants('growth')) report.growth = await measureGrowth(sizes, progress)
  if (wants('memory')) report.memory = await measureMemory(requests)
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : toMarkdown(report)}\n`)
}

await new Command('npm run bench --')
  .description(
    'Loads the service over HTTP, takes its handlers apart, and measures what grows with its data.',
  )
  .option('--seconds <n>', 'how long each operation is under load', wholeNumber(1, 600), 2)
  .option(
    '--requests <n>',
    'how many requests before memory is looked at again',
    wholeNumber(1_000, 10_000_000),
    20_000,
  )
  .addOption(new Option('--only <part>', 'one part alone').choices(parts))
  .option('--large', 'grow the project to 100,000 tasks')
  .option('--json', 'print one JSON document')
  .action(bench)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
