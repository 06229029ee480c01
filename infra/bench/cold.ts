import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { Command, InvalidArgumentError } from 'commander'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpFunctionIds } from '../../lib/contract/functions.ts'
import { createTableIfAbsent } from '../local/create-table.ts'
import { startEngine } from '../local/engine.ts'
import { buildBaselines, buildFunctions, buildProbe } from './build.ts'
import { measure } from './measure.ts'
import { table as toText, toRows, verdict } from './report.ts'

interface Options {
  runs: number
  only: string
  json?: true
}

const tableName = 'bench'
const mostRuns = 100

const report = (line: string) => {
  process.stderr.write(`${line}\n`)
}

function readRuns(text: string): number {
  const runs = Number(text)
  if (Number.isInteger(runs) && runs >= 1 && runs <= mostRuns) return runs
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostRuns}.`)
}

/** Opens an engine with an empty table in memory, for this process and those it measures. */
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

async function bench({ runs, only, json }: Options): Promise<void> {
  const ids = httpFunctionIds.filter((id) => id.includes(only))
  if (ids.length === 0) throw new Error(`No function's name holds ${JSON.stringify(only)}.`)
  const folder = mkdtempSync(join(tmpdir(), 'tasks-api-bench-'))
  report(`building ${ids.length} functions`)
  const engine = await openTable()
  try {
    const { empty, https, plain } = buildBaselines(folder)
    const functions = buildFunctions(ids, folder)
    const bundles = { plain, others: [empty, https, ...functions] }
    const dynamodb = { endpoint: engine.endpoint, name: tableName }
    const rows = toRows(await measure(buildProbe(folder), bundles, runs, dynamodb, report))
    const ours = rows.filter(({ name }) => ids.includes(name))
    const machine = `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`
    const text = `${toText(rows)}\n\nMedians of ${runs} runs on ${machine}.\n${verdict(ours)}`
    const document = { runs, machine, measured_at: new Date().toISOString(), bundles: rows }
    process.stdout.write(`${json ? JSON.stringify(document, null, 2) : text}\n`)
  } finally {
    await engine.stop()
    rmSync(folder, { recursive: true })
  }
}

await new Command('npm run bench:cold --')
  .description(
    'Starts every bundle in a fresh process and measures its import, its first answer and its size.',
  )
  .option('--runs <n>', 'how often each bundle is started', readRuns, 10)
  .option('--only <text>', 'only functions whose name holds this text', '')
  .option('--json', 'print one JSON document')
  .action(bench)
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`bench:cold: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
