import type { ApiEvent, HttpHandler } from '../../../lib/http/types.ts'
import { table, useTable, type Table } from '../../../lib/table/table.ts'
import { call } from './handler-stages.ts'

/** A table whose client has only the method `send`. */
const withSend = ({ name, client }: Table, send: (command: object) => Promise<unknown>): Table => ({
  name,
  client: new Proxy(client, {
    get: (target, key) => (key === 'send' ? send : (Reflect.get(target, key) as unknown)),
  }),
})

/** What the SDK returns for an addition to the shared count of requests, which only every tenth request makes. */
const counted = {
  Attributes: { requests: 10 },
  ConsumedCapacity: { CapacityUnits: 1 },
  $metadata: { attempts: 1 },
}

const isCountOfRequests = (command: object): boolean =>
  command.constructor.name === 'UpdateCommand' && JSON.stringify(command).includes('#RATE#')

/**
 * Runs a handler once, and returns a table that replays the SDK's answers without the SDK. A request with this table
 * measures only the code of this project.
 */
export async function tableWithoutSdk(handler: HttpHandler, event: ApiEvent): Promise<Table> {
  const real = table()
  const outputs = new Map<string, unknown>()
  const send = (command: object): Promise<unknown> =>
    real.client.send(command as Parameters<typeof real.client.send>[0]) // it is one
  const listening = withSend(real, async (command) => {
    const output = await send(command)
    outputs.set(command.constructor.name, output)
    return output
  })
  useTable(listening)
  await call(handler, event)
  useTable(real)
  return withSend(real, (command) => {
    if (isCountOfRequests(command)) return Promise.resolve(counted)
    const { name } = command.constructor
    // what a process remembers for a minute is looked up again
    return outputs.has(name) ? Promise.resolve(outputs.get(name)) : send(command)
  })
}

/** Returns the handler on another table. The table is set for each request, because a process has only one. */
export const onTable =
  (other: Table, handler: HttpHandler): HttpHandler =>
  (...args) => {
    useTable(other)
    return handler(...args)
  }
