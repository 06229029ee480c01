import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from './engine-proxy.ts'
import { awsAccountId, awsRegion } from './environment.ts'
import type { SandboxFunction } from './function.ts'
import type { Outcome } from './runtime-api.ts'
import { accessKeyOf, isSignedBy, type SignedRequest } from './signature.ts'
import { idOf, type StackTemplate } from './template.ts'
import { longestChain } from './trace.ts'
import { listenHere } from '../listen.ts'

/** A queue and how its event source hands out its messages, as in the template. */
interface EventSource {
  /** The logical id of the queue. */
  queue: string
  functionId: string
  batchSize: number
  /** After this many failures, a message is in the failure queue. */
  maxReceiveCount: number
}

/** The event sources of a template that are queues. */
function sourcesOf(stack: StackTemplate): EventSource[] {
  const aliases = stack.resources('AWS::Lambda::Alias')
  const queues = stack.resources('AWS::SQS::Queue')
  return Object.values(stack.resources('AWS::Lambda::EventSourceMapping')).flatMap(({ Properties }) => {
    const { EventSourceArn, FunctionName, BatchSize } = Properties as unknown as Mapping // as in CloudFormation
    const queue = EventSourceArn['Fn::GetAtt']?.[0] ?? ''
    const redrive = queues[queue]?.Properties.RedrivePolicy as { maxReceiveCount: number } | undefined
    // the CDK splits the alias's ARN
    const [, alias = ''] = /"Ref":"(\w+)"/.exec(JSON.stringify(FunctionName)) ?? []
    const target = (aliases[alias]?.Properties.FunctionName as { Ref: string } | undefined)?.Ref
    const called = stack.functions[target ?? '']
    return redrive && called
      ? [{ queue, functionId: idOf(called), batchSize: BatchSize, maxReceiveCount: redrive.maxReceiveCount }]
      : []
  })
}

const retryMs = 500

/** Properties that are read here, named as in CloudFormation. */
interface Mapping {
  EventSourceArn: { 'Fn::GetAtt'?: [string, string] }
  FunctionName: unknown
  BatchSize: number
}

/** A message in a queue. */
export interface QueuedMessage {
  id: string
  queue: string
  body: string
  /** When it may be handed out, in milliseconds since 1970. */
  dueMs: number
  /** The trace header of the request that sent it. SQS keeps it beside the message, and Lambda reads it there. */
  trace?: string | undefined
  received: number
}

/** The parts of a request to SQS that are read here. */
interface SendRequest {
  QueueUrl?: string
  Entries?: { Id: string; MessageBody: string; DelaySeconds?: number }[]
}

/**
 * The queues of the stack, in the place of the region's SQS: it takes messages from functions whose role allows it, and hands
 * them to the function of each queue when a test says so. A message that failed comes again after `retryMs`, not after the
 * queue's visibility timeout.
 */
