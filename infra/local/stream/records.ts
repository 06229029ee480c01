import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import type { HttpResponse } from '@smithy/core/protocols'
import type { DynamoDBRecord } from 'aws-lambda'

/**
 * A record of a stream as GetRecords writes it in JSON. But for the names of the identity, it has the form of Lambda's records:
 * bytes are base64, and times are seconds since 1970.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Record.html
 */
export type StreamRecord = Omit<DynamoDBRecord, 'eventSourceARN' | 'userIdentity'> & {
  userIdentity?: { PrincipalId?: string; Type?: string }
}

/**
 * Turns a record of the stream's API into the record of an event:
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-example.html
 */
export function toEventRecord({ userIdentity, ...record }: StreamRecord, arn: string): DynamoDBRecord {
  const { PrincipalId: principalId, Type: type } = userIdentity ?? {}
  return { ...record, eventSourceARN: arn, ...(userIdentity && { userIdentity: { principalId, type } }) }
}

/**
 * Lets a client answer the records of GetRecords as they are written, a `StreamRecord` each. The SDK would turn each value into
 * a type of its own, and the event would need it turned back: together that took half of the service's time for a record.
 */
export function keepRecordsAsWritten({
  middlewareStack,
}: Pick<DynamoDBStreamsClient, 'middlewareStack'>): void {
  const written = new WeakMap<object, object>()
  middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args)
      Object.assign(answer.output ?? {}, written.get(answer.response as object))
      return answer
    },
    { step: 'deserialize', name: 'addRecordsAsWritten', priority: 'high' },
  )
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args)
        const response = answer.response as Omit<HttpResponse, 'body'> & { body: Readable } // of Node's handler
        if (commandName !== 'GetRecordsCommand' || response.statusCode !== 200) return answer
        written.set(response, JSON.parse(await text(response.body)) as object)
        response.body = Readable.from('{}') // for the SDK
        return answer
      },
    { step: 'deserialize', name: 'takeRecordsAsWritten', priority: 'low' },
  )
}
