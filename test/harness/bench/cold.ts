import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { cpus } from 'node:os'
import { functionIds, httpFunctionIds } from '../../../functions/index.ts'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { startEngine } from '../../../infra/local/engine.ts'
import { newTempFolder } from '../temp-folder.ts'
import {
  buildFunctions,
  buildPlain,
  buildProbe,
  buildSample,
  builtBefore,
  buildWithoutReplacements,
  type Built,
} from './build.ts'
import { measure } from './measure.ts'
import { certificatePath, TlsFront } from './tls-front.ts'
import { wholeNumber } from '../whole-number.ts'
import { table as toText, toRows, verdict } from './report.ts'
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'

interface Options {
  runs: number
  only: string
  /** In percent of a core. */
  share: number
  answerMs: number
  before?: string
  replacements?: true
  json?: true
}

const tableName = 'bench'

const report = (line: string) => {
  process.stderr.write(`${line}\n`)
}

/** Opens an in-memory engine with an empty table, for this process and the processes that it measures. */
async function openTable() {
  const engine = await startEngine()
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'local', credentials })
  await createTableIfAbsent(client, tableName)
  client.destroy()
  process.env.DYNAMODB_ENDPOINT = engine.endpoint
  process.env.TABLE_NAME = tableName
  return engine
}

/** Builds the bundles to measure, and the one that each is compared with. */
async function build(
  { only, before, replacements }: Options,
  folder: string,
): Promise<{ plain: Built; others: Built[] }> {
  if (replacements) {
    const { whole, others } = await buildWithoutReplacements(folder)
    return { plain: whole, others }
  }
  const ids = httpFunctionIds.filter((id) => id.includes(only))
  if (ids.length === 0) throw new Error(`No function's name holds ${JSON.stringify(only)}.`)
  report(`building ${ids.length} functions`)
  const own = await buildFunctions(ids, folder)
  const earlier = before === undefined ? [] : builtBefore(ids, before)
  return { plain: buildPlain(folder), others: [buildSample(folder), ...earlier, ...own] }
}

async function bench(options: Options): Promise<void> {
  const { runs, replacements, json, share, answerMs } = options
  const folder = newTempFolder()
  const bundles = await build(options, folder)
  const engine = await openTable()
  const front = new TlsFront(engine.endpoint)
  try {
    const table = { endpoint: await front.listen(), name: tableName, certificatePath }
    const { roundTrips } = front
    const measuring = { probe: buildProbe(folder), table, roundTrips, answerMs, share: share / 100 }
    const rows = toRows(await measure(measuring, bundles, runs, report))
    const machine = `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`
    const conditions = `Medians of ${runs} runs on ${machine}: the start with a core, the first answer with ${share} % of it.`
    const text = `${toText(rows)}\n\n${conditions}${replacements ? '' : `\n${verdict(rows.filter(({ name }) => functionIds.includes(name)))}`}`
    const document = { runs, share, machine, measured_at: new Date().toISOString(), bundles: rows }
    process.stdout.write(`${json ? JSON.stringify(document, null, 2) : text}\n`)
  } finally {
    front.close()
    await engine.stop()
  }
}

const program = commandLine(
  'npm run bench:cold --',
  'Starts every bundle in a fresh process, over TLS, and measures its start, its first answer and its size.',
)
  .option('--runs <n>', 'how often each bundle is started', wholeNumber(1, 100), 10)
  .option('--only <text>', 'only functions whose name contains this text', '')
  .option('--share <percent>', 'the share of a core for a request; 512 MiB get 29 %', wholeNumber(1, 100), 29)
  .option('--answer-ms <n>', 'how long the table takes for a round trip', wholeNumber(0, 1_000), 3)
  .option('--before <folder>', 'also measures the bundles in this folder, such as those of another release')
  .option('--replacements', 'what each replacement of the SDK saves: tasks.move without it')
  .option('--json', 'print one JSON document')
  .action(bench)

await runCommandLine(program, 'bench:cold')
