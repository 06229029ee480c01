import type { _Record as StreamRecord, Identity } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'

/** A marshalled value as it stands in an event: bytes are base64, as in all JSON of AWS. */
const toJson = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]))
}

const toIdentity = ({ PrincipalId, Type }: Identity) => ({ principalId: PrincipalId, type: Type })

/**
 * Makes the record of an event of one that the stream's API returns. Lambda's has names and times of its own:
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-example.html
 */
export function toEventRecord(
  { dynamodb, userIdentity, ...rest }: StreamRecord,
  arn: string,
): DynamoDBRecord {
  const { ApproximateCreationDateTime: created, ...change } = dynamodb ?? {}
  // the types of the SDK and of Lambda's events name the same members
  return {
    ...rest,
    eventSourceARN: arn,
    dynamodb: {
      ...(toJson(change) as object),
      ...(created && { ApproximateCreationDateTime: created.getTime() / 1_000 }),
    },
    ...(userIdentity && { userIdentity: toIdentity(userIdentity) }),
  }
}
