import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basePath } from '../../lib/contract/routes.ts'
import { useClock } from '../../lib/table/clock.ts'
import { openTableOfEnvironment, useTable, type Table } from '../../lib/table/table.ts'
import { called } from '../called.ts'
import { openClock } from './clock.ts'
import { createTableIfAbsent } from './create-table.ts'
import { explainFolder, makeFolder, openDataDirForService } from './data-dir.ts'
import { EngineHandler, makeLight } from './engine-handler.ts'
import { anyEngine } from './engine.ts'
import { openExpiryIndex } from './expiry-index.ts'
import { explain } from './explain.ts'
import { loadFunctions, type HttpFunctions, type Functions } from './functions.ts'
import { createGateway } from './gateway.ts'
import { refuseOldTable } from './old-projects.ts'
import { Repeated } from './repeated.ts'
import { skipMissedOnce } from './restored.ts'
import { seedDemo, type Demo } from './seed-demo.ts'
import { seedExample } from './seed-example.ts'
import { docsServer } from './serve-docs.ts'
import { openWebInterface, type WebInterface } from './serve-assets.ts'
import { callableHost, isLoopback, useStorage, type LocalSettings } from './settings.ts'
import { sweepExpired } from './sweep.ts'
import type { Pace } from './stream/reader.ts'
import { noStreams, openTriggers, type Triggers } from './triggers.ts'
import { wakeAll } from './wake-all.ts'
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda'
import type { Events, Trigger } from '../../lib/http/invocation/triggered.ts'
import { useTurns } from '../../lib/webhooks/in-turn.ts'
import { Precedence } from './precedence.ts'
import { theService, workFor } from './working-for.ts'

/** The time since which the first record of an event has waited, in ms since 1970. A schedule is due now. */
function sinceMsOf(event: Events[Trigger]): number {
  const [first] = 'Records' in event ? (event.Records as (DynamoDBRecord | SQSRecord)[]) : []
  if (first && 'attributes' in first) return Number(first.attributes.SentTimestamp)
  const seconds = first?.dynamodb?.ApproximateCreationDateTime
  return seconds === undefined ? Date.now() : 1_000 * seconds
}

/** Lets the functions of routes go before those with a trigger, and before each further round of a delivery. */
function requestsFirst(functions: Functions, precedence = new Precedence()): Functions {
  useTurns((sinceMs, work) => precedence.inTurn(sinceMs, work))
  return {
    invoke: (id, event) => precedence.serve(() => functions.invoke(id, event)),
    run: (id, event, begun) =>
      // work that a request sent to a queue is no longer its own
      workFor(theService, () => precedence.inTurn(sinceMsOf(event), () => functions.run(id, event, begun))),
  }
}

const sweepEveryMs = 60_000

/** This many take the engine about 10 ms, and this process as long: others wait for at most that long. */
const mostItems = { ofQuery: 200, ofTransaction: 25 }

/** How long running functions may take at the stop, including the pending answers, which take at most 4 s. */
const stopMs = 4_500

/** The running service of one machine. */
export interface Service {
  demo: Demo
  /** The web interface, when it is built. The API is available before. */
  web: Promise<WebInterface>
  /** Why webhooks are not available, in one sentence; undefined when they are. */
  webhooksUnavailable: string | undefined
  /** Resolves with a sentence when the engine has ended. */
  engineEnded: Promise<string>
  /** Waits for the pending answers and the running functions, then stops the engine. */
  stop: () => Promise<void>
}

