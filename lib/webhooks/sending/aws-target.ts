import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { accessOfEnvironment } from '../../table/environment.ts'
import { clientDefaults } from '../../table/table.ts'
import { subjectOf } from '../../tasks/task-item.ts'
import { partsOfTarget, type QueueTarget } from './aws-name.ts'
import type { Delivery, ReceiverAnswer } from './post.ts'

/*
 * Deliveries to a bus of EventBridge or a queue of SQS that the operator has allowed by its name. Only deliveries load this
 * file: the SDK's clients are large.
 */

/** Where events come from, in EventBridge's patterns. */
const source = 'tasks-api'

/** One client for each service and region: its connections are kept from delivery to delivery. */
const clients = new Map<string, EventBridgeClient | SQSClient>()

function clientOf<C extends EventBridgeClient | SQSClient>(key: string, open: () => C): C {
  const client = (clients.get(key) as C | undefined) ?? open() // a key is of one service
  clients.set(key, client)
  return client
}

/** The SDK's variables for other endpoints. The bundles leave out the code of the SDK that reads them. */
const endpointOf = (service: 'SQS' | 'EVENTBRIDGE') => {
  const endpoint = process.env[`AWS_ENDPOINT_URL_${service}`]
  return endpoint ? { endpoint } : {}
}

type Sending = Pick<Delivery, 'headers' | 'body'>

const idIn = ({ headers }: Sending): string => headers['webhook-id'] ?? ''

/** Sends, and returns the id that AWS has given, or why it did not take the event. */
type Send = (options: { abortSignal: AbortSignal }) => Promise<Taken>

function toBus(bus: string, { body }: Sending): Send {
  const access = accessOfEnvironment()
  const open = () => new EventBridgeClient({ ...clientDefaults, ...access, ...endpointOf('EVENTBRIDGE') })
  const client = clientOf(`EVENTBRIDGE ${process.env.AWS_ENDPOINT_URL_EVENTBRIDGE ?? ''}`, open)
  const { type } = JSON.parse(body) as { type: string } // an event's; its time is in it
  const entry = { EventBusName: bus, Source: source, DetailType: type, Detail: body }
  return async (options) => {
    const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: [entry] }), options)
    const [{ EventId = '', ErrorCode } = {}] = Entries
    return ErrorCode === undefined ? { status: 200, text: EventId } : { status: 500, text: ErrorCode }
  }
}

function toQueue({ region, account, name, domain }: QueueTarget, delivery: Sending): Send {
  const { endpoint } = { endpoint: `https://sqs.${region}.${domain}`, ...endpointOf('SQS') }
  const access = { ...accessOfEnvironment(), region }
  // the check sum of the answer would be computed with MD5; TLS protects the answer
  const open = () => new SQSClient({ ...clientDefaults, ...access, endpoint, md5: false })
  const client = clientOf(`SQS ${region} ${endpoint}`, open)
  const id = idIn(delivery)
  const signed = Object.entries(delivery.headers).filter(([header]) => header.startsWith('webhook-'))
  const command = new SendMessageCommand({
    QueueUrl: `${endpoint.replace(/\/$/, '')}/${account}/${name}`,
    MessageBody: delivery.body,
    MessageAttributes: Object.fromEntries(
      signed.map(([header, value]) => [header, { DataType: 'String', StringValue: value }]),
    ),
    // the events of a task are sent one after the other: a group for each keeps their order
    ...(name.endsWith('.fifo') && { MessageGroupId: subjectOf(id), MessageDeduplicationId: id }),
  })
  return async (options) => {
    const { MessageId = '' } = await client.send(command, options)
    return { status: 200, text: MessageId }
  }
}

/** What a service of AWS has answered, with the status that an HTTP receiver would have. */
interface Taken {
  status: number
  text: string
}

/** An error of the SDK; the message of one may name the operator's roles, so only its name is shown. */
type SdkError = Error & { $metadata?: { httpStatusCode?: number } }

/**
 * Sends a delivery to AWS, and waits for the answer. What AWS answers, and that it does not, is never thrown.
 * @param totalMs the longest that it may take, in ms
 */
export async function sendToAws(
  { url, ...delivery }: Sending & { url: string },
  totalMs: number,
): Promise<ReceiverAnswer> {
  const target = partsOfTarget(url)
  if (target === undefined) return { kind: 'unreachable', error: 'The URL is not valid.', durationMs: 0 }
  const send = 'bus' in target ? toBus(target.bus, delivery) : toQueue(target, delivery)
  const startedMs = performance.now()
  const durationMs = () => Math.round(performance.now() - startedMs)
  try {
    const { status, text } = await send({ abortSignal: AbortSignal.timeout(totalMs) })
    return { kind: 'answer', status, excerpt: text, durationMs: durationMs() }
  } catch (error) {
    const { name, $metadata } = error as SdkError // the SDK throws these alone
    const status = $metadata?.httpStatusCode
    if (status !== undefined && status >= 400)
      return { kind: 'answer', status, excerpt: name, durationMs: durationMs() }
    return { kind: 'unreachable', error: 'AWS could not be reached.', durationMs: durationMs() }
  }
}
