import type { DynamoDBRecord } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { sendSigned } from '../shared/signed-request.ts'
import { accessOfEnvironment } from '../table/environment.ts'
import type { SetAside } from './stream-records.ts'

/** The environment variable with the name of the bucket of failed batches. It is unset on one machine. */
export const bucketVariable = 'FAILED_BATCHES_BUCKET'

const putTimeoutMs = 5_000

/** The URL of an object, whose name sorts by time as those of Lambda do: `admin replay-batches` reads both. */
function urlOf(bucket: string, region: string): string {
  const [day = '', time = ''] = new Date().toISOString().split('T')
  const name = `${day}T${time.slice(0, 8).replaceAll(':', '.')}-${randomUUID()}`
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? `https://s3.${region}.amazonaws.com`
  return `${endpoint}/${bucket}/aws/lambda/records/${day.replaceAll('-', '/')}/${name}`
}

/**
 * What puts records into the bucket of failed batches, in the form in which Lambda puts a batch there; undefined where there
 * is no bucket. An object in it tells the failure queue, whose messages ring an alarm.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export function setAsideOfEnvironment(): SetAside | undefined {
  const bucket = process.env[bucketVariable]
  if (bucket === undefined) return undefined
  return async (Records: readonly DynamoDBRecord[], cause) => {
    const { region, credentials } = accessOfEnvironment()
    const { name } = cause instanceof Error ? cause : new Error()
    const body = JSON.stringify({
      requestContext: { condition: name },
      payload: JSON.stringify({ Records }),
    })
    const request = { service: 's3', region, credentials, body, timeoutMs: putTimeoutMs } as const
    const response = await sendSigned({ ...request, method: 'PUT', url: urlOf(bucket, region) })
    if (!response.ok) throw new Error(`S3 answers ${response.status} to a record that was set aside.`)
  }
}
