import { HttpResponse, type HttpRequest } from '@smithy/core/protocols'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, runCommandLine } from '../../../infra/command-line.ts'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { startEngine } from '../../../infra/local/engine.ts'
import { asApiError } from '../../../lib/contract/api-error.ts'
import { createProject } from '../../../lib/projects/projects.ts'
import { openStorage } from '../../../lib/table/storage.ts'
import { clientDefaults, openTable, useTable } from '../../../lib/table/table.ts'
import { createTask } from '../../../lib/tasks/create.ts'
import { createAccount } from '../../../lib/tokens/account.ts'
import { wholeNumber } from '../whole-number.ts'

/** How long a request may try, as a function of a route on AWS. */
const requestMs = 9_750
const taskQuota = 1_000_000

const conflict = () =>
  new HttpResponse({
    statusCode: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Readable.from([
      Buffer.from(
        JSON.stringify({
          __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
          CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
        }),
      ),
    ]),
  })

/** The engine, with transactions that hold the counts of their project for a while, as DynamoDB's do: others conflict. */
class HoldingHandler extends NodeHttpHandler {
  holdMs = 0
  conflicts = 0
  #isHeld = false

  override async handle(request: HttpRequest, options?: Parameters<NodeHttpHandler['handle']>[1]) {
    const isHolding = this.holdMs > 0 && request.headers['x-amz-target']?.endsWith('.TransactWriteItems')
    if (!isHolding) return super.handle(request, options)
    if (this.#isHeld) {
      this.conflicts++
      await sleep(this.holdMs / 2) // a conflict is found when DynamoDB prepares the transaction
      return { response: conflict() }
    }
    this.#isHeld = true
    try {
      const [passed] = await Promise.all([super.handle(request, options), sleep(this.holdMs)])
      return passed
    } finally {
      this.#isHeld = false
    }
  }
}

const handler = new HoldingHandler({ requestTimeout: clientDefaults.requestHandler.requestTimeout })

const tenantFor = (accountId: string) => ({
  ...openStorage(Date.now() + requestMs),
  accountId,
  projectIds: null,
})

async function newProject() {
  handler.holdMs = 0
  const { id: accountId } = await createAccount(tenantFor(''), {
    name: 'Bench',
    plan: 'pro',
    task_quota: taskQuota,
  })
  const { id } = await createProject(tenantFor(accountId), { label: 'Bench', task_quota: taskQuota })
  return { accountId, projectId: id }
}

/** Creates a task. Returns how long it took, in ms; undefined if nothing but conflicts stood in the way. */
async function create({ accountId, projectId }: Awaited<ReturnType<typeof newProject>>) {
  const beganMs = Date.now()
  const request = { projectId, label: 'New', subtasks: [] }
  const result = await createTask(tenantFor(accountId), request, {}).catch(asApiError)
  if (!(result instanceof Error)) return Date.now() - beganMs
  if (result.code !== 'rate_limited') throw result
  return undefined
}

/** What the engine does alone: 50 callers, each of which creates one task after the other. */
async function withoutConflicts(measuredMs: number) {
  const project = await newProject()
  const endMs = Date.now() + measuredMs
  let created = 0
  const call = async () => {
    for (; Date.now() < endMs; created++) await create(project)
  }
  await Promise.all(Array.from({ length: 50 }, call))
  process.stdout.write(
    `without conflicts, on the embedded engine: ${Math.round((created * 1_000) / measuredMs)} creates/s\n`,
  )
}

/** Creates tasks in one project at this rate, whatever has become of those before. */
async function measure(measuredMs: number, rate: number, holdMs: number) {
  const project = await newProject()
  handler.holdMs = holdMs
  handler.conflicts = 0
  const beganMs = Date.now()
  const running: Promise<number | undefined>[] = []
  for (
    let dueMs = beganMs;
    dueMs < beganMs + measuredMs;
    dueMs -= (Math.log(1 - Math.random()) * 1_000) / rate
  ) {
    await sleep(Math.max(0, dueMs - Date.now()))
    running.push(create(project))
  }
  const tookMs = (await Promise.all(running)).filter((one) => one !== undefined).sort((a, b) => a - b)
  return {
    'held for ms': holdMs,
    'sent a second': rate,
    created: `${Math.round((100 * tookMs.length) / running.length)} %`,
    'answered 429': running.length - tookMs.length,
    'conflicts a create': Math.round((10 * handler.conflicts) / running.length) / 10,
    'p50 ms': tookMs[Math.floor(tookMs.length * 0.5)],
    'p99 ms': tookMs[Math.floor(tookMs.length * 0.99)],
  }
}

async function bench({ seconds }: { seconds: number }) {
  const measuredMs = seconds * 1_000
  const engine = await startEngine()
  const table = openTable('tasks', {
    ...{ endpoint: engine.endpoint, region: 'local', requestHandler: handler },
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  useTable(table)
  await createTableIfAbsent(table.client, table.name)
  await withoutConflicts(measuredMs)
  const rows = []
  for (const [holdMs, rates] of [
    [10, [25, 50, 75, 100]],
    [20, [25, 50]],
  ] as const) {
    for (const rate of rates) rows.push(await measure(measuredMs, rate, holdMs))
  }
  console.table(rows)
  table.client.destroy()
  await engine.stop()
}

const program = commandLine(
  'npm run bench:contention --',
  'Creates tasks in one project at a fixed rate, on an engine that holds the counts of the project as DynamoDB does.',
)
  .option('--seconds <n>', 'how long each rate is measured', wholeNumber(1, 600), 10)
  .action(bench)

await runCommandLine(program, 'bench:contention')
