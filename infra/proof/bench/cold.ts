import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Command } from 'commander'
import { cpus } from 'node:os'
import { httpFunctionIds } from '../../../lib/contract/functions.ts'
import { createTableIfAbsent } from '../../local/create-table.ts'
import { startEngine } from '../../local/engine.ts'
import { newTempFolder } from '../temp-folder.ts'
import { buildFunctions, buildPlain, buildProbe, buildWithoutReplacements, type Built } from './build.ts'
import { measure } from './measure.ts'
import { wholeNumber } from '../whole-number.ts'
import { table as toText, toRows, verdict } from './report.ts'

interface Options {
  runs: number
  only: string
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
  { only, replacements }: Options,
  folder: string,
): Promise<{ plain: Built; others: Built[] }> {
  if (replacements) {
    const { whole, others } = await buildWithoutReplacements(folder)
    return { plain: whole, others }
  }
  const ids = httpFunctionIds.filter((id) => id.includes(only))
  if (ids.length === 0) throw new Error(`No function's name holds ${JSON.stringify(only)}.`)
  report(`building ${ids.length} functions`)
  return { plain: buildPlain(folder), others: await buildFunctions(ids, folder) }
}

async function bench(options: Options): Promise<void> {
  const { runs, replacements, json } = options
  const folder = newTempFolder()
  const bundles = await build(options, folder)
  const engine = await openTable()
  try {
    const dynamodb = { endpoint: engine.endpoint, name: tableName }
    const rows = toRows(await measure(buildProbe(folder), bundles, runs, dynamodb, report))
    const machine = `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`
    const text = `${toText(rows)}\n\nMedians of ${runs} runs on ${machine}.${replacements ? '' : `\n${verdict(rows.slice(1))}`}`
    const document = { runs, machine, measured_at: new Date().toISOString(), bundles: rows }
    process.stdout.write(`${json ? JSON.stringify(document, null, 2) : text}\n`)
  } finally {
    await engine.stop()
  }
}

await new Command('npm run bench:cold --')
  .description(
    'Starts every bundle in a fresh process and measures its import, its first answer and its size.',
  )
  .option('--runs <n>', 'how often each bundle is started', wholeNumber(1, 100), 10)
  .option('--only <text>', 'only functions whose name holds this text', '')
  .option('--replacements', 'what each replacement of the SDK brings: tasks.move without it')
  .option('--json', 'print one JSON document')
  .action(bench)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`bench:cold: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
