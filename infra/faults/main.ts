import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Command, InvalidArgumentError } from 'commander'
import { endpoints } from '../../lib/contract/index.ts'
import { createTableIfAbsent } from '../local/create-table.ts'
import { startEngine } from '../local/engine.ts'
import { loadFunctions } from '../local/functions.ts'
import { runKillLoop } from './kill-loop.ts'
import { faultCases, runMatrix } from './matrix.ts'
import { problemsOf, toText } from './report.ts'
import { separateWorlds } from './world.ts'

// the faults are ours; a line for each would hide the report
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'

const tableName = 'faults'
const width = 12
const mostRounds = 10_000

interface Options {
  rounds: number
  timeout: number
  only: string
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

async function matrix({ only, timeout }: Options) {
  const engine = await startEngine()
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'local', credentials })
  try {
    await createTableIfAbsent(client, tableName)
    separateWorlds(tableName)
    const functions = await loadFunctions(() => timeout * 1000)
    const ground = { endpoint: engine.endpoint, tableName, functions }
    const operations = endpoints.map(({ id }) => id).filter((id) => id.includes(only))
    progress(`${operations.length} operations, each exchange with the engine, ${faultCases.length} faults`)
    return await runMatrix(ground, { operations, cases: faultCases, exchanges: 'all', width })
  } finally {
    client.destroy()
    await engine.stop()
  }
}

async function run(options: Options): Promise<void> {
  const cells = await matrix(options)
  const kills = options.rounds > 0 ? await runKillLoop(options.rounds, progress) : undefined
  const problems = problemsOf(cells, kills)
  const document = { measured_at: new Date().toISOString(), matrix: cells, kills, problems }
  process.stdout.write(`${options.json ? JSON.stringify(document, null, 2) : toText(cells, kills)}\n`)
  if (problems.length > 0) process.exitCode = 1
}

await new Command('npm run faults --')
  .description(
    'Meets every operation with every fault of storage, then kills the service under load, and looks whether ' +
      'the table holds exactly what the answers acknowledged.',
  )
  .option('--rounds <n>', 'how often the service or its engine is killed', wholeNumber(0, mostRounds), 50)
  .option('--timeout <s>', 'how long a function may take, in seconds', wholeNumber(1, 60), 10)
  .option('--only <text>', 'only operations whose name holds this text', '')
  .option('--json', 'print one JSON document')
  .action(run)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`faults: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