async function listen(server: Server, { host, port }: LocalSettings): Promise<number> {
  server.listen({ port, host, backlog: server.maxConnections })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // errors of net have a code
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${port} is taken. Choose another: PORT=${port + 1} ${called.start}`, {
        cause: error,
      })
    }
    const rule = code === 'EACCES' ? '' : ': HOST must be an address of this machine'
    throw new Error(`Cannot listen on ${host}:${port} (${String(code)})${rule}.`, { cause: error })
  }
  return (server.address() as AddressInfo).port // a TCP server has an address of this type
}

/**
 * How soon the later writes of tasks must reach what a request may make: promptly a webhook, or a rule with such a trigger; calmly
 * comments, which follow their tasks.
 */
function paceFor(id: string, { body = '' }: { body?: string | undefined }): Pace | undefined {
  if (id === 'webhooks.create') return 'prompt'
  if (['rules.create', 'rules.update'].includes(id) && /"(?:date|event)"/.test(body)) return 'prompt'
  if (id === 'comments.create' || id === 'projects.import') return 'calm'
  return /"(?:add_comment|commentOn)"/.test(body) ? 'calm' : undefined
}

/** Gives the table its stream before it is needed for the first time. */
const withStream = (functions: HttpFunctions, triggers: Triggers): HttpFunctions => ({
  invoke: async (id, event) => {
    const pace = paceFor(id, event)
    if (pace) await triggers.enableStream(pace)
    return functions.invoke(id, event)
  },
})

/**
 * Starts the engine, creates the table, listens, and seeds the demo account. Meanwhile the web interface is built.
 * @throws Error with one sentence for people
 */
export async function startService(settings: LocalSettings): Promise<Service> {
  const { dataDir, tableName, endpoint } = settings
  const web = openWebInterface()
  const engine = await anyEngine(endpoint, () => openDataDirForService(dataDir))
  try {
    await makeFolder(dataDir) // for demo.json; an engine at DYNAMODB_ENDPOINT has not made it
    useStorage(settings, engine.endpoint)
    const { databasePath } = engine
    const isEmbedded = databasePath !== undefined
    const table: Table = {
      ...openTableOfEnvironment({ requestHandler: new EngineHandler() }),
      ...(isEmbedded && { isEmbedded, mostItems }),
    }
    const { client } = table
    makeLight(client, { isEmbedded })
    useTable(table)
    useClock(openClock(dataDir))
    if (!(await createTableIfAbsent(client, tableName))) await refuseOldTable()
    const expiryIndex = databasePath === undefined ? undefined : openExpiryIndex(databasePath, tableName)
    const files = web.then(({ assets }) => assets)
    const functions = requestsFirst(await loadFunctions())
    const triggers = await openTriggers(engine, table, functions)
    const webhooksUnavailable = triggers.streams ? undefined : noStreams
    if (webhooksUnavailable !== undefined) process.env.WEBHOOKS_UNAVAILABLE = webhooksUnavailable
    const server = createGateway(
      withStream(functions, triggers),
      { web: files, docs: docsServer(), corsOrigins: settings.corsOrigins },
      undefined,
      settings.trustProxy,
    )
    const port = await listen(server, settings)
    const origin = `http://${callableHost(settings.host)}:${port}`
    // behind a proxy, callers have another address for the service
    if (isLoopback(settings.host) && !settings.trustProxy) process.env.LOOPBACK_ORIGIN = origin
    const demo = await seedDemo(dataDir, `${origin}${basePath}`, seedExample, settings.historyDays)
    const pace = await wakeAll(endpoint === undefined)
    if (pace) await triggers.enableStream(pace)
    await skipMissedOnce(dataDir)
    triggers.start()
    // tried again after a minute; if the engine has ended, `engineEnded` says so
    const sweeping = new Repeated((signal) => sweepExpired(table, expiryIndex, signal), sweepEveryMs)
    const stop = async () => {
      const deadlineMs = Date.now() + stopMs
      await server.drain()
      await Promise.all([triggers.stop(deadlineMs), sweeping.stop(deadlineMs)])
      expiryIndex?.close()
      await engine.stop()
    }
    return { demo, web, webhooksUnavailable, engineEnded: engine.ended, stop }
  } catch (error) {
    await engine.stop()
    const subject =
      endpoint === undefined ? `The engine on ${dataDir} (DATA_DIR)` : `The DynamoDB at ${endpoint}`
    throw explain(explainFolder(dataDir, error), subject)
  }
}
