import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { sendSigned, type AwsCredentials } from '../../lib/shared/signed-request.ts'
import { print, refuse } from './run.ts'

const help = `
Lambda keeps what webhooks.dispatch failed to do in a bucket, with the changes.
This gives each batch to the function again, the oldest first, and deletes it when
the function has done all of it. It stops at the first that fails again. Events that
were dispatched already are not sent again. The output ReplayCommand of the stack
names the bucket and the function.
`

/** Where the batches are, and the function that has to do them. */
interface Place {
  bucket: string
  functionName: string
  region: string
  credentials: AwsCredentials
}

/** The part of an object that Lambda has put there: the event, in JSON as a text or as it is. */
const records = z.object({ Records: z.array(z.unknown()) })
const failedBatch = z.object({ payload: z.union([z.string(), records]) })

const answer = z.object({ batchItemFailures: z.array(z.unknown()) })

const endpointOf = (service: 's3' | 'lambda', region: string): string =>
  process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? `https://${service}.${region}.amazonaws.com`

/** A path of S3: each part of a key is encoded, but not its slashes. */
const pathOf = (bucket: string, key: string) =>
  `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`

/** Sends a request about the bucket. @throws Error with S3's answer unless it succeeds */
async function askS3(
  { bucket, region, credentials }: Place,
  method: 'GET' | 'DELETE',
  key: string,
  query = '',
) {
  const url = `${endpointOf('s3', region)}${pathOf(bucket, key)}${query}`
  const response = await sendSigned({ service: 's3', region, credentials, method, url })
  const text = await response.text()
  if (!response.ok) throw new Error(`S3 answers ${response.status} about ${bucket}/${key}: ${text}`)
  return text
}

/** The keys of some batches, the oldest first: their names have the time. At most a thousand are listed at once. */
async function listBatches(place: Place): Promise<string[]> {
  const list = await askS3(place, 'GET', '', '?encoding-type=url&list-type=2&prefix=aws%2Flambda%2F')
  const keys = [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => decodeURIComponent(key))
  return keys.sort()
}

/** Gives one batch to the function. @throws Error when it fails again */
async function replay(
  { functionName, region, credentials }: Place,
  key: string,
  content: string,
): Promise<number> {
  const { payload } = failedBatch.parse(JSON.parse(content))
  const { Records } = records.parse(typeof payload === 'string' ? JSON.parse(payload) : payload)
  const body = JSON.stringify({ Records, isReplay: true })
  const response = await sendSigned({
    ...{ service: 'lambda', region, credentials, body, timeoutMs: 90_000 },
    url: `${endpointOf('lambda', region)}/2015-03-31/functions/${functionName}/invocations?Qualifier=live`,
  })
  const said = await response.text()
  const isDone = response.status === 200 && !response.headers.has('x-amz-function-error')
  const { data } = answer.safeParse(isDone ? JSON.parse(said) : undefined)
  if (data?.batchItemFailures.length !== 0)
    throw new Error(`${key} fails again: ${response.status} ${said}. The log of the function says why.`)
  return Records.length
}

/** Adds the command that does failed batches of the stream again. */
export function addReplayCommand(program: Command): void {
  program
    .command('replay-batches')
    .description('Give failed batches of the stream on AWS to their function again.')
    .requiredOption('--bucket <name>', 'the bucket of failed batches (required)')
    .requiredOption('--function <name>', 'the function webhooks.dispatch (required)')
    .addHelpText('after', help)
    .action(async (options: { bucket: string; function: string }, command: Command) => {
      const region = command.optsWithGlobals<{ region?: string }>().region ?? process.env.AWS_REGION
      if (!region) return refuse(command, "option '--bucket' needs '--region' (or AWS_REGION)")
      const credentials = await new DynamoDBClient({ region }).config.credentials() // knows where they may be
      const place = { bucket: options.bucket, functionName: options.function, region, credentials }
      let [batches, changes] = [0, 0]
      for (let keys = await listBatches(place); keys.length > 0; keys = await listBatches(place)) {
        for (const key of keys) {
          changes += await replay(place, key, await askS3(place, 'GET', key))
          await askS3(place, 'DELETE', key)
          batches++
        }
      }
      print(command, {
        document: { batches, changes },
        text: `Replayed ${batches} batches with ${changes} changes.`,
      })
    })
}
