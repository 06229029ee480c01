import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Endpoint, EndpointFor, TokenAuth } from '../../../lib/contract/endpoint.ts'
import { endpoints, handlerOfFunction } from '../../../functions/index.ts'
import type { ApiEvent, HttpHandler } from '../../../lib/http/types.ts'
import { openTable, table, useTable } from '../../../lib/table/table.ts'
import { createTableIfAbsent } from '../../../infra/local/create-table.ts'
import { startEngine } from '../../../infra/local/engine.ts'
import { onTable, tableWithoutSdk } from './handler-outputs.ts'
import { Replay } from './handler-replay.ts'
import {
  handlerOperations,
  stageNames,
  type Answer,
  type Block,
  type Question,
  type StageName,
} from './handler-questions.ts'
import { call, runBlock, stagesOf } from './handler-stages.ts'
import { sampleEvent } from '../sample-event.ts'
import { sampleRequest } from '../sample-requests.ts'
import { makeSample } from '../sample.ts'

const tableName = 'bench'
const pageOfTasks = 50

const say = (answer: Answer) => process.send?.(answer)

/** A handler with an event, and a table that answers from memory. */
interface Prepared {
  handlers: Record<StageName, HttpHandler>
  event: ApiEvent
}

const loadHandler = (id: string) => handlerOfFunction(id) as HttpHandler // those of routes have one of this type

const open = (endpoint: string, replay: Replay) =>
  openTable(tableName, {
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: replay,
  })

const isForToken = (endpoint: Endpoint): endpoint is EndpointFor<TokenAuth> => endpoint.auth.kind === 'token'

/** Runs each operation against the engine once, and records the answers, so that the engine is not needed afterwards. */
async function prepare(endpoint: string): Promise<Map<string, Prepared>> {
  const prepared = new Map<string, Prepared>()
  const first = new Replay()
  useTable(open(endpoint, first))
  const { secret, ids } = await makeSample()
  const eventOf = (id: string) => sampleEvent(id, sampleRequest(id, ids), secret)
  const create = loadHandler('tasks.create')
  for (let task = 1; task < pageOfTasks; task++) await call(create, eventOf('tasks.create'))
  for (const declaration of endpoints.filter(isForToken)) {
    const { id } = declaration
    if (!handlerOperations.some((operation) => operation === id)) continue
    const replay = new Replay(first)
    useTable(open(endpoint, replay))
    const [event, whole] = [eventOf(id), loadHandler(id)]
    const answer = await call(whole, event)
    if (answer.statusCode !== declaration.success) throw new Error(`${id}: ${String(answer.body)}`)
    replay.isListening = false
    const [real, stub] = [table(), await tableWithoutSdk(whole, event)]
    const handlers = stagesOf(declaration, onTable(real, whole), answer, onTable(stub, whole))
    prepared.set(id, { event, handlers })
  }
  return prepared
}

const engine = await startEngine()
const { endpoint } = engine
const client = new DynamoDBClient({
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})
await createTableIfAbsent(client, tableName)
client.destroy()
const prepared = await prepare(endpoint)
await engine.stop()

/** The least that Node has to do for a request with a body and a JSON answer. */
const server = createServer((request, response) => {
  void buffer(request).then(() => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"task":{"id":"x"}}')
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')

function select(operation: string): Prepared {
  const found = prepared.get(operation)
  if (!found) throw new Error(`${operation} is not measured.`)
  return found
}

async function measureStages(operation: string, requests: number): Promise<Record<StageName, Block>> {
  const { handlers, event } = select(operation)
  const blocks = {} as Record<StageName, Block> // filled below, name by name
  for (const name of stageNames) blocks[name] = await runBlock(handlers[name], event, requests)
  return blocks
}

let bareBegan = process.cpuUsage()

async function answer(question: Question): Promise<void> {
  switch (question.ask) {
    case 'stages':
      say({ stages: await measureStages(question.operation, question.requests) })
      return
    case 'bare-begins':
      bareBegan = process.cpuUsage()
      say({ cpuMs: 0 })
      return
    case 'bare-ends': {
      const { user, system } = process.cpuUsage(bareBegan)
      say({ cpuMs: (user + system) / 1000 })
    }
  }
}

process.on('message', (question: Question) => {
  answer(question).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit(0))
const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
say({ port })
