import { randomInt } from 'node:crypto'
import { wholeNumber } from '../whole-number.ts'
import { rulesToText, toText } from './report.ts'
import { runRulesChaos } from './rules/run.ts'
import { runChaos, type ChaosOptions } from './run.ts'
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'

const largestSeed = 2 ** 31

interface Options extends Omit<ChaosOptions, 'endpoint'> {
  rules: number
  accounts: number
  speed: number
  json?: true
}

const progress = (line: string) => {
  process.stderr.write(`${line}\n`)
}

async function run({ json, ...options }: Options): Promise<void> {
  const { DYNAMODB_ENDPOINT } = process.env
  progress(`seed ${options.seed}`)
  if (options.rules > 0) {
    const report = await runRulesChaos(options, progress)
    process.stdout.write(`${json ? JSON.stringify(report, null, 2) : rulesToText(report)}\n`)
    if (report.problems.length > 0) process.exitCode = 1
    return
  }
  const report = await runChaos(
    { ...options, endpoint: DYNAMODB_ENDPOINT === '' ? undefined : DYNAMODB_ENDPOINT },
    progress,
  )
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : toText(report)}\n`)
  if (report.problems.length > 0) process.exitCode = 1
}

const program = commandLine(
  'npm run chaos --',
  'Lets clients send random writes and take some back, and mirrors follow the feeds of tasks and comments, while killing the ' +
    'service and its engine in turn. Then compares the answers with the final state, purges tasks, and takes back all that a ' +
    'writer wrote, under one more kill. With DYNAMODB_ENDPOINT only the service is killed.',
)
  .option('--operations <n>', 'requests of all clients together', wholeNumber(1, 1_000_000), 5_000)
  .option('--clients <n>', 'clients that write at once', wholeNumber(1, 256), 16)
  .option('--mirrors <n>', 'mirrors that follow the feeds', wholeNumber(0, 32), 3)
  .option('--bound <n>', 'further mirrors, with a token that is bound to two projects', wholeNumber(0, 32), 2)
  .option('--kills <n>', 'how often the service or its engine is killed', wholeNumber(0, 1_000), 10)
  .option(
    '--seed <n>',
    'the same seed gives the same choices',
    wholeNumber(0, largestSeed),
    randomInt(largestSeed),
  )
  .option('--seconds <n>', 'when to stop writing at the latest', wholeNumber(1, 86_400), 600)
  .option(
    '--rules <n>',
    'instead: so many rules in each of several accounts run meanwhile, on the embedded engine',
    wholeNumber(0, 40),
    0,
  )
  .option('--accounts <n>', 'with --rules: how many accounts', wholeNumber(1, 100), 4)
  .option('--speed <n>', 'with --rules: how much faster the clock runs', wholeNumber(1, 60), 6)
  .option('--trace <file>', 'write every request with its answer, and the final state, to this file')
  .option('--json', 'print one JSON document')
  .action(run)

await runCommandLine(program, 'chaos')
