import type { HttpRequest } from '@smithy/core/protocols'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { unitsOf, type Consumption } from './engine-units.ts'

/** The units per item and per index entry that DynamoDB Local counts more than AWS in a transaction. */
const localFactors = { item: 2, entry: 4 }

/**
 * Returns the units of a transaction as the engine of this run reports them.
 * @param units the units that AWS counts
 * @param alike the part of them for writes that take the same units as another write of the transaction, which DynamoDB
 * Local counts only once
 */
export const transactionUnits = (units: number, alike: number): number =>
  inject('engineUnits') === 'dynamodb-local' ? units - alike : units

/** The units that AWS counts for a transaction's writes to a table. */
function awsUnits(consumed: Consumption): number {
  const entries = Object.values(consumed.GlobalSecondaryIndexes ?? {}).reduce(
    (sum, index) => sum + unitsOf(index),
    0,
  )
  return unitsOf(consumed.Table) / localFactors.item + entries / localFactors.entry
}

interface Request {
  ConsistentRead?: boolean
  RequestItems?: Record<string, { Keys?: unknown[]; ConsistentRead?: boolean }>
}

interface Answer {
  Count?: number
  Responses?: Record<string, unknown[]>
  UnprocessedKeys?: Record<string, { Keys?: unknown[] }>
  ConsumedCapacity?: Consumption | Consumption[]
}

/** Replaces the units that DynamoDB Local has counted with those that AWS counts. */
function correct(operation: string, request: Request, answer: Answer): void {
  const consumed = [answer.ConsumedCapacity ?? []].flat()
  for (const one of consumed) {
    if (operation === 'TransactWriteItems') one.CapacityUnits = awsUnits(one)
    if (operation === 'Query' && answer.Count === 0 && one.CapacityUnits === 0)
      one.CapacityUnits = request.ConsistentRead ? 1 : 0.5
    if (operation === 'BatchGetItem') one.CapacityUnits = unitsOf(one) + unitsOfAbsent(request, answer)
  }
}

/** The units that AWS counts for the keys of a BatchGetItem that have no item, and DynamoDB Local does not. */
function unitsOfAbsent({ RequestItems = {} }: Request, { Responses, UnprocessedKeys }: Answer): number {
  const units = Object.entries(RequestItems).map(([table, { Keys = [], ConsistentRead = false }]) => {
    const left = UnprocessedKeys?.[table]?.Keys?.length ?? 0
    return (Keys.length - left - (Responses?.[table]?.length ?? 0)) * (ConsistentRead ? 1 : 0.5)
  })
  return units.reduce((sum, one) => sum + one, 0)
}

/** The handler for DynamoDB Local. It asks for the units of each index, and answers with those that AWS counts. */
export class LocalUnitsHandler extends NodeHttpHandler {
  override async handle(request: HttpRequest, options?: Parameters<NodeHttpHandler['handle']>[1]) {
    const operation = (request.headers['x-amz-target'] ?? '').split('.').at(-1) ?? ''
    const content = JSON.parse(new TextDecoder().decode(request.body as Uint8Array)) as object // the SDK's own
    if (operation === 'TransactWriteItems') {
      const detailed = Buffer.from(JSON.stringify({ ...content, ReturnConsumedCapacity: 'INDEXES' }))
      request.body = detailed
      request.headers['content-length'] = String(detailed.length)
    }
    const passed = await super.handle(request, options)
    const answer = JSON.parse(await text(passed.response.body as Readable)) as Answer // Node's bodies are streams
    correct(operation, content, answer)
    const body = Buffer.from(JSON.stringify(answer))
    delete passed.response.headers['x-amz-crc32'] // it belongs to the original body
    passed.response.headers['content-length'] = String(body.length)
    passed.response.body = Readable.from([body])
    return passed
  }
}
