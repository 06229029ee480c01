import { Sha256 } from '@smithy/core/checksum'
import { SignatureV4 } from '@smithy/signature-v4'
import { accessOfEnvironment } from '../../table/environment.ts'
import { subjectOf } from '../../tasks/task-item.ts'
import { domainOf, type AwsTarget, type QueueTarget } from './aws-name.ts'

/*
 * Deliveries to a bus of EventBridge or a queue of SQS that the operator has allowed by its name. Each is one request of one
 * kind, so they are signed by the SDK's own signer, which the table's client brings with it: the two clients of the SDK would
 * add 120 KB to each function that sends.
 */

/** Where events come from, in EventBridge's patterns. */
const source = 'tasks-api'

/** What is sent: the body of an event, and the headers of its signature. */
interface Sending {
  headers: Readonly<Record<string, string>>
  body: string
}

/** A request in the protocol of AWS JSON: https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html */
interface AwsRequest {
  service: 'events' | 'sqs'
  region: string
  /** The service's name and the operation. */
  target: string
  contentType: string
  input: object
  /** The id in its answer, or why the service has not taken it. */
  read: (output: Output) => { id: string } | { error: string }
}

/** What is read of an answer. */
interface Output {
  MessageId?: string
  Entries?: { EventId?: string; ErrorCode?: string }[]
  __type?: string
}

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
function toBus(bus: string, { body }: Sending): AwsRequest {
  const { type } = JSON.parse(body) as { type: string } // an event's; its time is in it
  return {
    ...{ service: 'events', region: accessOfEnvironment().region },
    ...{ target: 'AWSEvents.PutEvents', contentType: 'application/x-amz-json-1.1' },
    input: { Entries: [{ EventBusName: bus, Source: source, DetailType: type, Detail: body }] },
    read: ({ Entries = [] }) => {
      const [{ EventId = '', ErrorCode } = {}] = Entries
      return ErrorCode === undefined ? { id: EventId } : { error: ErrorCode }
    },
  }
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
function toQueue({ region, account, name }: QueueTarget, { headers, body }: Sending): AwsRequest {
  const { 'webhook-id': id = '' } = headers
  const signed = Object.entries(headers).filter(([header]) => header.startsWith('webhook-'))
  return {
    ...{ service: 'sqs', region },
    ...{ target: 'AmazonSQS.SendMessage', contentType: 'application/x-amz-json-1.0' },
    input: {
      QueueUrl: `https://sqs.${region}.${domainOf(region)}/${account}/${name}`,
      MessageBody: body,
      MessageAttributes: Object.fromEntries(
        signed.map(([header, value]) => [header, { DataType: 'String', StringValue: value }]),
      ),
      // the events of a task are sent one after the other: a group for each keeps their order
      ...(name.endsWith('.fifo') && { MessageGroupId: subjectOf(id), MessageDeduplicationId: id }),
    },
    read: ({ MessageId = '' }) => ({ id: MessageId }),
  }
}

/** The SDK's variables for other endpoints, such as that of a program that stands in for AWS. */
const endpointVariables = { events: 'AWS_ENDPOINT_URL_EVENTBRIDGE', sqs: 'AWS_ENDPOINT_URL_SQS' } as const

/** Signs a request, and sends it. */
async function send(
  { service, region, target, contentType, input }: AwsRequest,
  signal: AbortSignal,
): Promise<Response> {
  const url = new URL(
    process.env[endpointVariables[service]] ?? `https://${service}.${region}.${domainOf(region)}/`,
  )
  const { credentials } = accessOfEnvironment()
  const body = JSON.stringify(input)
  const { headers } = await new SignatureV4({ service, region, credentials, sha256: Sha256 }).sign({
    ...{ method: 'POST', protocol: url.protocol, hostname: url.hostname, path: '/', body },
    headers: { host: url.host, 'content-type': contentType, 'x-amz-target': target },
  })
  return fetch(new URL('/', url), { method: 'POST', headers, body, signal })
}

/**
 * Sends a delivery to AWS, and waits for the answer.
 * @param totalMs the longest that it may take, in ms
 * @returns the status, and the id that the event has got there or the name of the error. The message of an error may name the
 *   operator's roles, so nobody sees it. An event that EventBridge does not take has the status 500
 * @throws Error when no answer comes
 */
export async function sendToAws(
  target: AwsTarget,
  delivery: Sending,
  totalMs: number,
): Promise<{ status: number; excerpt: string }> {
  const request = 'bus' in target ? toBus(target.bus, delivery) : toQueue(target, delivery)
  const answer = await send(request, AbortSignal.timeout(totalMs))
  const output = (await answer.json()) as Output // AWS's own
  if (!answer.ok) return { status: answer.status, excerpt: output.__type?.replace(/^.*#/, '') ?? '' }
  const taken = request.read(output)
  return 'id' in taken ? { status: 200, excerpt: taken.id } : { status: 500, excerpt: taken.error }
}
