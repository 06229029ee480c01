import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { realSurroundings } from '../../../lib/webhooks/deliver.ts'
import { signatureHeaders } from '../../../lib/webhooks/sending/sign.ts'
import { receive } from '../../lib/webhooks/sending/receiver.ts'
import { testTableName } from '../../support/table.ts'
import { errorBody, newTenant, type TestTenant } from '../../support/tenant.ts'
import { deliverNow, eventIdOf, logOf, putWebhook, queueEvents } from '../../support/webhooks.ts'
import { newWebhook } from './support.ts'

const queueArn = 'sqs:arn:aws:sqs:eu-central-1:123456789012:tasks'
const targets = ['eventbridge:team/tasks', queueArn, `${queueArn}.fifo`]

/** A request as AWS gets it. */
interface Asked {
  action: string
  signedFor: string
  body: Record<string, unknown>
}

let asked: Asked[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }

/** A stand-in for both services, over real HTTP: it has the protocol of AWS JSON. */
beforeEach(async () => {
  asked = []
  answer = { status: 200, body: { MessageId: 'm-1', Entries: [{ EventId: 'e-1' }], FailedEntryCount: 0 } }
  const port = await receive((request, response) => {
    void json(request).then((body) => {
      const { 'x-amz-target': target, authorization = '' } = request.headers
      const [, region = '', service = ''] = /Credential=[^/]+\/\d+\/([\w-]+)\/(\w+)/.exec(authorization) ?? []
      asked.push({
        ...{ action: String(target), signedFor: `${service} ${region}` },
        body: body as Asked['body'],
      })
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' })
      response.end(JSON.stringify(answer.body))
    })
  })
  vi.stubEnv('TABLE_NAME', testTableName)
  vi.stubEnv('WEBHOOK_TARGETS', targets.join(', '))
  for (const service of ['SQS', 'EVENTBRIDGE'])
    vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, `http://127.0.0.1:${port}`)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

async function deliverTo(tenant: TestTenant, url: string, count = 1) {
  const webhook = await putWebhook(tenant, { url })
  const nowMs = Date.now()
  const ids = Array.from({ length: count }, (_, index) => eventIdOf('0'.repeat(32), nowMs - 5000 + index))
  await queueEvents(tenant, webhook.id, ids)
  return { webhook, ids, tally: await deliverNow(tenant, webhook, realSurroundings) }
}

describe('a webhook to a queue of SQS', () => {
  it('gets the event itself, with the headers of the signature as attributes', async () => {
    const tenant = await newTenant()
    const { webhook, ids, tally } = await deliverTo(tenant, queueArn)
    expect(tally).toMatchObject({ delivered: 1, failed: 0 })
    const [{ action, signedFor, body } = { action: '', signedFor: '', body: {} }] = asked
    expect([action, signedFor]).toEqual(['AmazonSQS.SendMessage', 'sqs eu-central-1'])
    expect(body.QueueUrl).toMatch(/\/123456789012\/tasks$/)
    expect(body).not.toHaveProperty('MessageGroupId')
    const message = String(body.MessageBody)
    expect(JSON.parse(message)).toMatchObject({ id: ids[0] })
    const values = Object.fromEntries(
      Object.entries(body.MessageAttributes as Record<string, { StringValue: string }>).map(([name, one]) => [
        name,
        one.StringValue,
      ]),
    )
    const secrets = webhook.secrets.map(({ secret }) => secret)
    const nowMs = Number(values['webhook-timestamp']) * 1000
    expect(values).toEqual(signatureHeaders({ id: ids[0] ?? '', body: message, secrets, nowMs }))
  })

  it('keeps the order of a task’s events in a FIFO queue, and drops no other', async () => {
    const { ids } = await deliverTo(await newTenant(), `${queueArn}.fifo`, 3)
    expect(asked.map(({ body }) => [body.MessageGroupId, body.MessageDeduplicationId])).toEqual(
      ids.map((id) => [`evt_${'0'.repeat(32)}`, id]),
    )
  })

  it('fails with the status of AWS and the name of its error, but without its message', async () => {
    const tenant = await newTenant()
    const message = 'User: arn:aws:sts::123456789012:assumed-role/secret is not authorized'
    answer = {
      status: 400,
      body: { __type: 'com.amazonaws.sqs#QueueDoesNotExist', message },
    }
    const { webhook, tally } = await deliverTo(tenant, queueArn)
    expect(tally).toMatchObject({ delivered: 0, failed: 1 })
    const [{ id } = { id: '' }] = await logOf(tenant, webhook.id)
    const { body } = await tenant.send('GET', `/webhooks/${webhook.id}/deliveries/${id}`)
    expect(JSON.stringify(body)).toContain('QueueDoesNotExist')
    expect(JSON.stringify(body)).not.toContain('assumed-role')
  })
})

describe('a webhook to a bus of EventBridge', () => {
  it('gets the event as the detail, with its type', async () => {
    const { ids, tally } = await deliverTo(await newTenant(), 'eventbridge:team/tasks')
    expect(tally).toMatchObject({ delivered: 1 })
    const [one] = asked
    expect(one?.action).toBe('AWSEvents.PutEvents')
    const [entry = {}] = (one?.body.Entries ?? []) as Record<string, string>[]
    const detail = JSON.parse(entry.Detail ?? '') as { id: string }
    expect(detail.id).toBe(ids[0])
    expect(entry).toMatchObject({
      ...{ EventBusName: 'team/tasks', Source: 'tasks-api', DetailType: 'task.updated' },
    })
  })

  it('fails when EventBridge takes the request, but not the event', async () => {
    answer.body = { FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure' }] }
    const { tally } = await deliverTo(await newTenant(), 'eventbridge:team/tasks')
    expect(tally).toMatchObject({ delivered: 0, failed: 1 })
  })
})

describe('the settings of such a webhook', () => {
  it('can be tested, and shows the id that AWS has given', async () => {
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant, { url: 'eventbridge:team/tasks' })
    const { body } = await tenant.send('POST', `/webhooks/${id}/test`)
    expect(body).toMatchObject({ delivered: true, status: 200, response: 'e-1' })
  })

  it.each([
    ['eventbridge:other', 'The operator does not allow this bus or queue.'],
    [`${queueArn}2`, 'The operator does not allow this bus or queue.'],
    ['sqs:tasks', 'The URL must be eventbridge:<name of a bus>, or sqs:<ARN of a queue>.'],
    ['EVENTBRIDGE:team/tasks', 'The URL must be eventbridge:<name of a bus>, or sqs:<ARN of a queue>.'],
  ])('are refused for %s, and nothing is stored', async (url, message) => {
    const tenant = await newTenant()
    const refused = await tenant.send('POST', '/webhooks', { body: { url } })
    expect(refused).toMatchObject({
      status: 400,
      body: errorBody('invalid_request', expect.stringContaining(message), {
        details: [{ path: 'url', message: expect.stringContaining(message) as string }],
      }),
    })
    expect((await tenant.send('GET', '/webhooks')).body).toMatchObject({ webhooks: [] })
  })

  it('hold no format for people, and no headers, also when only one of both is changed', async () => {
    const tenant = await newTenant()
    const [url] = targets
    const headers = [{ name: 'X-Own', value: '1' }]
    for (const body of [
      { url, format: 'slack' },
      { url, headers },
    ])
      expect((await tenant.send('POST', '/webhooks', { body })).status).toBe(400)
    const { id } = await newWebhook(tenant, { url: url ?? '' })
    for (const body of [{ format: 'slack' }, { headers }])
      expect((await tenant.send('PATCH', `/webhooks/${id}`, { body })).status).toBe(400)
    expect((await tenant.send('PATCH', `/webhooks/${id}`, { body: { format: 'standard' } })).status).toBe(200)
  })

  it('are of no use once the operator allows the target no longer', async () => {
    const tenant = await newTenant()
    const { id } = await newWebhook(tenant, { url: queueArn })
    vi.stubEnv('WEBHOOK_TARGETS', '')
    const { body } = await tenant.send('POST', `/webhooks/${id}/test`)
    expect(body).toMatchObject({
      delivered: false,
      error: expect.stringContaining('does not allow') as string,
    })
    expect(asked).toEqual([])
  })
})
