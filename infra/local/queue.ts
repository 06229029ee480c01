import type { SQSEvent, SQSRecord } from 'aws-lambda'
import { createHash, randomUUID } from 'node:crypto'
import { maxDelaySeconds, type Message, type Queue } from '../../lib/table/queue/message.ts'
import type { Functions } from './functions.ts'
import { settledBy } from './pause.ts'
import { Turns, type Turn } from './turns.ts'

/**
 * After this many failures of a message, the log says so. On AWS, it goes into the failure queue then:
 * infra/aws/triggers.ts.
 */
const manyReceives = 5

/** How long a message waits after its first failure. Each further failure doubles the wait, up to the longest. */
const retryMs = 1_000
const longestRetryMs = 60_000

/**
 * How many messages are handled at once. A group has at most half of them: as many as an account may have on AWS
 * (lib/webhooks/places.ts).
 */
const maxRunning = 10

/**
 * A message whose function runs for this long waits for others, such as a receiver, and hardly uses the processor: so it no
 * longer counts. A delivery to a quick receiver takes a few hundredths of that time.
 */
const slowMs = 1_000

/** A message that waits or is handled. Messages with the same body count as one while they wait. */
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

/**
 * The queue of one function, in memory. Each message is an invocation of its own, so that a slow one does not delay
 * others.
 */
class FunctionQueue {
  readonly #id: string
  readonly #functions: Functions
  readonly #turns = new Turns(maxRunning)
  /** The bodies of the messages that are due and have not begun. */
  readonly #due = new Set<string>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  #isStopped = false

  constructor(id: string, functions: Functions) {
    this.#id = id
    this.#functions = functions
  }

  /** Adds messages that are due together. */
  add(waiting: readonly Waiting[], delayMs: number): void {
    if (this.#isStopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      for (const one of waiting) void this.#take(one)
    }, delayMs)
    this.#timers.add(timer)
  }

  async #take(message: Waiting): Promise<void> {
    const { body, group = '' } = message.message
    if (this.#due.has(body)) return
    this.#due.add(body)
    const turn = await this.#turns.take(group)
    this.#due.delete(body)
    if (!turn || this.#isStopped) return
    const running = this.#work(message, turn).finally(() => {
      turn.end()
      this.#running.delete(running)
    })
    this.#running.add(running)
  }

  /** Runs the function with a message. If it fails, the message comes again later: nobody else would send it again. */
  async #work(message: Waiting, turn: Turn): Promise<void> {
    message.receives += 1
    if (await this.#succeeds(message, turn)) return
    const { receives } = message
    if (receives === manyReceives) {
      console.error(
        `tasks-api: ${this.#id} has failed ${receives} times on a message. It is tried again until it succeeds.`,
      )
    }
    this.add([message], Math.min(retryMs * 2 ** (receives - 1), longestRetryMs))
  }

  async #succeeds(message: Waiting, turn: Turn): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    // a wait for its turn behind requests does not count
    const begun = () => {
      timer = setTimeout(turn.pause, slowMs)
    }
    try {
      const event: SQSEvent = { Records: [toRecord(this.#id, message)] }
      const answer = await this.#functions.run<'queue'>(this.#id, event, begun)
      return answer.batchItemFailures.length === 0
    } catch {
      return false // the function has logged why
    } finally {
      clearTimeout(timer)
    }
  }

  /** Drops the messages that wait, and lets running functions end. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await settledBy(deadlineMs, Promise.all(this.#running))
  }
}

/**
 * The queues of one machine, in memory: a stop loses the waiting messages. So their senders must find the work again at
 * the next start.
 */
export class LocalQueues implements Queue {
  readonly boundsGroups = true
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
