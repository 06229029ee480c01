import type { DynamoDBRecord } from 'aws-lambda'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { handler } from '../../../functions/webhooks/dispatch.ts'
import { useQueue } from '../../../lib/table/queue/queue.ts'
import { pendingOf } from '../../support/webhooks.ts'
import { putWebhook, recordsOf } from '../../support/stream.ts'
import { newTenant } from '../../support/tenant.ts'
import { admin } from './cli.ts'

const context = { awsRequestId: 'c6af9ac6', getRemainingTimeInMillis: () => 60_000 }

const queue = { isDown: false }
beforeEach(() => {
  queue.isDown = false
  useQueue({ sendMessages: () => (queue.isDown ? Promise.reject(new Error('no queue')) : Promise.resolve()) })
})

/** An object as Lambda puts it there: https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html */
const objectOf = (Records: DynamoDBRecord[]) =>
  JSON.stringify({
    requestContext: {
      requestId: 'r',
      functionArn: 'f',
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: 11,
    },
    DDBStreamBatchInfo: { shardId: 'shardId-1', batchSize: Records.length },
    payload: JSON.stringify({ Records }),
  })

/** S3 and Lambda with some failed batches; the function is the real one. Returns what is left, and what runs the command. */
async function failedBatches(objects: Map<string, string>) {
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, search } = new URL(String(request.url), 'http://aws')
      const key = decodeURIComponent(pathname.replace('/batches/', ''))
      const [, service] = /eu-west-1\/(\w+)\/aws4_request/.exec(String(request.headers.authorization)) ?? []
      const body = await text(request)
      if (service === 'lambda' && pathname.endsWith('/dispatch-1/invocations')) {
        try {
          response.end(
            JSON.stringify(await handler(JSON.parse(body) as { Records: DynamoDBRecord[] }, context)),
          )
        } catch (error) {
          response
            .setHeader('X-Amz-Function-Error', 'Unhandled')
            .end(JSON.stringify({ errorMessage: String(error) }))
        }
      } else if (service !== 's3') response.writeHead(403).end()
      else if (search !== '') {
        const keys = [...objects.keys()].map(
          (one) => `<Contents><Key>${encodeURIComponent(one)}</Key></Contents>`,
        )
        response.end(`<ListBucketResult>${keys.reverse().join('')}</ListBucketResult>`)
      } else if (request.method === 'DELETE') {
        objects.delete(key)
        response.writeHead(204).end()
      } else response.writeHead(objects.has(key) ? 200 : 404).end(objects.get(key))
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the address of a TCP server
  const variables = {
    ...{ AWS_ENDPOINT_URL_S3: endpoint, AWS_ENDPOINT_URL_LAMBDA: endpoint },
    ...{ AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' },
  }
  const where = ['--bucket', 'batches', '--function', 'dispatch-1', '--region', 'eu-west-1']
  return () => admin(variables, 'replay-batches', ...where)
}

const keyOf = (time: string) => `aws/lambda/5f2e/shardId-1/2026/11/26/2026-11-26T${time}-0a1b`

it('replay-batches gives failed batches to the function again, and deletes what it has done', async () => {
  const tenant = await newTenant()
  const { id } = await putWebhook(tenant)
  const [first, second] = [
    await recordsOf(tenant, () => tenant.createTask()),
    await recordsOf(tenant, () => tenant.createTask()),
  ]
  const objects = new Map([
    [keyOf('10.00.00'), objectOf(first)],
    [keyOf('09.00.00'), objectOf(second)],
  ])
  const replay = await failedBatches(objects)
  expect(await pendingOf(tenant, id)).toEqual([])
  const { code, stdout, stderr } = await replay()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(`Replayed 2 batches with ${first.length + second.length} changes.\n`)
  expect(await pendingOf(tenant, id)).toHaveLength(2)
  expect(objects.size).toBe(0)
  expect((await replay()).stdout).toBe('Replayed 0 batches with 0 changes.\n')
})

it('replay-batches keeps what fails again, and says so', async () => {
  const tenant = await newTenant()
  await putWebhook(tenant)
  const objects = new Map([[keyOf('10.00.00'), objectOf(await recordsOf(tenant, () => tenant.createTask()))]])
  const replay = await failedBatches(objects)
  queue.isDown = true
  const { code, stderr } = await replay()
  expect(code).toBe(1)
  expect(stderr).toContain(`${keyOf('10.00.00')} fails again: 200 `)
  expect(objects.size).toBe(1)
  queue.isDown = false
  expect((await replay()).code).toBe(0)
  expect(objects.size).toBe(0)
})

it('replay-batches says of a record that is itself at fault that it fails again, and makes no other object of it', async () => {
  const tenant = await newTenant()
  await putWebhook(tenant)
  const [record] = (await recordsOf(tenant, () => tenant.createTask())).filter(({ dynamodb }) =>
    dynamodb?.Keys?.sk?.S?.startsWith('TASK#'),
  )
  const NewImage = { ...record?.dynamodb?.NewImage, label: { X: 'odd' } as never }
  const objects = new Map([
    [keyOf('10.00.00'), objectOf([{ ...record, dynamodb: { ...record?.dynamodb, NewImage } }])],
  ])
  const replay = await failedBatches(objects)
  vi.stubEnv('FAILED_BATCHES_BUCKET', 'batches') // as the function has it on AWS
  const { code, stderr } = await replay()
  vi.unstubAllEnvs()
  expect(code).toBe(1)
  expect(stderr).toContain(`${keyOf('10.00.00')} fails again: 200 `)
  expect([...objects.keys()]).toEqual([keyOf('10.00.00')])
})
