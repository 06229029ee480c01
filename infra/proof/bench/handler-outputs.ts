import type { ApiEvent, HttpHandler } from '../../../lib/http/types.ts'
import { table, useTable, type Table } from '../../../lib/store/table.ts'
import { call } from './handler-stages.ts'

/** A table whose client answers by `send` alone. */
const withSend = ({ name, client }: Table, send: (command: object) => Promise<unknown>): Table => ({
  name,
  client: new Proxy(client, {
    get: (target, key) => (key === 'send' ? send : (Reflect.get(target, key) as unknown)),
  }),
})

/**
 * Lets a handler run once and returns a table that answers its commands with what the SDK answered then, without the
 * SDK: what is left of a request is our own code.
 */
export async function tableWithoutSdk(handler: HttpHandler, event: ApiEvent): Promise<Table> {
  const real = table()
  const outputs = new Map<string, unknown>()
  const listening = withSend(real, async (command) => {
    const output: unknown = await real.client.send(command as Parameters<typeof real.client.send>[0]) // it is one
    outputs.set(command.constructor.name, output)
    return output
  })
  useTable(listening)
  await call(handler, event)
  useTable(real)
  return withSend(real, (command) => Promise.resolve(outputs.get(command.constructor.name)))
}

/** The handler on another table; it is found again for each request, for all of a process share one. */
export const onTable =
  (other: Table, handler: HttpHandler): HttpHandler =>
  (...args) => {
    useTable(other)
    return handler(...args)
  }
