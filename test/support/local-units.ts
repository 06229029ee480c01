import type { HttpRequest } from '@smithy/core/protocols'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { unitsOf, type Consumption } from './engine-units.ts'

/** The units of item and index entry by which DynamoDB Local passes AWS's, in a transaction. */
const localFactors = { item: 2, entry: 4 }

/**
 * What is seen of a transaction's units.
 * @param units that AWS counts
 * @param alike those of them that belong to writes which take the same as another one of the transaction: DynamoDB
 * Local counts such writes once
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

interface Answer {
  Count?: number
  ConsumedCapacity?: Consumption | Consumption[]
}

/** Puts what AWS counts in the place of what DynamoDB Local has counted. */
function correct(operation: string, request: { ConsistentRead?: boolean }, answer: Answer): void {
  const consumed = [answer.ConsumedCapacity ?? []].flat()
  for (const one of consumed) {
    if (operation === 'TransactWriteItems') one.CapacityUnits = awsUnits(one)
    if (operation === 'Query' && answer.Count === 0 && one.CapacityUnits === 0)
      one.CapacityUnits = request.ConsistentRead ? 1 : 0.5
  }
}

/** The way to DynamoDB Local: asks it for its units one by one, and answers with those that AWS counts. */
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
    delete passed.response.headers['x-amz-crc32'] // of the body as it was
    passed.response.headers['content-length'] = String(body.length)
    passed.response.body = Readable.from([body])
    return passed
  }
}
