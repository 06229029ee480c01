import type { SQSEvent, SQSRecord } from 'aws-lambda'
import { createHash, randomUUID } from 'node:crypto'
import { maxDelaySeconds, type Message, type Queue } from '../../lib/store/queue/message.ts'
import type { Functions } from './functions.ts'
import { settledBy } from './pause.ts'

/** As on AWS: infra/aws/triggers.ts. */
const limits = { batchSize: 5, maxInvocations: 10, maxReceives: 5 }

/** How long a message waits after its first failure. Each further failure doubles the wait. */
const retryMs = 1_000

interface Waiting {
  id: string
  message: Message
  sentMs: number
  receives: number
}

const toRecord = (functionId: string, { id, message, sentMs, receives }: Waiting): SQSRecord => ({
  messageId: id,
  receiptHandle: id,
  body: message.body,
  attributes: {
    ApproximateReceiveCount: String(receives),
    SentTimestamp: String(sentMs),
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: String(Date.now()),
    ...(message.group !== undefined && { MessageGroupId: message.group }),
  },
  messageAttributes: {},
  md5OfBody: createHash('md5').update(message.body).digest('hex'),
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:local:000000000000:${functionId}`,
  awsRegion: 'local',
})

/** The queue of one function, in memory. */
class FunctionQueue {
  readonly #id: string
  readonly #run: (event: SQSEvent) => ReturnType<Functions['run']>
  readonly #due: Waiting[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  #isStopped = false

  constructor(id: string, functions: Functions) {
    this.#id = id
    this.#run = (event) => functions.run<'queue'>(id, event)
  }

  /** Adds messages that are due together, so that no busy moment parts them. */
  add(waiting: readonly Waiting[], delayMs: number): void {
    if (this.#isStopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#due.push(...waiting)
      // messages that are due at the same moment are one batch
      setImmediate(() => {
        this.#take()
      })
    }, delayMs)
    this.#timers.add(timer)
  }

  #take(): void {
    while (!this.#isStopped && this.#due.length > 0 && this.#running.size < limits.maxInvocations) {
      const running = this.#work(this.#due.splice(0, limits.batchSize)).finally(() => {
        this.#running.delete(running)
        this.#take()
      })
      this.#running.add(running)
    }
  }

  /** Runs the function with a batch. What fails comes again later, until it has failed too often. */
  async #work(batch: Waiting[]): Promise<void> {
    for (const waiting of batch) waiting.receives += 1
    const failed = await this.#failuresOf(batch)
    for (const [receives, again] of Map.groupBy(failed, (waiting) => waiting.receives)) {
      if (receives < limits.maxReceives) {
        this.add(again, retryMs * 2 ** (receives - 1))
        continue
      }
      again.forEach(() => {
        console.error(`tasks-api: ${this.#id} has failed ${receives} times on a message, which is given up.`)
      })
    }
  }

  async #failuresOf(batch: Waiting[]): Promise<Waiting[]> {
    try {
      const answer = await this.#run({ Records: batch.map((waiting) => toRecord(this.#id, waiting)) })
      const ids = new Set(answer?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
      const failed = batch.filter(({ id }) => ids.has(id))
      // an unknown id means that the whole batch has failed, as on AWS
      return failed.length === ids.size ? failed : batch
    } catch {
      return batch // the function has logged why
    }
  }

  /** Drops what waits, and lets what runs end. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await settledBy(deadlineMs, Promise.all(this.#running))
  }
}

/**
 * The queues of one machine, in memory: a stop loses what waits. Whoever sends messages must find again at a start what
 * they were about.
 */
export class LocalQueues implements Queue {
  readonly #queues: ReadonlyMap<string, FunctionQueue>

  constructor(functionIds: readonly string[], functions: Functions) {
    this.#queues = new Map(functionIds.map((id) => [id, new FunctionQueue(id, functions)]))
  }

  sendMessages(functionId: string, messages: readonly Message[]): Promise<void> {
    const queue = this.#queues.get(functionId)
    if (!queue) return Promise.reject(new Error(`There is no function ${functionId} with the trigger queue.`))
    const sentMs = Date.now()
    for (const [delaySeconds = 0, together] of Map.groupBy(messages, (message) => message.delaySeconds)) {
      queue.add(
        together.map((message) => ({ id: randomUUID(), message, sentMs, receives: 0 })),
        1_000 * Math.min(delaySeconds, maxDelaySeconds),
      )
    }
    return Promise.resolve()
  }

  /** Starts no further invocation, and waits until the running ones have ended, or until the deadline. */
  async stop(deadlineMs: number): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.stop(deadlineMs)))
  }
}
