import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { anyEngine } from '../../../infra/local/engine.ts'
import { loadFunctions } from '../../../infra/local/functions.ts'
import { faultCases, observeAll, operationIds, runMatrix } from './matrix.ts'
import { wholeNumber } from '../whole-number.ts'
import { problemsOf, toText } from './report.ts'
import { separateWorlds } from './world.ts'
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'

// the faults are injected; a log line for each would hide the report
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT'

const tableName = `faults-${randomUUID()}`
const width = 12

interface Options {
  timeout: number
  only: string
  json?: true
}

const progress = (line: string) => {
  process.stderr.write(`${line}\n`)
}

async function matrix({ only, timeout }: Options) {
  const engine = await anyEngine(process.env.DYNAMODB_ENDPOINT)
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'local', credentials })
  try {
    await createTableIfAbsent(client, tableName)
    separateWorlds(tableName)
    const functions = await loadFunctions(() => timeout * 1000)
    const ground = { endpoint: engine.endpoint, tableName, functions }
    const operations = operationIds.filter((id) => id.includes(only))
    progress(`${operations.length} operations, each exchange with the engine, ${faultCases.length} faults`)
    const models = await observeAll(ground, operations, width)
    return await runMatrix(ground, { models, cases: faultCases, exchanges: 'all', width })
  } finally {
    await client.send(new DeleteTableCommand({ TableName: tableName }))
    client.destroy()
    await engine.stop()
  }
}

async function run(options: Options): Promise<void> {
  const cells = await matrix(options)
  const problems = problemsOf(cells)
  const document = { measured_at: new Date().toISOString(), matrix: cells, problems }
  process.stdout.write(`${options.json ? JSON.stringify(document, null, 2) : toText(cells)}\n`)
  if (problems.length > 0) process.exitCode = 1
}

const program = commandLine(
  'npm run faults --',
  'Tries every storage fault on every operation, and checks that the table holds exactly what the answers ' +
    'acknowledged.',
)
  .option('--timeout <s>', 'how long a function may take, in seconds', wholeNumber(1, 60), 10)
  .option('--only <text>', 'only operations whose name contains this text', '')
  .option('--json', 'print one JSON document')
  .action(run)

await runCommandLine(program, 'faults')