export class SandboxQueues {
  /** The messages that are in a queue. */
  readonly waiting: QueuedMessage[] = []
  /** The messages in failure queues. */
  readonly failed: QueuedMessage[] = []
  /** What functions have put into the stack's buckets, which are served at the same endpoint. */
  readonly objects: { bucket: string; key: string; body: string }[] = []
  /** Whether S3 takes nothing now. */
  refusesObjects = false
  readonly #sources: EventSource[]
  readonly #roles = new Map<string, Role>()
  #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy())
  })

  constructor(stack: StackTemplate) {
    this.#sources = sourcesOf(stack)
  }

  /** Starts to listen. Returns the endpoint, to which the logical id of a queue is added for its URL. */
  async listen(): Promise<string> {
    return `http://${await listenHere(this.#server)}`
  }

  /** Accepts the role's credentials from now on. */
  addRole(role: Role): void {
    this.#roles.set(role.credentials.accessKeyId, role)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Puts a message into the queue of a function, as the start of a chain. */
  put(functionId: string, body: unknown): void {
    const source = this.#sources.find((one) => one.functionId === functionId)
    if (!source) throw new Error(`${functionId} has no queue.`)
    this.waiting.push({
      id: randomUUID(),
      queue: source.queue,
      body: JSON.stringify(body),
      dueMs: Date.now(),
      received: 0,
    })
  }

  /** Hands out messages when they are due, a batch at a time, until there are none. */
  async handOut(functionOf: (id: string) => SandboxFunction): Promise<void> {
    for (;;) {
      const [next] = [...this.waiting].sort((one, other) => one.dueMs - other.dueMs)
      const source = this.#sources.find(({ queue }) => queue === next?.queue)
      if (!next || !source) return
      await sleep(Math.max(next.dueMs - Date.now(), 0))
      const nowMs = Date.now()
      const isDue = (one: QueuedMessage) => one.queue === source.queue && one.dueMs <= nowMs
      const batch = this.waiting.filter(isDue).slice(0, source.batchSize)
      for (const one of batch) this.waiting.splice(this.waiting.indexOf(one), 1)
      // AWS does not say which trace a batch has; a chain must not become shorter in it
      const trace = longestChain(batch.flatMap((one) => one.trace ?? []))
      const outcome = await functionOf(source.functionId).invoke({ Records: batch.map(recordOf) }, trace)
      for (const one of batch.filter(({ id }) => failedIn(outcome, id))) {
        const kept = { ...one, received: one.received + 1, dueMs: Date.now() + retryMs }
        if (kept.received < source.maxReceiveCount) this.waiting.push(kept)
        else this.failed.push(kept)
      }
    }
  }

  /** Takes an object as S3 does, and returns the status. */
  async #putObject(signed: SignedRequest, role: Role | undefined): Promise<number> {
    const [, bucket = '', ...path] = signed.path.split('/')
    const objects = JSON.stringify({ 'Fn::Join': ['', [{ 'Fn::GetAtt': [bucket, 'Arn'] }, '/*']] })
    const isSigned = role && (await isSignedBy(signed, role.credentials, awsRegion, 's3'))
    if (!isSigned || !role.grants.includes(`s3:PutObject ${objects}`)) return 403
    if (this.refusesObjects) return 503
    this.objects.push({ bucket, key: path.join('/'), body: signed.body.toString() })
    return 200
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = incoming
    const signed = { method, path, headers, body: await buffer(incoming) }
    const answer = (status: number, content: object) => {
      outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
      outgoing.end(JSON.stringify(content))
    }
    const role = this.#roles.get(accessKeyOf(signed) ?? '')
    if (method === 'PUT') {
      outgoing.writeHead(await this.#putObject(signed, role)).end()
      return
    }
    const { QueueUrl = '', Entries = [] } = JSON.parse(signed.body.toString()) as SendRequest
    const queue = QueueUrl.split('/').at(-1) ?? ''
    const grant = `sqs:SendMessage ${JSON.stringify({ 'Fn::GetAtt': [queue, 'Arn'] })}`
    if (!role || !(await isSignedBy(signed, role.credentials, awsRegion, 'sqs'))) {
      answer(403, { __type: 'com.amazon.coral.service#InvalidSignatureException', message: 'mismatch' })
    } else if (headers['x-amz-target'] !== 'AmazonSQS.SendMessageBatch' || !role.grants.includes(grant)) {
      const message = `${role.functionName} is not authorized to perform ${String(headers['x-amz-target'])} on ${queue}`
      answer(403, { __type: 'com.amazon.coral.service#AccessDeniedException', message })
    } else {
      const trace = headers['x-amzn-trace-id']?.toString()
      const Successful = Entries.map(({ Id, MessageBody, DelaySeconds = 0 }) => {
        const id = randomUUID()
        const dueMs = Date.now() + DelaySeconds * 1000
        this.waiting.push({ id, queue, body: MessageBody, dueMs, trace, received: 0 })
        return { Id, MessageId: id }
      })
      answer(200, { Successful, Failed: [] })
    }
  }
}

/** Whether a message of a batch failed: with the whole batch, or named in the answer. */
function failedIn(outcome: Outcome, messageId: string): boolean {
  if (outcome.kind === 'failed') return true
  const { batchItemFailures = [] } = JSON.parse(outcome.payload) as {
    batchItemFailures?: { itemIdentifier: string }[]
  } // what Lambda reads of an answer to a batch
  return batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === messageId)
}

/** A message as Lambda hands it to a function: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
const recordOf = ({ id, queue, body, trace, received }: QueuedMessage) => ({
  messageId: id,
  receiptHandle: id,
  body,
  attributes: { ApproximateReceiveCount: String(received + 1), ...(trace && { AWSTraceHeader: trace }) },
  messageAttributes: {},
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:${awsRegion}:${awsAccountId}:${queue}`,
  awsRegion,
})
